/** One connection to the daemon: JSON-RPC 2.0, a message a line. */

import { createConnection, type Socket } from "node:net";

import { ConnectionError, LimitError, daemonErrorOf, type WeirError } from "./errors.js";
import { LineReader } from "./lines.js";
import { isObject } from "./schema.js";
import { checkSocket } from "./socket.js";

export interface ConnectionLimits {
  /** The longest line that is accepted or sent. */
  maxMessageBytes: number;
  /** The most requests without an answer. */
  maxPending: number;
}

export interface ConnectionOptions extends ConnectionLimits {
  socketPath: string;
}

/** Gets the result of a request, or the reason why there is none. Called in the order of arrival, before any later message is read. */
export type Settle = (error: WeirError | undefined, result: unknown) => void;

export interface ConnectionHandlers {
  /** bytes: the approximate size of the message. */
  notification(method: string, params: unknown, bytes: number): void;
  /** Called once, after every pending request was settled. */
  closed(error: ConnectionError): void;
}

export class Connection {
  readonly #socket: Socket;
  readonly #options: ConnectionLimits;
  readonly #handlers: ConnectionHandlers;
  readonly #lines: LineReader;
  readonly #pending = new Map<number, Settle>();
  #lastId = 0;
  #ended = false;
  #maxMessageBytes: number;

  private constructor(socket: Socket, options: ConnectionLimits, handlers: ConnectionHandlers) {
    this.#socket = socket;
    this.#options = options;
    this.#handlers = handlers;
    this.#lines = new LineReader(options.maxMessageBytes);
    this.#maxMessageBytes = options.maxMessageBytes;
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("error", (cause) => this.#end(new ConnectionError(`the connection failed: ${cause.message}`, { cause })));
    socket.on("close", () => this.#end(new ConnectionError("the daemon closed the connection")));
  }

  /** Takes over a socket that is connected. */
  static over(socket: Socket, limits: ConnectionLimits, handlers: ConnectionHandlers): Connection {
    return new Connection(socket, limits, handlers);
  }

  /** Connects. Rejects with ConnectionError. */
  static open(options: ConnectionOptions, handlers: ConnectionHandlers, signal: AbortSignal): Promise<Connection> {
    return new Promise((resolve, reject) => {
      checkSocket(options.socketPath);
      const socket = createConnection({ path: options.socketPath });
      const refuse = (cause: Error): void => {
        signal.removeEventListener("abort", abort);
        socket.destroy();
        reject(new ConnectionError(`cannot connect to ${options.socketPath}: ${cause.message}`, { cause }));
      };
      const abort = (): void => refuse(new Error("closed by the caller"));
      socket.once("error", refuse);
      socket.once("connect", () => {
        signal.removeEventListener("abort", abort);
        socket.off("error", refuse);
        resolve(new Connection(socket, options, handlers));
      });
      signal.addEventListener("abort", abort, { once: true });
      if (signal.aborted) abort();
    });
  }

  /** Adopts the daemon's limit for messages. */
  limitMessages(bytes: number): void {
    this.#maxMessageBytes = Math.min(this.#options.maxMessageBytes, bytes);
  }

  /** Sends a request and returns its id. Throws LimitError or ConnectionError; settle is then not called. */
  request(method: string, params: unknown, settle: Settle): number {
    if (this.#ended) throw new ConnectionError("the connection has ended");
    if (this.#pending.size >= this.#options.maxPending)
      throw new LimitError("too_many_waiting", `${this.#pending.size} requests wait for an answer (limit: maxPending = ${this.#options.maxPending})`);
    const id = this.#lastId + 1;
    this.#send({ jsonrpc: "2.0", id, method, params });
    this.#lastId = id;
    this.#pending.set(id, settle);
    return id;
  }

  /** Sends a notification. */
  notify(method: string, params: unknown): void {
    if (!this.#ended) this.#send({ jsonrpc: "2.0", method, params });
  }

  /** Forgets a request and tells the daemon to end it. Its answer is ignored. */
  cancel(id: number): void {
    if (this.#pending.delete(id)) this.notify("$/cancel_request", { requestId: id });
  }

  /** Stops and resumes reading. A daemon whose messages nobody reads serves events from its log instead. */
  pause(): void {
    this.#socket.pause();
  }
  resume(): void {
    this.#socket.resume();
  }

  /** Ends the connection; handlers.closed is called with the reason. */
  close(error: ConnectionError = new ConnectionError("the client closed the connection")): void {
    this.#end(error);
  }

  #send(message: object): void {
    const line = Buffer.from(JSON.stringify(message) + "\n");
    if (line.length > this.#maxMessageBytes)
      throw new LimitError("message_too_long", `the message has ${line.length} bytes (limit: ${this.#maxMessageBytes})`);
    if (this.#socket.writableLength + line.length > 4 * this.#options.maxMessageBytes)
      throw new LimitError("too_many_waiting", `${this.#socket.writableLength} bytes wait to be sent`);
    this.#socket.write(line);
  }

  #read(chunk: Buffer): void {
    try {
      for (const line of this.#lines.push(chunk)) {
        if (this.#ended) return;
        this.#receive(line);
      }
    } catch (error) {
      this.#end(error instanceof ConnectionError ? error : new ConnectionError(`cannot handle a message: ${String(error)}`, { cause: error }));
    }
  }

  #receive(line: string): void {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch (cause) {
      throw new ConnectionError("the daemon sent a line that is not JSON", { cause });
    }
    if (!isObject(message)) throw new ConnectionError("the daemon sent a line that is not a message");
    if (typeof message.method === "string") {
      if (message.id === undefined) this.#handlers.notification(message.method, message.params, line.length);
      else this.#send({ jsonrpc: "2.0", id: message.id, error: { code: -32601, message: "this client has no methods" } });
      return;
    }
    if (message.id === null) throw new ConnectionError(`the daemon refused a message: ${daemonErrorOf(message.error).message}`);
    const settle = this.#pending.get(message.id as number);
    if (!settle) return; // cancelled
    this.#pending.delete(message.id as number);
    if (message.error !== undefined) settle(daemonErrorOf(message.error), undefined);
    else settle(undefined, message.result);
  }

  #end(error: ConnectionError): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#socket.destroy();
    const waiting = [...this.#pending.values()];
    this.#pending.clear();
    for (const settle of waiting) settle(error, undefined);
    this.#handlers.closed(error);
  }
}
