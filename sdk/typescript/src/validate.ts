/** Checks of requests, responses and events against the contract. */

import { InvalidParamsError, InvalidResponseError, DaemonError, codeOf } from "./errors.js";
import { events, methods, types } from "./generated/schemas.js";
import { Checker, type MethodSchema } from "./schema.js";

const requests = new Checker(types, false);
const responses = new Checker(types, true);

/** What the contract says about a method. ':' and '.' are equivalent in names. Throws DaemonError if there is none. */
export function methodOf(name: string): MethodSchema {
  const found = Object.hasOwn(methods, name) ? methods[name] : alternatives.get(name.replaceAll(":", "."));
  if (!found) throw new DaemonError(codeOf("method_not_found"), `no such method: ${name}`, { code: "method_not_found" });
  return found;
}

const alternatives = new Map(Object.entries(methods).map(([name, method]) => [name.replaceAll(":", "."), method]));

/** Throws InvalidParamsError unless the parameters fit the method. */
export function checkParams(name: string, params: unknown): void {
  const problem = requests.check(params, methodOf(name).params, "params");
  if (problem) throw new InvalidParamsError(problem.path, problem.message);
}

/** Throws InvalidParamsError unless the arguments of a read fit their type. */
export function checkArguments(type: string, args: unknown): void {
  const problem = requests.check(args, { $ref: type }, "args");
  if (problem) throw new InvalidParamsError(problem.path, problem.message);
}

/** Throws InvalidResponseError unless the data of a read fits its type. */
export function checkData(name: string, type: string, data: unknown): void {
  const problem = responses.check(data, { $ref: type }, "data");
  if (problem) throw new InvalidResponseError(`the response to ${name}`, problem.path, problem.message);
}

/** Throws InvalidResponseError unless the result fits the method. */
export function checkResult(name: string, result: unknown): void {
  const problem = responses.check(result, methodOf(name).result ?? true, "result");
  if (problem) throw new InvalidResponseError(`the response to ${name}`, problem.path, problem.message);
}

/** Throws InvalidResponseError unless the parameters fit the event. An event that the contract does not have fits. */
export function checkEvent(name: string, params: unknown): void {
  const schema = Object.hasOwn(events, name) ? events[name] : undefined;
  const problem = schema && responses.check(params, schema, "params");
  if (problem) throw new InvalidResponseError(name, problem.path, problem.message);
}
