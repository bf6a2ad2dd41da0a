/** Checks values against the part of JSON Schema that the contract uses. */

export interface Schema {
  readonly type?: string | readonly string[];
  readonly $ref?: string;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: { readonly [name: string]: Schema | true };
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema | true;
  readonly format?: string;
  readonly "x-nul"?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

export interface MethodSchema {
  readonly params: Schema | true;
  readonly result?: Schema | true;
  readonly waits?: boolean;
  readonly secret?: boolean;
  readonly notification?: boolean;
}

/** Where a value does not fit, and why. */
export interface Problem {
  path: string;
  message: string;
}

const DATE_TIME =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[Tt]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/;
const LONE_SURROGATE = /\p{Surrogate}/u;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const DEPTH_MAX = 128;

/** Checks values against schemas that can refer to declared types. */
export class Checker {
  readonly #types: { readonly [name: string]: Schema };
  readonly #acceptsUnknownFields: boolean;

  /** A reader accepts unknown fields: a newer daemon may send them. */
  constructor(types: { readonly [name: string]: Schema }, acceptsUnknownFields: boolean) {
    this.#types = types;
    this.#acceptsUnknownFields = acceptsUnknownFields;
  }

  /** The first problem of a value; undefined: it fits. */
  check(value: unknown, schema: Schema | true, path: string): Problem | undefined {
    return this.#check(value, schema, path, 0);
  }

