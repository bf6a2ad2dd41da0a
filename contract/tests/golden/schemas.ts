// Generated from the files of contract/ by contract/generate; do not edit.

import type { MethodSchema, Schema } from "../schema.js";

export const types: { readonly [name: string]: Schema } = {
  "sample.Change": {"oneOf": [{"$ref": "sample.Created"}, {"type": "object", "properties": {"type": {"type": "string", "const": "recolored"}, "from": {"$ref": "sample.Color"}, "to": {"$ref": "sample.Color"}}, "required": ["type", "to"]}, {"type": "object", "properties": {"type": {"const": "default"}}, "required": ["type"]}]},
  "sample.Color": {"type": "string", "enum": ["red", "dark-green", "lightBlue"]},
  "sample.Counts": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}},
  "sample.Created": {"type": "object", "properties": {"type": {"const": "created"}, "sample": {"$ref": "sample.Sample"}}, "required": ["type", "sample"], "additionalProperties": false},
  "sample.Names": {"type": "array", "items": {"type": "string"}},
  "sample.Sample": {"type": "object", "properties": {"id": {"$ref": "sample.SampleId"}, "color": {"$ref": "sample.Color"}, "unix": {"type": "boolean"}}, "required": ["id"]},
  "sample.SampleId": {"type": "string", "minLength": 1, "maxLength": 8},
  "sample.TreeNode": {"type": "object", "properties": {"label": {"type": "string"}, "children": {"type": "array", "items": {"$ref": "sample.TreeNode"}}, "named": {"type": "object", "additionalProperties": {"$ref": "sample.TreeNode"}}}, "required": ["label", "children"]},
  "shared.Span": {"type": "object", "properties": {"from": {"type": "integer", "minimum": 0}, "to": {"type": ["integer", "null"], "minimum": 0}}, "required": ["from"]},
};

