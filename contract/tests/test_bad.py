"""Each invalid contract causes a message with its place."""

import shutil
import subprocess
from pathlib import Path

import pytest

from generator.build import load_contract
from generator.problems import ContractError

HERE = Path(__file__).resolve().parent
GENERATE = HERE.parent / "generate"
THING = "bad.json: types.Thing.properties.field"

# The name of a file or a folder in bad/, and all that it is told.
CASES = {
    "any_of": [f"{THING}.anyOf: anyOf must be a type or null"],
    "array_of_const": [f"{THING}.items: an item cannot be a constant"],
    "array_of_const_ref": ["bad.json: types.B.items: an item cannot be a constant"],
    "array_of_nullable": [f"{THING}.items: an item cannot be nullable"],
    "array_without_items": [f"{THING}: an array needs items"],
    "constants_collide": ["bad.json: types.ColOr: is BAD_COL_OR_RED in C, as is bad.json: types.Col"],
    "cycle": ["bad.json: types.A.properties.b.items.$ref: types of bad and worse need each other",
              "worse.json: types.B.properties.a.items.$ref: types of worse and bad need each other"],
    "default_const": [f"{THING}.default: a constant cannot have a default"],
    "default_inside": [f"{THING}.default.1: must be string"],
    "default_nowhere": ["bad.json: types.A.default: is for properties only"],
    "default_nul": [f"{THING}.default: must not contain U+0000"],
    "default_null": [f"{THING}.default: must be string"],
    "default_range": [f"{THING}.default: must be at most 3"],
    "default_ref": ["bad.json: types.Thing.properties.color.default: must be one of red"],
    "default_type": [f"{THING}.default: must be integer"],
    "duplicate_key": ['bad.json:5:29: the key "type" is here twice'],
    "enum_and_limits": [f"{THING}.minLength: cannot be used in enum"],
    "enum_collides": [f'{THING}.enum: "a-b" and "a_b" are both BAD_THING_FIELD_A_B in C'],
    "enum_twice": [f"{THING}.enum.1: is here twice"],
    "enum_unspeakable": [f'{THING}.enum: "+" cannot be converted to a C constant',
                         f'{THING}.enum: "-" cannot be converted to a C constant'],
    "error_code": ["bad.json: errors.bad_luck.code: must be at most -32000"],
    "event_params": ["bad.json: events.bad.gone.params: must be an object"],
    "event_prefix": ['bad.json: events.other.gone: the name must begin with "bad."'],
    "example": [f"{THING}.examples.1: must be boolean"],
    "exclusive_empty": [f"{THING}: minimum 2 is greater than maximum 1"],
    "integer_bound": [f"{THING}.minimum: must be an integer"],
    "integer_wide": [f"{THING}.maximum: does not fit into 64 bits"],
    "items_over": [f"{THING}: minItems 2 is greater than maxItems 1"],
    "keyword_of_other": [f"{THING}.minLength: cannot be used in a schema of type integer"],
    "length_over": [f"{THING}: minLength 2 is greater than maxLength 1"],
    "length_wide": [f"{THING}.maxLength: does not fit into 32 bits"],
    "malformed_ref": [f"{THING}.$ref: must match"],
    "many": ['bad.json: types.A.required: there is no property "ghost"',
             'bad.json: methods.bad.go.errors: no namespace declares the error "ghost"',
             'bad.json: methods.bad.go.positional: params have no property "ghost"',
             "bad.json: types.A.properties.n.default: must be integer"],
    "map_of_null": [f"{THING}.additionalProperties: a map's value cannot be a constant"],
    "map_with_properties": [f"{THING}.additionalProperties: a schema cannot be used with properties"],
    "member_unspeakable": ["bad.json: types.Thing.properties.+: the name must match ^[A-Za-z_$][A-Za-z0-9_$-]*$"],
    "members_collide": ['bad.json: types.Thing.properties.foo_bar: is foo_bar in C, as "fooBar" is'],
    "method_and_event": ["bad.json: events.bad:go: is declared twice, also at bad.json: methods.bad.go"],
    "method_prefix": ['bad.json: methods.other.go: the name must begin with "bad."'],
    "min_over_max": [f"{THING}: minimum 2 is greater than maximum 1"],
    "namespace_missing": ["bad.json: lacks namespace"],
    "nan": ["bad.json:4:48: NaN is not JSON"],
    "no_callers": ["bad.json: methods.bad.go.callers: must have at least 1"],
    "no_result": ["bad.json: methods.bad.go: lacks result"],
    "no_since": ["bad.json: methods.bad.go: lacks since"],
    "no_type": [f"{THING}: needs a type"],
    "not_an_object": ["bad.json: must be object"],
    "nothing_fits": [f"{THING}: no value matches this schema"],
    "notification_result": ["bad.json: methods.bad.go.result: a notification has no result"],
    "notification_waits": ["bad.json: methods.bad.go.waits: a notification has no response"],
    "nullable_result": ["bad.json: methods.bad.go.result: a result cannot be nullable"],
    "nullable_type": ["bad.json: types.A: a declared type cannot be nullable"],
    "number_both": [f"{THING}.exclusiveMinimum: cannot be used with minimum"],
    "number_empty": [f"{THING}: no number lies between"],
    "object_min_properties": [f"{THING}.minProperties: is only for maps"],
    "only_null": [f"{THING}.oneOf: oneOf must be a type or null"],
    "params_map": ["bad.json: methods.bad.go.params: must be an object"],
    "params_no_object": ["bad.json: methods.bad.go.params: must be an object"],
    "positional": ['bad.json: methods.bad.go.positional: params have no property "ghost"'],
    "presence_collides": ['bad.json: types.Thing.properties.a_is: is a_is in C, as "a" is'],
    "recursive": ["bad.json: types.A: contains itself: A → B → A"],
    "recursive_union": ["bad.json: types.A: contains itself: A → A"],
    "ref_sibling": ["bad.json: types.B.properties.a.minLength: cannot be used in a $ref"],
    "required": ['bad.json: types.Thing.required: there is no property "ghost"'],
    "required_default": [f"{THING}.default: a required field cannot have a default"],
    "same_name": ["bad.json: methods.bad:go: is declared twice, also at bad.json: methods.bad.go"],
    "surrogate": ["bad.json: contains a lone surrogate"],
    "syntax": ["bad.json:3:13: Expecting ':' delimiter"],
    "tag_taken": ["bad.json: methods.bad.go.result: is bad_go_result_shape in C, as is bad.json: types.Go.properties"],
    "taken_file": ["errors.json: errors.h is another generated file"],
    "two_files": ["bad.json: methods.bad.go: is declared twice, also at worse.json: methods.bad:go",
                  "bad.json: errors.lost: is declared twice, also at worse.json: errors.lost"],
    "too_many_fields": ["bad.json: types.Thing.properties: 65 properties; the limit is 64"],
    "type_is_ref": ["bad.json: types.B: a declared type cannot be only a reference to another type"],
    "type_list": [f'{THING}.type: a list must have one type and "null"'],
    "type_name": ["bad.json: types.thing: the name must match"],
    "types_collide": ["bad.json: types.BadFooBar: is bad_foo_bar_shape in C, as is bad.json: types.FooBar"],
    "union_no_tag": [f"{THING}: its objects share no required const field"],
    "union_of_strings": [f"{THING}.oneOf.0: a variant must be an object"],
    "union_optional_tag": [f"{THING}: its objects share no required const field"],
    "union_same_word": [f'{THING}: the words of the tag "kind" are not all different'],
    "unknown_caller": ["bad.json: methods.bad.go.callers.0: must be one of client"],
    "unknown_error": ['bad.json: methods.bad.go.errors: no namespace declares the error "ghost"'],
    "unknown_format": [f"{THING}.format: must be one of date-time, uri"],
    "unknown_handler": ["bad.json: methods.bad.go.handler: must be one of daemon"],
    "unknown_key": ["bad.json: method: is not known here"],
    "unknown_keyword": [f"{THING}.pattern: is not known here"],
    "unknown_ref": [f'{THING}.$ref: namespace "bad" has no type "Ghost"'],
    "unknown_ref_namespace": [f'{THING}.$ref: there is no namespace "ghost"'],
    "unknown_type": [f"{THING}.type: must be a type"],
    "wrong_namespace": ['bad.json: namespace: must be "bad", the name of the file'],
}


def lay_out(case, directory):
    """Copies the files of a case to the place where the generator expects a contract."""
    folder = HERE / "bad" / case
    if folder.is_dir():
        shutil.copytree(folder, directory, dirs_exist_ok=True)
    else:
        shutil.copy(folder.with_suffix(".json"), directory / "bad.json")


@pytest.mark.parametrize("case", sorted(CASES))
def test_told(case, tmp_path):
    lay_out(case, tmp_path)
    with pytest.raises(ContractError) as caught:
        load_contract(tmp_path)
    told = caught.value.problems
    assert len(told) == len(CASES[case]), told
    for line, expected in zip(told, CASES[case]):
        assert line.startswith(expected)


def test_every_file_is_a_case():
    assert {path.stem for path in (HERE / "bad").iterdir()} == set(CASES)


def test_command_prints_all_and_fails(tmp_path):
    lay_out("many", tmp_path)
    out = tmp_path / "out"
    done = subprocess.run([GENERATE, "--contract", tmp_path, "--out", out], capture_output=True, text=True)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 4
    assert not out.exists()


def test_no_contract(tmp_path):
    with pytest.raises(ContractError):
        load_contract(tmp_path)
