/** A client of the daemon that connects again when its connection ends. */

import type { Events, InitializeResult, Methods, Notifications } from "../weir.js";
import { ChatStream, type Begin } from "./chat.js";
import type { Connection } from "./connection.js";
import { Emitter, type Unsubscribe } from "./emitter.js";
import { AbortError, ConnectionError, LimitError, TimeoutError, WeirError, abortErrorOf } from "./errors.js";
import { EventStream, type EventSelection } from "./events.js";
import type { IpcHandlerMap, SystemHealthEvent } from "./generated/channels.js";
import { Link, type LinkOptions } from "./link.js";
import { findSocket } from "./socket.js";
import type { ChatRequest, ChatSource } from "./source.js";
import { checkEvent, checkParams, checkResult, methodOf } from "./validate.js";

export interface ClientOptions {
  /** The daemon's socket; absent: WEIR_SOCKET, else that of the user's daemon. */
  socketPath?: string;
  /** The name and version of the program, for the daemon's log and status. */
  name?: string;
  version?: string;
  /** Whether a person at this client can answer permission requests. */
  approves?: boolean;
  /** Names of notifications that this client does not want. */
  optOutNotificationMethods?: string[];
  /** How long a request may take, unless its method waits for something. Default: 60,000; 0: no limit. */
  timeoutMs?: number;
  /** How long connecting may take. Default: 10,000. */
  connectTimeoutMs?: number;
  /** The pause before the next attempt to connect, doubled after each failure. Default: 50 to 5,000. */
  reconnect?: { firstMs?: number; longestMs?: number };
  /** The longest message that is accepted or sent. Default: 64 MiB. */
  maxMessageBytes?: number;
  /** The most requests without an answer, including those that wait for a connection. Default: 1,000. */
  maxPending?: number;
}

export interface CallOptions {
  /** Cancels the request. */
  signal?: AbortSignal | undefined;
  /** Replaces ClientOptions.timeoutMs, also for a method that waits; 0: no limit. */
  timeoutMs?: number | undefined;
}

export type ClientEvents = {
  /** The daemon has answered initialize. */
  connected: [server: InitializeResult];
  /** A connection has ended or an attempt has failed. retryInMs is undefined if there will be no other attempt. */
  disconnected: [error: WeirError, retryInMs: number | undefined];
  /** A notification that the contract does not have, or one that does not fit it. */
  unknownNotification: [method: string, params: unknown];
};

/** Chats of a client. */
export interface ClientChat extends ChatSource {
  /** Sends a message; the agent begins to work at once. */
  send(request: ChatRequest, options?: { signal?: AbortSignal | undefined }): Promise<ChatStream>;
  /** The same, but the agent begins to work when start() of the stream is called, within five seconds. */
  open(request: ChatRequest, options?: { signal?: AbortSignal | undefined }): Promise<ChatStream>;
  /** The response that a thread waits for, from its beginning; null: no task of the thread runs or waits. */
  resume(threadId: string, options?: { signal?: AbortSignal | undefined }): Promise<ChatStream | null>;
  /** The same, but it is streamed when start() is called. */
  reopen(threadId: string, options?: { signal?: AbortSignal | undefined }): Promise<ChatStream | null>;
}

type Arguments<Params> = {} extends Params ? [params?: Params, options?: CallOptions] : [params: Params, options?: CallOptions];
type Request<C extends keyof IpcHandlerMap> = IpcHandlerMap[C]["request"];
/** The arguments of a channel: none for void, optional if every field is. */
export type ChannelArguments<C extends keyof IpcHandlerMap> =
  Request<C> extends void ? [] : {} extends Request<C> ? [request?: Request<C>] : [request: Request<C>];

const DEFAULT_TIMEOUT_MS = 60_000;
const HEALTH = "system:health";
const FINAL_STATES: ReadonlySet<string> = new Set(["completed", "failed", "cancelled"]);