  #check(value: unknown, schema: Schema | true, path: string, depth: number): Problem | undefined {
    if (depth > DEPTH_MAX) return { path, message: `is nested deeper than ${DEPTH_MAX}` };
    if (schema === true) return checkAny(value, path, depth);
    if (schema.$ref !== undefined) {
      const type = this.#types[schema.$ref];
      return type ? this.#check(value, type, path, depth) : { path, message: `has an unknown type: ${schema.$ref}` };
    }
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices) return this.#checkChoices(value, choices, path, depth);
    const kinds = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
    const constant = schema.const !== undefined || schema.enum !== undefined;
    if (kinds.length === 0 && !constant) return checkAny(value, path, depth);
    if (value === null && kinds.includes("null")) return undefined;
    const kind = kinds.find((one) => one !== "null") ?? (constant ? "string" : "null");
    switch (kind) {
      case "string":
        return checkString(value, schema, path);
      case "integer":
      case "number":
        return checkNumber(value, schema, path, kind);
      case "boolean":
        return typeof value === "boolean" ? undefined : { path, message: "must be a boolean" };
      case "array":
        return this.#checkArray(value, schema, path, depth);
      case "object":
        return this.#checkObject(value, schema, path, depth);
      default:
        return value === null ? undefined : { path, message: "must be null" };
    }
  }

  #checkArray(value: unknown, schema: Schema, path: string, depth: number): Problem | undefined {
    if (!Array.isArray(value)) return { path, message: "must be an array" };
    const wrong = checkCount(value.length, schema.minItems, schema.maxItems, "items", path);
    if (wrong || schema.items === undefined) return wrong;
    for (let index = 0; index < value.length; index++) {
      const problem = this.#check(value[index], schema.items, `${path}[${index}]`, depth + 1);
      if (problem) return problem;
    }
    return undefined;
  }

  #checkObject(value: unknown, schema: Schema, path: string, depth: number): Problem | undefined {
    if (!isObject(value)) return { path, message: "must be an object" };
    for (const name of schema.required ?? [])
      if (!Object.hasOwn(value, name) || value[name] === undefined) return { path: member(path, name), message: "is missing" };
    const others = schema.additionalProperties ?? true;
    const names = Object.keys(value).filter((name) => value[name] !== undefined);
    const wrong = checkCount(names.length, schema.minProperties, schema.maxProperties, "entries", path);
    if (wrong) return wrong;
    for (const name of names) {
      const known = schema.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
      if (known === undefined && others === false) {
        if (this.#acceptsUnknownFields) continue;
        return { path: member(path, name), message: "is not known here" };
      }
      const problem = this.#check(value[name], known ?? (others as Schema | true), member(path, name), depth + 1);
      if (problem) return problem;
    }
    return undefined;
  }

  /** A type or null, or a tagged union: the problem is that of the variant with the value's tag. */
  #checkChoices(value: unknown, choices: readonly Schema[], path: string, depth: number): Problem | undefined {
    let last: Problem | undefined;
    for (const choice of choices) {
      const problem = this.#check(value, choice, path, depth);
      if (!problem) return undefined;
      if (!last || this.#hasTag(value, choice)) last = problem;
    }
    return last ?? { path, message: "fits none of the choices" };
  }

  #hasTag(value: unknown, schema: Schema): boolean {
    const choice = schema.$ref === undefined ? schema : this.#types[schema.$ref];
    const fields = Object.entries(choice?.properties ?? {});
    return isObject(value) && fields.some(([name, field]) => field !== true && field.const !== undefined && value[name] === field.const);
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function member(path: string, name: string): string {
  return IDENTIFIER.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`;
}

/** A value of any type must still be one of JSON. */
function checkAny(value: unknown, path: string, depth: number): Problem | undefined {
  if (depth > DEPTH_MAX) return { path, message: `is nested deeper than ${DEPTH_MAX}` };
  switch (typeof value) {
    case "string":
      return LONE_SURROGATE.test(value) ? { path, message: "contains a lone surrogate" } : undefined;
    case "number":
      return Number.isFinite(value) ? undefined : { path, message: "must be a finite number" };
    case "boolean":
      return undefined;
    case "object": {
      if (value === null) return undefined;
      for (const [name, inner] of Object.entries(value)) {
        if (inner === undefined && !Array.isArray(value)) continue;
        const problem = checkAny(inner, Array.isArray(value) ? `${path}[${name}]` : member(path, name), depth + 1);
        if (problem) return problem;
      }
      return undefined;
    }
    default:
      return { path, message: "is not a value of JSON" };
  }
}

function checkString(value: unknown, schema: Schema, path: string): Problem | undefined {
  if (typeof value !== "string") return { path, message: "must be a string" };
  if (schema.const !== undefined && value !== schema.const) return { path, message: `must be ${JSON.stringify(schema.const)}` };
  if (schema.enum && !schema.enum.includes(value)) return { path, message: `must be one of ${schema.enum.join(", ")}` };
  if (LONE_SURROGATE.test(value)) return { path, message: "contains a lone surrogate" };
  if (!schema["x-nul"] && value.includes("\0")) return { path, message: "must not contain U+0000" };
  if (schema.format === "date-time" && !DATE_TIME.test(value)) return { path, message: "must be a date-time" };
  if (schema.format === "uri" && !URI.test(value)) return { path, message: "must be a uri" };
  if (schema.minLength === undefined && schema.maxLength === undefined) return undefined;
  let characters = 0;
  for (const _ of value) characters++;
  return checkCount(characters, schema.minLength, schema.maxLength, "characters", path);
}

function checkNumber(value: unknown, schema: Schema, path: string, kind: string): Problem | undefined {
  if (typeof value !== "number" || !Number.isFinite(value)) return { path, message: `must be ${kind === "integer" ? "an integer" : "a number"}` };
  if (kind === "integer" && !Number.isInteger(value)) return { path, message: "must be an integer" };
  if (schema.minimum !== undefined && value < schema.minimum) return { path, message: `must be at least ${schema.minimum}` };
  if (schema.maximum !== undefined && value > schema.maximum) return { path, message: `must be at most ${schema.maximum}` };
  if (schema.exclusiveMinimum !== undefined && value <= schema.exclusiveMinimum) return { path, message: `must be over ${schema.exclusiveMinimum}` };
  if (schema.exclusiveMaximum !== undefined && value >= schema.exclusiveMaximum) return { path, message: `must be under ${schema.exclusiveMaximum}` };
  return undefined;
}

function checkCount(count: number, least: number | undefined, most: number | undefined, what: string, path: string): Problem | undefined {
  if (least !== undefined && count < least) return { path, message: `must have at least ${least} ${what}` };
  if (most !== undefined && count > most) return { path, message: `must have at most ${most} ${what}` };
  return undefined;
}
