/** The renderer's side of a desktop shell: `window.cowork`, and chats over message ports. */

import { parseChunk, isLast, type StreamChunk } from "./chunks.js";
import type { ChannelArguments } from "./client.js";
import type { Unsubscribe } from "./emitter.js";
import { ConnectionError, fromIpcError } from "./errors.js";
import { IpcChannels, type IpcEventMap, type IpcHandlerMap } from "./generated/channels.js";
import { events, methods } from "./generated/schemas.js";
import { invoke, listen, type IpcRendererLike, type PortLike } from "./ipc.js";
import { Queue } from "./queue.js";
import { makeReads, type AppReads } from "./reads.js";
import type { ChatRequest, ChatResponse, ChatSource } from "./source.js";

export * from "./errors.js";
export { IpcChannels } from "./generated/channels.js";
export type * from "./generated/channels.js";
export { invoke, listen, type IpcRendererLike, type PortLike } from "./ipc.js";
export type { AppReads } from "./reads.js";

/** Channels that main and renderer settle among themselves. */
type Internal = "chat:ack" | "chat:resume" | "chat:streamPort" | "chat:streamChunk";
type Names = typeof IpcChannels;
type Functions<Group> = {
  [K in keyof Group as Group[K] extends Exclude<keyof IpcHandlerMap, Internal> ? K : never]: Group[K] extends keyof IpcHandlerMap
    ? (...args: ChannelArguments<Group[K]>) => Promise<IpcHandlerMap[Group[K]]["response"]>
    : never;
};
type Listeners<Group> = {
  [K in keyof Group as Group[K] extends Exclude<keyof IpcEventMap, Internal> ? `on${Capitalize<K & string>}` : never]: Group[K] extends keyof IpcEventMap
    ? (listener: (event: IpcEventMap[Group[K]]) => void) => Unsubscribe
    : never;
};

/** The channels of the contract by namespace: `cowork.mcp.connect(request)`, `cowork.system.onHealth(listener)`. */
export type Cowork = { [N in keyof Names]: Functions<Names[N]> & Listeners<Names[N]> } & { chat: { resumeThread: ResumeThread } };

/** For PortChat: the port of the response that a thread waits for; null: there is none. */
type ResumeThread = (threadId: string) => Promise<StreamPortInfo | null>;

const INTERNAL: ReadonlySet<string> = new Set<Internal>(["chat:ack", "chat:resume", "chat:streamPort", "chat:streamChunk"]);

/** Makes `window.cowork`. It has functions only, so that a preload script can expose it with contextBridge. */
export function createCowork(ipcRenderer: IpcRendererLike): Cowork {
  const cowork: { [namespace: string]: { [name: string]: unknown } } = {};
  for (const [namespace, channels] of Object.entries(IpcChannels)) {
    const group: { [name: string]: unknown } = (cowork[namespace] = {});
    for (const [name, channel] of Object.entries(channels as Record<string, string>)) {
      if (INTERNAL.has(channel)) continue;
      if (Object.hasOwn(events, channel))
        group[`on${name[0]?.toUpperCase()}${name.slice(1)}`] = (listener: never) => listen(ipcRenderer, channel as never, listener);
      else if (Object.hasOwn(methods, channel))
        group[name] = (...args: []) => invoke(ipcRenderer, channel as keyof IpcHandlerMap, ...args);
    }
  }
  const resumeThread: ResumeThread = async (threadId) => {
    try {
      return (await ipcRenderer.invoke("weir:resumeThread", threadId)) as StreamPortInfo | null;
    } catch (error) {
      throw fromIpcError(error);
    }
  };
  return { ...cowork, chat: { ...cowork.chat, resumeThread } } as Cowork;
}

/** For the preload script of an app's page: what the app can read. It names no app: main knows which page asks (Desktop.attachApp()). */
export function createAppCowork(ipcRenderer: IpcRendererLike): AppReads {
  return makeReads(async (read) => {
    try {
      return await ipcRenderer.invoke("cowork:read", read);
    } catch (error) {
      throw fromIpcError(error);
    }
  });
}

// --- chats ---

/** What comes with the port of a response. */
export interface StreamPortInfo {
  threadId: string;
  taskId: string;
}

/** Calls the listener with each port that arrives, before the sendMessage that it belongs to has returned. */
export type StreamPorts = (listener: (port: PortLike, info: StreamPortInfo) => void) => Unsubscribe;

const STREAM_PORT = "chat:streamPort";