export class WeirClient {
  readonly #options: ClientOptions;
  readonly #linkOptions: LinkOptions;
  readonly #link: Link;
  readonly #events = new Emitter<ClientEvents & { [method: string]: unknown[] }>();
  readonly #waiting = new Set<(connection: Connection) => void>();
  readonly #requests = new Set<(error: WeirError) => void>();
  readonly #streams = new Set<{ close(): void }>();
  /** Sends messages to agents and streams their responses, each on a connection of its own. */
  readonly chat: ClientChat = {
    open: (params, options = {}) => this.#openChat({ method: "chat:sendMessage", params }, options.signal),
    send: async (request, options) => started(await this.chat.open(request, options)),
    reopen: async (threadId, options = {}) => {
      const [newest] = await this.call("task.list", { sessionId: threadId, limit: 1 }, options);
      if (!newest || FINAL_STATES.has(newest.state)) return null;
      return await this.#openChat({ method: "chat:resume", params: { taskId: newest.id } }, options.signal);
    },
    resume: async (threadId, options) => {
      const stream = await this.chat.reopen(threadId, options);
      return stream && started(stream);
    },
  };
  #connection: Connection | undefined;
  #server: InitializeResult | undefined;
  #closedBy: WeirError | undefined;
  /** What this connection was told of each service. */
  readonly #health = new Map<string, SystemHealthEvent>();

