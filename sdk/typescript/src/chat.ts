/** Chats of a client: sends a message and streams the response, on a connection of its own. */

import { chunkOf, isLast, type StreamChunk } from "./chunks.js";
import type { Connection } from "./connection.js";
import { ConnectionError, type WeirError, abortErrorOf } from "./errors.js";
import { Link, type LinkOptions } from "./link.js";
import { Queue } from "./queue.js";
import { isObject } from "./schema.js";
import type { ChatRequest, ChatResponse } from "./source.js";
import { checkEvent, checkParams, checkResult } from "./validate.js";

/** Errors that another attempt may not meet. */
const PASSING_WORDS = new Set(["disconnected", "stopping", "timeout", "subsystem_unavailable", "too_many_connections"]);
const BUFFERED_MAX = 1 << 20;
const ENTRY_BYTES = 256;

/** What begins a stream. */
export type Begin = { method: "chat:sendMessage"; params: ChatRequest } | { method: "chat:resume"; params: { taskId: string } };

interface Port {
  threadId: string;
  taskId: string;
}

export class ChatStream implements ChatResponse {
  readonly #link: Link;
  readonly #queue: Queue<{ chunk: unknown }>;
  readonly #cancel: (taskId: string) => Promise<void>;
  readonly #ended: () => void;
  #connection: Connection | undefined;
  #port: Port | undefined;
  #settle: ((error: WeirError | undefined) => void) | undefined;
  #isStarted = false;
  #isPaused = false;
  #received = 0;
  /** Chunks of the present connection that an earlier one has brought. */
  #skipped = 0;

  private constructor(options: LinkOptions, begin: Begin, cancel: (taskId: string) => Promise<void>, ended: () => void) {
    this.#cancel = cancel;
    this.#ended = ended;
    this.#queue = new Queue({ high: BUFFERED_MAX, low: BUFFERED_MAX / 2, full: () => this.#pause(true), drained: () => this.#pause(false) });
    this.#link = new Link(
      { ...options, introduction: { ...options.introduction, acceptsDescriptors: false } },
      {
        opened: (connection) => this.#opened(connection, begin),
        notification: (method, params, bytes) => this.#notified(method, params, bytes),
        lost: (error, retryInMs) => this.#lost(error, retryInMs),
      },
    );
  }

  /** Sends the message, or asks for the response of a task once more. start() then begins it, within five seconds. */
  static open(
    options: LinkOptions,
    begin: Begin,
    handlers: { cancel: (taskId: string) => Promise<void>; ended: (stream: ChatStream) => void; signal?: AbortSignal | undefined },
  ): Promise<ChatStream> {
    const { signal } = handlers;
    return new Promise((resolve, reject) => {
      checkParams(begin.method, begin.params);
      if (signal?.aborted) throw abortErrorOf(signal, begin.method);
      const stream: ChatStream = new ChatStream(options, begin, handlers.cancel, () => handlers.ended(stream));
      const abort = (): void => stream.#end(abortErrorOf(signal as AbortSignal, begin.method));
      stream.#settle = (error) => {
        stream.#settle = undefined;
        signal?.removeEventListener("abort", abort);
        if (error) reject(error);
        else resolve(stream);
      };
      signal?.addEventListener("abort", abort, { once: true });
      stream.#link.start();
    });
  }

  get threadId(): string {
    return (this.#port as Port).threadId;
  }

  get taskId(): string {
    return (this.#port as Port).taskId;
  }

  /** Says that the response will be read: the agent begins to work. From then on, a lost connection is made again, and the response goes on
   * where it was. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    if (this.#connection) this.#acknowledge(this.#connection);
    else this.#end(new ConnectionError("the connection has ended before the response began"));
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** The next chunk. Rejects if the response cannot go on. */
  async next(): Promise<IteratorResult<StreamChunk, undefined>> {
    for (;;) {
      const { done, value } = await this.nextRaw();
      if (done) return { done, value: undefined };
      const chunk = chunkOf(value);
      if (chunk) return { done: false, value: chunk };
    }
  }

  /** The next chunk, also one of a type that this version does not know. */
  async nextRaw(): Promise<IteratorResult<unknown, undefined>> {
    const entry = await this.#queue.next();
    return entry ? { done: false, value: entry.chunk } : { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<StreamChunk, undefined>> {
    this.close();
    return { done: true, value: undefined };
  }

  cancel(): Promise<void> {
    return this.#cancel(this.taskId);
  }

  close(): void {
    this.#queue.drop();
    this.#end(new ConnectionError("the chat was closed"));
  }

  #end(error?: WeirError): void {
    this.#settle?.(error ?? new ConnectionError("the chat was closed"));
    this.#queue.end(error);
    this.#link.close();
    this.#ended();
  }

  #pause(pauses: boolean): void {
    this.#isPaused = pauses;
    if (pauses) this.#connection?.pause();
    else this.#connection?.resume();
  }

  #lost(error: WeirError, retryInMs: number | undefined): void {
    this.#connection = undefined;
    if (retryInMs === undefined || !this.#isStarted) this.#end(error);
  }

  #opened(connection: Connection, begin: Begin): void {
    this.#connection = connection;
    const isAgain = this.#port !== undefined;
    const { method, params } = isAgain ? { method: "chat:resume", params: { taskId: this.taskId } } : begin;
    connection.request(method, params, (error, result) => {
      if (error && isAgain && PASSING_WORDS.has(error.word)) return connection.close(new ConnectionError(error.message, { cause: error }));
      if (error) return this.#end(error);
      try {
        checkResult(method, result);
      } catch (problem) {
        return this.#end(problem as WeirError);
      }
      this.#port = result as Port;
      this.#skipped = this.#received;
      if (isAgain) this.#acknowledge(connection);
      this.#settle?.(undefined);
    });
    if (this.#isPaused) connection.pause();
  }

  #acknowledge(connection: Connection): void {
    connection.request("chat:ack", { taskId: this.taskId }, (error) => {
      if (error && error.word !== "disconnected") this.#end(error);
    });
  }

  #notified(method: string, params: unknown, bytes: number): void {
    try {
      checkEvent(method, params);
      if (!isObject(params)) return;
      if (method === "chat:streamChunk" && params.taskId === this.#port?.taskId) this.#receive(params.chunk, bytes);
    } catch (error) {
      this.#end(error as WeirError);
    }
  }

  #receive(value: unknown, bytes: number): void {
    if (this.#skipped > 0) {
      this.#skipped--;
      return;
    }
    const chunk = chunkOf(value);
    this.#received++;
    this.#queue.push({ chunk: value }, ENTRY_BYTES + bytes);
    if (chunk && isLast(chunk)) this.#end();
  }
}
