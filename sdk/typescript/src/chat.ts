/** Chats of a client: sends a message and streams the response, on a connection of its own. */

import { chunkOf, isLast, type StreamChunk } from "./chunks.js";
import type { Connection } from "./connection.js";
import { ConnectionError, type WeirError, abortErrorOf } from "./errors.js";
import { Link, type LinkOptions } from "./link.js";
import { Queue } from "./queue.js";
import { isObject } from "./schema.js";
import type { ChatRequest, ChatResponse } from "./source.js";
import { checkEvent, checkParams, checkResult } from "./validate.js";

const BUFFERED_MAX = 1 << 20;
const ENTRY_BYTES = 256;

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

  private constructor(options: LinkOptions, request: ChatRequest, cancel: (taskId: string) => Promise<void>, ended: () => void) {
    this.#cancel = cancel;
    this.#ended = ended;
    this.#queue = new Queue({ high: BUFFERED_MAX, low: BUFFERED_MAX / 2, full: () => this.#connection?.pause(), drained: () => this.#connection?.resume() });
    this.#link = new Link(
      { ...options, introduction: { ...options.introduction, acceptsDescriptors: false } },
      {
        opened: (connection) => this.#opened(connection, request),
        notification: (method, params, bytes) => this.#notified(method, params, bytes),
        lost: (error) => this.#end(error),
      },
    );
  }

  /** Sends the message. The agent begins to work when start() is called, within five seconds. */
  static open(
    options: LinkOptions,
    request: ChatRequest,
    handlers: { cancel: (taskId: string) => Promise<void>; ended: (stream: ChatStream) => void; signal?: AbortSignal | undefined },
  ): Promise<ChatStream> {
    const { signal } = handlers;
    return new Promise((resolve, reject) => {
      checkParams("chat:sendMessage", request);
      if (signal?.aborted) throw abortErrorOf(signal, "chat:sendMessage");
      const stream: ChatStream = new ChatStream(options, request, handlers.cancel, () => handlers.ended(stream));
      const abort = (): void => stream.#end(abortErrorOf(signal as AbortSignal, "chat:sendMessage"));
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

  /** Says that the response will be read: the agent begins to work. */
  start(): void {
    this.#connection?.request("chat:ack", { taskId: this.taskId }, (error) => {
      if (error) this.#end(error);
    });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** The next chunk. Rejects if the connection ends before the last one. */
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

  #opened(connection: Connection, request: ChatRequest): void {
    this.#connection = connection;
    connection.request("chat:sendMessage", request, (error, result) => {
      if (error) return this.#end(error);
      try {
        checkResult("chat:sendMessage", result);
        this.#port = result as Port;
        this.#settle?.(undefined);
      } catch (problem) {
        this.#end(problem as WeirError);
      }
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
    const chunk = chunkOf(value);
    this.#queue.push({ chunk: value }, ENTRY_BYTES + bytes);
    if (chunk && isLast(chunk)) this.#end();
  }
}