export const methods: { readonly [name: string]: MethodSchema } = {
  "ping": {"params": {"type": "object"}, "result": {"type": "boolean"}},
  "$/poke": {"params": {"type": "object", "properties": {"id": true}, "required": ["id"]}, "notification": true},
  "sample.everything": {"params": {"type": "object", "properties": {"flag": {"type": "boolean"}, "flagByDefault": {"type": "boolean"}, "count": {"type": "integer"}, "percent": {"type": "integer", "minimum": 0, "maximum": 100}, "between": {"type": "integer", "exclusiveMinimum": -10, "exclusiveMaximum": 10}, "lowest": {"type": "integer"}, "ratio": {"type": "number", "minimum": 0, "maximum": 1}, "open": {"type": "number", "exclusiveMinimum": -1.5, "exclusiveMaximum": 1.5}, "number": {"type": "number"}, "text": {"type": "string", "minLength": 1, "maxLength": 16}, "greeting": {"type": "string"}, "binary": {"type": "string", "x-nul": true}, "when": {"type": "string", "format": "date-time"}, "link": {"type": "string", "format": "uri"}, "level": {"type": "string", "enum": ["low", "high"]}, "color": {"$ref": "sample.Color"}, "version": {"const": "v1"}, "versionMaybe": {"const": "v2"}, "nothing": {"type": "null"}, "anything": true, "annotated": {}, "anyByDefault": {}, "closed": {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "string"}}, "required": ["a"], "additionalProperties": false}, "openObject": {"type": "object", "properties": {"inner": {"type": "object", "properties": {"deep": {"type": "array", "items": {"type": "string", "enum": ["x", "y"]}}}, "required": ["deep"]}}, "additionalProperties": true}, "empty": {"type": "object"}, "list": {"type": "array", "items": {"type": "integer"}, "minItems": 1, "maxItems": 4}, "listByDefault": {"type": "array", "items": {"type": "string"}}, "emptyByDefault": {"type": "array", "items": {"type": "string"}}, "matrix": {"type": "array", "items": {"type": "array", "items": {"type": "number"}}}, "records": {"type": "array", "items": {"type": "object", "properties": {"key": {"type": "string"}, "value": true}, "required": ["key"]}}, "colors": {"type": "array", "items": {"$ref": "sample.Color"}}, "map": {"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 1, "maxProperties": 3}, "mapOfAny": {"type": "object", "additionalProperties": {}}, "mapByDefault": {"type": "object", "additionalProperties": {"$ref": "sample.Names"}}, "change": {"$ref": "sample.Change"}, "changes": {"type": "array", "items": {"$ref": "sample.Change"}, "maxItems": 8}, "shape": {"oneOf": [{"type": "object", "properties": {"kind": {"const": "circle"}, "radius": {"type": "number", "exclusiveMinimum": 0}}, "required": ["kind", "radius"]}, {"type": "object", "properties": {"kind": {"const": "square"}, "side": {"type": "number"}}, "required": ["kind", "side"]}]}, "maybeText": {"type": ["string", "null"]}, "maybeCount": {"type": ["integer", "null"]}, "maybeNull": {"type": ["integer", "null"]}, "requiredMaybe": {"type": ["boolean", "null"]}, "maybeSample": {"oneOf": [{"$ref": "sample.Sample"}, {"type": "null"}]}, "maybeList": {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}]}, "maybeChange": {"oneOf": [{"type": "object", "properties": {"op": {"const": "add"}, "n": {"type": "integer"}}, "required": ["op", "n"]}, {"type": "object", "properties": {"op": {"const": "clear"}}, "required": ["op"]}, {"type": "null"}]}, "sample": {"$ref": "sample.Sample"}, "tree": {"$ref": "sample.TreeNode"}, "span": {"$ref": "shared.Span"}, "int": {"type": "integer"}, "content-type": {"type": "string"}, "password": {"type": "string"}}, "required": ["flag", "count", "text", "version", "requiredMaybe", "nothing"]}, "result": {"type": "object", "properties": {"closed": {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"], "additionalProperties": false}, "tree": {"$ref": "sample.TreeNode"}, "change": {"$ref": "sample.Change"}, "anything": true, "maybe": {"type": ["string", "null"]}}, "required": ["anything", "maybe"]}},
  "sample.echo": {"params": {"type": "object", "properties": {"upper": {"type": "boolean"}, "text": {"type": "string", "maxLength": 64}, "times": {"type": "integer", "minimum": 1, "maximum": 100}}, "required": ["text"], "additionalProperties": false}, "result": {"type": "string"}, "secret": true},
  "sample.wait": {"params": {"type": "object"}, "result": {"$ref": "sample.Change"}, "waits": true},
  "sample.note": {"params": {"type": "object", "properties": {"line": {"type": "string"}}, "required": ["line"]}, "notification": true},
  "sample.names": {"params": {"$ref": "sample.Sample"}, "result": {"type": "array", "items": {"$ref": "sample.Sample"}}},
  "sample.counts": {"params": {"type": "object"}, "result": {"$ref": "sample.Counts"}},
  "sample:setMode": {"params": {"type": "object", "properties": {"mode": {"type": "string", "enum": ["on", "off"]}}, "required": ["mode"]}, "result": {"type": "null"}},
  "sample.level": {"params": {"type": "object"}, "result": {"type": "string", "enum": ["low", "high"]}},
  "shared.sample": {"params": {"type": "object", "properties": {"sample": {"$ref": "sample.Sample"}}}, "result": true},
};

export const events: { readonly [name: string]: Schema } = {
  "event.sampleChanged": {"type": "object", "properties": {"change": {"$ref": "sample.Change"}, "seq": {"type": "integer", "minimum": 1}}, "required": ["change", "seq"]},
  "sample:created": {"$ref": "sample.Sample"},
};

export const errorCodes: { readonly [name: string]: number } = {
  "sample_failed": -32050,
  "sample_busy": -32051,
  "shared_gone": -32052,
};