/** The ports that main sends to this renderer, without context isolation. */
export function portsOf(ipcRenderer: IpcRendererLike): StreamPorts {
  return (listener) => {
    const receive = (event: { ports?: readonly PortLike[] }, info: unknown): void => {
      const port = event.ports?.[0];
      if (port) listener(port, info as StreamPortInfo);
    };
    ipcRenderer.on(STREAM_PORT, receive);
    return () => void ipcRenderer.removeListener(STREAM_PORT, receive);
  };
}

/** The part of a window that ports pass through from the preload script to the page: contextBridge does not pass on ports. */
export interface WindowLike {
  postMessage(message: unknown, targetOrigin: string, transfer: never[]): void;
  addEventListener(name: "message", listener: (event: { data: unknown; source: unknown; ports: readonly PortLike[] }) => void): void;
  removeEventListener(name: "message", listener: (event: never) => void): void;
}

/** For a preload script: passes each port on to the page. */
export function forwardPorts(ipcRenderer: IpcRendererLike, window: WindowLike): Unsubscribe {
  return portsOf(ipcRenderer)((port, info) => window.postMessage({ channel: STREAM_PORT, info }, "*", [port as never]));
}

/** For a page: the ports that its preload script passes on. */
export function portsFrom(window: WindowLike): StreamPorts {
  return (listener) => {
    const receive = (event: { data: unknown; source: unknown; ports: readonly PortLike[] }): void => {
      const data = event.data as { channel?: unknown; info?: StreamPortInfo } | null;
      const port = event.ports[0];
      if (event.source === window && data?.channel === STREAM_PORT && data.info && port) listener(port, data.info);
    };
    window.addEventListener("message", receive);
    return () => window.removeEventListener("message", receive);
  };
}

/** Sends messages over IPC and reads their responses from ports. */
export class PortChat implements ChatSource {
  readonly #chat: { sendMessage: (request: ChatRequest) => Promise<StreamPortInfo>; resumeThread: ResumeThread };
  readonly #arrived: { port: PortLike; info: StreamPortInfo }[] = [];
  readonly #stop: Unsubscribe;

  /** chat: `window.cowork.chat`. */
  constructor(chat: { sendMessage: (request: ChatRequest) => Promise<StreamPortInfo>; resumeThread: ResumeThread }, ports: StreamPorts) {
    this.#chat = chat;
    this.#stop = ports((port, info) => this.#arrived.push({ port, info }));
  }

  async send(request: ChatRequest): Promise<ChatResponse> {
    return this.#response(await this.#chat.sendMessage(request));
  }

  async resume(threadId: string): Promise<ChatResponse | null> {
    const info = await this.#chat.resumeThread(threadId);
    return info && this.#response(info);
  }

  /** The response of a port, which has arrived before the answer that names it. */
  #response({ taskId }: StreamPortInfo): ChatResponse {
    const at = this.#arrived.findIndex((one) => one.info.taskId === taskId);
    const [arrived] = at < 0 ? [] : this.#arrived.splice(at, 1);
    if (!arrived) throw new ConnectionError(`no port has arrived for the response of task ${taskId}`);
    return new PortResponse(arrived.port, arrived.info);
  }

  /** Stops to listen for ports. Responses that have begun go on. */
  close(): void {
    this.#stop();
    for (const { port } of this.#arrived.splice(0)) port.close();
  }
}

class PortResponse implements ChatResponse {
  readonly threadId: string;
  readonly taskId: string;
  readonly #port: PortLike;
  readonly #queue = new Queue<StreamChunk>({ high: Infinity, low: 0, full: () => undefined, drained: () => undefined });

  constructor(port: PortLike, { threadId, taskId }: StreamPortInfo) {
    this.threadId = threadId;
    this.taskId = taskId;
    this.#port = port;
    port.addEventListener("message", ({ data }) => this.#receive(data));
    port.addEventListener("close", () => this.#queue.end(new ConnectionError("the port of the response was closed")));
    port.start();
    port.postMessage("ACK");
  }

  #receive(data: unknown): void {
    try {
      const chunk = parseChunk(String(data));
      if (!chunk) return;
      this.#queue.push(chunk, 1);
      if (!isLast(chunk)) return;
      this.#queue.end();
      this.#port.close();
    } catch (error) {
      this.#queue.end(error);
      this.#port.close();
    }
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<StreamChunk, undefined>> {
    const value = await this.#queue.next();
    return value ? { done: false, value } : { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<StreamChunk, undefined>> {
    this.close();
    return { done: true, value: undefined };
  }

  async cancel(): Promise<void> {
    this.#port.postMessage("CANCEL");
  }

  close(): void {
    this.#queue.drop();
    this.#port.close();
  }
}
