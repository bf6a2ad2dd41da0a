/** The chunks of a chat stream, as values and in the form of Server-Sent Events. */

import { InvalidResponseError } from "./errors.js";
import { Checker, isObject, type Schema } from "./schema.js";

export type StreamChunk =
  | { type: "text-delta"; textDelta: string }
  | { type: "tool-call"; toolCallId: string; toolName: string; args: Record<string, unknown> }
  | { type: "tool-result"; toolCallId: string; result: unknown }
  | { type: "error"; error: string }
  | { type: "finish"; usage?: { promptTokens: number; completionTokens: number } };

const text: Schema = { type: "string", "x-nul": true };
const count: Schema = { type: "integer", minimum: 0 };
const schemas: { readonly [type: string]: Schema } = {
  "text-delta": { type: "object", properties: { textDelta: text }, required: ["textDelta"] },
  "tool-call": { type: "object", properties: { toolCallId: text, toolName: text, args: { type: "object" } }, required: ["toolCallId", "toolName", "args"] },
  "tool-result": { type: "object", properties: { toolCallId: text, result: true }, required: ["toolCallId"] },
  error: { type: "object", properties: { error: text }, required: ["error"] },
  finish: {
    type: "object",
    properties: { usage: { type: "object", properties: { promptTokens: count, completionTokens: count }, required: ["promptTokens", "completionTokens"] } },
  },
};
const checker = new Checker({}, true);

/** The value as a chunk. Undefined: it has a type that this version does not know. Throws InvalidResponseError. */
export function chunkOf(value: unknown): StreamChunk | undefined {
  const type = isObject(value) ? value.type : undefined;
  if (typeof type !== "string") throw new InvalidResponseError("a chunk of a chat", "chunk.type", "is missing");
  const schema = Object.hasOwn(schemas, type) ? schemas[type] : undefined;
  if (!schema) return undefined;
  const problem = checker.check(value, schema, "chunk");
  if (problem) throw new InvalidResponseError("a chunk of a chat", problem.path, problem.message);
  return value as StreamChunk;
}

/** The chunk in a text `data: {…}\n\n`, as chunkOf() returns it. */
export function parseChunk(text: string): StreamChunk | undefined {
  let value: unknown;
  try {
    if (!text.startsWith("data: ") || !text.endsWith("\n\n")) throw new SyntaxError("no event");
    value = JSON.parse(text.slice("data: ".length));
  } catch {
    throw new InvalidResponseError("a chunk of a chat", "chunk", "is not an event with JSON");
  }
  return chunkOf(value);
}

/** The text of a chunk. */
export function formatChunk(chunk: unknown): string {
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

/** Whether it is the last chunk of its stream. */
export function isLast(chunk: StreamChunk): boolean {
  return chunk.type === "finish" || chunk.type === "error";
}