  /** Begins to connect, and goes on until close(). Requests wait for the connection. */
  constructor(options: ClientOptions = {}) {
    this.#options = options;
    this.#linkOptions = linkOptionsOf(options);
    this.#link = new Link(this.#linkOptions, {
      opened: (connection, server) => this.#opened(connection, server),
      notification: (method, params) => this.#notified(method, params),
      lost: (error, retryInMs) => this.#lost(error, retryInMs),
    });
    this.#link.start();
  }

  /** A client whose first attempt to connect has succeeded; rejects if it fails. */
  static async connect(options: ClientOptions = {}): Promise<WeirClient> {
    const client = new WeirClient(options);
    await new Promise<void>((resolve, reject) => {
      client.on("connected", () => resolve());
      client.on("disconnected", (error) => reject(error));
    }).catch((error: unknown) => {
      client.close();
      throw error;
    });
    return client;
  }

  /** The daemon's answer to initialize; undefined while there is no connection. */
  get server(): InitializeResult | undefined {
    return this.#connection ? this.#server : undefined;
  }

  /** Calls a method. Its parameters and its result are checked against the contract.
   *
   * A request that was sent when the connection ended is rejected with ConnectionError, and not repeated. */
  call<M extends keyof Methods>(method: M, ...args: Arguments<Methods[M]["params"]>): Promise<Methods[M]["result"]> {
    return this.#request(method, args[0] ?? {}, args[1] ?? {}) as Promise<Methods[M]["result"]>;
  }

  /** Invokes a channel. */
  invoke<C extends keyof IpcHandlerMap>(channel: C, ...args: ChannelArguments<C>): Promise<IpcHandlerMap[C]["response"]> {
    return this.#request(channel, args[0] ?? {}, {}) as Promise<IpcHandlerMap[C]["response"]>;
  }

  /** Sends a notification, if there is a connection. */
  notify<N extends keyof Notifications>(method: N, params: Notifications[N]): void {
    checkParams(method, params);
    this.#connection?.notify(method, params);
  }

  /** Listens to the connection's state, or to an event that the daemon sends to this connection.
   *
   * Events that were sent while there was no connection are missed; subscribe() does not miss any. */
  on<Name extends keyof ClientEvents>(name: Name, listener: (...args: ClientEvents[Name]) => void): Unsubscribe;
  on<Name extends keyof Events>(name: Name, listener: (params: Events[Name]) => void): Unsubscribe;
  on(name: string, listener: (...args: never[]) => void): Unsubscribe {
    return this.#events.on(name, listener as (...args: unknown[]) => void);
  }

  /** Calls the listener with the present state of every service, if there is a connection, and then with each change. */
  onHealth(listener: (health: SystemHealthEvent) => void): Unsubscribe {
    const stop = this.on(HEALTH, listener);
    for (const health of this.#health.values()) listener(health);
    return stop;
  }

  /** Follows the event log, on a connection of its own: every event exactly once, across reconnects and restarts of the daemon. */
  subscribe(selection: EventSelection = {}, options: { signal?: AbortSignal } = {}): EventStream {
    if (this.#closedBy) throw this.#closedBy;
    const stream = new EventStream(this.#streamOptions, selection, () => this.#streams.delete(stream), options.signal);
    this.#streams.add(stream);
    return stream;
  }

  async #openChat(begin: Begin, signal: AbortSignal | undefined): Promise<ChatStream> {
    if (this.#closedBy) throw this.#closedBy;
    const stream = await ChatStream.open(this.#streamOptions, begin, {
      cancel: async (taskId) => void (await this.call("task.cancel", { taskId })),
      ended: (ended) => this.#streams.delete(ended),
      signal,
    });
    this.#streams.add(stream);
    if (this.#closedBy) stream.close();
    return stream;
  }

  /** Ends the connection, all requests and all streams. */
  close(): void {
    if (this.#closedBy) return;
    this.#closedBy = new ConnectionError("the client was closed");
    for (const stream of [...this.#streams]) stream.close();
    this.#link.close(this.#closedBy as ConnectionError);
    this.#fail(this.#closedBy);
  }

  /** For the connection of a stream, which gets nothing else. */
  get #streamOptions(): LinkOptions {
    return { ...this.#linkOptions, introduction: { ...this.#linkOptions.introduction, approves: false, optOutNotificationMethods: [HEALTH] } };
  }

  // --- the connection ---

  #opened(connection: Connection, server: InitializeResult): void {
    this.#connection = connection;
    this.#server = server;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const send of waiting) send(connection);
    this.#events.emit("connected", server);
  }

  #lost(error: WeirError, retryInMs: number | undefined): void {
    this.#connection = undefined;
    this.#health.clear();
    if (retryInMs === undefined && !this.#closedBy) {
      this.#closedBy = error;
      this.#fail(error);
    }
    this.#events.emit("disconnected", error, retryInMs);
  }

  #fail(error: WeirError): void {
    this.#waiting.clear();
    for (const reject of [...this.#requests]) reject(error);
  }

  #notified(method: string, params: unknown): void {
    try {
      checkEvent(method, params);
    } catch {
      this.#events.emit("unknownNotification", method, params);
      return;
    }
    if (method === HEALTH) this.#health.set((params as SystemHealthEvent).service, params as SystemHealthEvent);
    this.#events.emit(method, params);
  }

  // --- requests ---

  #request(method: string, params: unknown, options: CallOptions): Promise<unknown> {
    const { signal } = options;
    return new Promise((resolve, reject) => {
      checkParams(method, params);
      if (this.#closedBy) throw this.#closedBy;
      if (signal?.aborted) throw abortErrorOf(signal, method);
      const maxPending = this.#linkOptions.maxPending;
      if (this.#requests.size >= maxPending)
        throw new LimitError("too_many_waiting", `${this.#requests.size} requests wait for an answer (limit: maxPending = ${maxPending})`);
      const ms = options.timeoutMs ?? (methodOf(method).waits ? 0 : (this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS));
      let cancel: (() => void) | undefined;
      const finish = (): void => {
        this.#requests.delete(fail);
        this.#waiting.delete(send);
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
      };
      const fail = (error: WeirError): void => {
        finish();
        if (error instanceof AbortError || error instanceof TimeoutError) cancel?.();
        reject(error);
      };
      const abort = (): void => fail(abortErrorOf(signal as AbortSignal, method));
      const timer = ms > 0 ? setTimeout(() => fail(new TimeoutError(`${method} was not answered within ${ms} ms`)), ms) : undefined;
      const settle = (error: WeirError | undefined, result: unknown): void => {
        if (error) return fail(error);
        finish();
        try {
          checkResult(method, result);
          resolve(result);
        } catch (problem) {
          reject(problem);
        }
      };
      const send = (connection: Connection): void => {
        try {
          const id = connection.request(method, params, settle);
          cancel = () => connection.cancel(id);
        } catch (error) {
          fail(error as WeirError);
        }
      };
      signal?.addEventListener("abort", abort, { once: true });
      this.#requests.add(fail);
      if (this.#connection) send(this.#connection);
      else this.#waiting.add(send);
    });
  }
}

function started(stream: ChatStream): ChatStream {
  stream.start();
  return stream;
}

function linkOptionsOf(options: ClientOptions): LinkOptions {
  const introduction = {
    client: { name: options.name ?? "weir-typescript", ...(options.version === undefined ? {} : { version: options.version }) },
    protocolVersion: "1.0",
    approves: options.approves ?? false,
    ...(options.optOutNotificationMethods ? { optOutNotificationMethods: options.optOutNotificationMethods } : {}),
  };
  checkParams("initialize", introduction);
  const firstMs = options.reconnect?.firstMs ?? 50;
  return {
    socketPath: options.socketPath ?? findSocket(),
    maxMessageBytes: options.maxMessageBytes ?? 64 << 20,
    maxPending: options.maxPending ?? 1000,
    connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
    reconnect: { firstMs, longestMs: Math.max(firstMs, options.reconnect?.longestMs ?? 5000) },
    introduction,
  };
}
