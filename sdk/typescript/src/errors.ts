/** The errors of this package. Each one has the numeric code and the word (data.code) of the protocol. */

import { errorCodes } from "./generated/schemas.js";
import { isObject } from "./schema.js";

export interface ErrorData {
  /** The word of the error. */
  code: string;
  /** The field that is wrong, for invalid_params and invalid_response. */
  path?: string;
  [key: string]: unknown;
}

export class WeirError extends Error {
  readonly code: number;
  readonly data: ErrorData;

  constructor(code: number, message: string, data: ErrorData, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
    this.data = data;
  }

  /** The word of the error: session_not_found, timeout, … */
  get word(): string {
    return this.data.code;
  }
}

/** The daemon's answer to a request was an error. */
export class DaemonError extends WeirError {}

/** The parameters do not fit the contract; the request was not sent. */
export class InvalidParamsError extends WeirError {
  constructor(path: string, reason: string) {
    super(codeOf("invalid_params"), `${path} ${reason}`, { code: "invalid_params", path });
  }
}

/** The daemon's answer or event does not fit the contract: it has another version. */
export class InvalidResponseError extends WeirError {
  constructor(subject: string, path: string, reason: string) {
    super(codeOf("internal_error"), `${subject}: ${path} ${reason}`, { code: "invalid_response", path });
  }
}

/** The connection could not be made or has ended. Whether a request that was sent had an effect is not known. */
export class ConnectionError extends WeirError {
  constructor(message: string, options?: ErrorOptions) {
    super(codeOf("disconnected"), message, { code: "disconnected" }, options);
  }
}

/** The answer did not come in time. */
export class TimeoutError extends WeirError {
  constructor(message: string) {
    super(codeOf("timeout"), message, { code: "timeout" });
  }
}

/** A limit of this client was reached; nothing was sent. */
export class LimitError extends WeirError {
  constructor(word: "too_many_waiting" | "message_too_long", message: string) {
    super(codeOf(word), message, { code: word });
  }
}

/** The caller's AbortSignal ended the request. */
export class AbortError extends WeirError {
  constructor(message: string, options?: ErrorOptions) {
    super(codeOf("request_cancelled"), message, { code: "request_cancelled" }, options);
  }
}

/** The error for a signal that has aborted. */
export function abortErrorOf(signal: AbortSignal, what: string): AbortError {
  return new AbortError(`${what} was aborted`, { cause: signal.reason });
}

/** The numeric code of a word of the contract. */
export function codeOf(word: string): number {
  return errorCodes[word] ?? -32603;
}

/** The error in a response of JSON-RPC. */
export function daemonErrorOf(error: unknown): WeirError {
  if (!isObject(error) || typeof error.code !== "number" || typeof error.message !== "string")
    return new InvalidResponseError("an error response", "error", "is not an error object");
  const data = isObject(error.data) ? error.data : {};
  return new DaemonError(error.code, error.message, { ...data, code: typeof data.code === "string" ? data.code : String(error.code) });
}

const MARK = " [weir ";

/** The error as one that keeps its code across Electron's IPC, which passes on nothing but the message. */
export function toIpcError(error: unknown): unknown {
  if (!(error instanceof WeirError)) return error;
  return new Error(`${error.message}${MARK}${JSON.stringify({ code: error.code, data: error.data })}]`);
}

/** The error that toIpcError() has made such. Other errors are returned as they are. */
export function fromIpcError(error: unknown): unknown {
  const text = error instanceof Error ? error.message : String(error);
  const at = text.lastIndexOf(MARK);
  if (at < 0) return error;
  try {
    const { code, data } = JSON.parse(text.slice(at + MARK.length, -1));
    // Electron puts its own words before the message.
    const message = text.slice(0, at).replace(/^Error invoking remote method '[^']*': (?:Error: )?/, "");
    return new DaemonError(code, message, data);
  } catch {
    return error;
  }
}
