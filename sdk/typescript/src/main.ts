/** The main process of a desktop shell: passes channels on to the daemon, and what the daemon pushes on to the renderers. */

import type { Events } from "../weir.js";
import { formatChunk, type StreamChunk } from "./chunks.js";
import type { ChatStream } from "./chat.js";
import type { WeirClient } from "./client.js";
import type { Unsubscribe } from "./emitter.js";
import { codeOf, DaemonError, toIpcError, WeirError } from "./errors.js";
import { IpcChannels } from "./generated/channels.js";
import { events, methods } from "./generated/schemas.js";
import type { InvokeEventLike, IpcMainLike, MainPortLike, WebContentsLike } from "./ipc.js";
import type { AppRead } from "./reads.js";
import { isObject } from "./schema.js";
import type { ChatRequest } from "./source.js";
import { checkParams } from "./validate.js";

export * from "./ipc.js";

export interface DesktopOptions {
  client: WeirClient;
  /** Electron's ipcMain. */
  ipcMain: IpcMainLike;
  /** Electron's MessageChannelMain. */
  MessageChannelMain: new () => { port1: MainPortLike; port2: MainPortLike };
}

const SEND_MESSAGE = "chat:sendMessage";
const STREAM_PORT = "chat:streamPort";
const HEALTH = "system:health";
const READ = "cowork:read";
/** Channels between the daemon and this process. */
const INTERNAL: ReadonlySet<string> = new Set(["chat:ack", "chat:resume", STREAM_PORT, "chat:streamChunk"]);
/** Between this process and PortChat, whose thread waits for a response. It is no channel of the daemon. */
const RESUME_THREAD = "weir:resumeThread";

/** Serves every channel of the contract to the renderers that attach() was called with, and what apps may read to those of attachApp().
 * Call one of them before the page is loaded. Other renderers, such as a window that a page has opened, can invoke nothing. */
export class Desktop {
  readonly #options: DesktopOptions;
  readonly #renderers = new Set<WebContentsLike>();
  /** The app of each page that is not one of the shell; undefined: the app was detached, and may do nothing. */
  readonly #apps = new WeakMap<WebContentsLike, string | undefined>();
  readonly #health = new Map<string, unknown>();
  readonly #handled: string[] = [];
  readonly #stop: Unsubscribe[] = [];

  constructor(options: DesktopOptions) {
    this.#options = options;
    const { client, ipcMain } = options;
    ipcMain.handle(RESUME_THREAD, (event, threadId) =>
      this.#answer(() => {
        this.#checkShell(event.sender, RESUME_THREAD);
        return this.#resume(event.sender, threadId);
      }),
    );
    this.#handled.push(RESUME_THREAD);
    for (const channel of Object.values(IpcChannels).flatMap((group) => Object.values<string>(group))) {
      if (INTERNAL.has(channel)) continue;
      if (channel === HEALTH) {
        this.#stop.push(client.onHealth((health) => this.#push(channel, health)));
      } else if (Object.hasOwn(events, channel)) {
        this.#stop.push(client.on(channel as keyof Events, (params: unknown) => this.#push(channel, params)));
      } else if (Object.hasOwn(methods, channel)) {
        ipcMain.handle(channel, (event, request) => this.#answer(() => this.#invoke(event, channel, request)));
        this.#handled.push(channel);
      }
    }
  }

  /** This renderer is a page of the shell: it can invoke every channel, and gets pushed events from now on, first the present state of
   * every service. The returned function ends that. */
  attach(renderer: WebContentsLike): Unsubscribe {
    this.#renderers.add(renderer);
    for (const state of this.#health.values()) renderer.send(HEALTH, state);
    return () => void this.#renderers.delete(renderer);
  }

  /** This renderer shows the page of an app: it can read what the app may read (createAppCowork()), and invoke nothing else.
   *
   * Call it before the page is loaded. After the returned function was called, the renderer can do nothing; it never becomes a page of
   * the shell again. */
  attachApp(renderer: WebContentsLike, appId: string): Unsubscribe {
    this.#renderers.delete(renderer);
    this.#apps.set(renderer, appId);
    return () => void this.#apps.set(renderer, undefined);
  }

  /** Stops to serve. The client stays open. */
  close(): void {
    for (const stop of this.#stop.splice(0)) stop();
    for (const channel of this.#handled.splice(0)) this.#options.ipcMain.removeHandler(channel);
    this.#renderers.clear();
  }

  #push(channel: string, params: unknown): void {
    if (channel === HEALTH) this.#health.set((params as { service: string }).service, params);
    for (const renderer of this.#renderers) renderer.send(channel, params);
  }

  async #answer(work: () => Promise<unknown>): Promise<unknown> {
    try {
      return await work();
    } catch (error) {
      throw toIpcError(error);
    }
  }

  #checkShell(renderer: WebContentsLike, channel: string): void {
    if (this.#renderers.has(renderer)) return;
    const problem = this.#apps.has(renderer) ? `an app cannot invoke ${channel}` : `attach() was not called for the page that invokes ${channel}`;
    throw new DaemonError(codeOf("app_refused"), problem, { code: "app_refused" });
  }

  /** The app's id is that of the page, whatever the request says. */
  async #readFor(renderer: WebContentsLike, request: unknown): Promise<unknown> {
    const appId = this.#apps.get(renderer);
    if (appId === undefined) throw new DaemonError(codeOf("app_refused"), "this app was closed", { code: "app_refused" });
    const { ns, method, args } = (isObject(request) ? request : {}) as Partial<AppRead>;
    return await this.#options.client.invoke("cowork:read", { appId, ns, method, ...(args === undefined ? {} : { args }) } as never);
  }

  async #invoke(event: InvokeEventLike, channel: string, request: unknown): Promise<unknown> {
    const { client } = this.#options;
    if (channel === READ && this.#apps.has(event.sender)) return await this.#readFor(event.sender, request);
    this.#checkShell(event.sender, channel);
    const invoke: (channel: never, request: unknown) => Promise<unknown> = client.invoke.bind(client);
    if (channel !== SEND_MESSAGE) return await invoke(channel as never, request);
    checkParams(channel, request);
    return this.#sendPort(event.sender, await client.chat.open(request as ChatRequest));
  }

  async #resume(renderer: WebContentsLike, threadId: unknown): Promise<unknown> {
    const stream = await this.#options.client.chat.reopen(String(threadId));
    return stream && this.#sendPort(renderer, stream);
  }

  /** Sends one end of a message channel to the renderer. The response begins when the renderer has said ACK there. */
  #sendPort(renderer: WebContentsLike, stream: ChatStream): { threadId: string; taskId: string } {
    const { port1, port2 } = new this.#options.MessageChannelMain();
    const { threadId, taskId } = stream;
    port1.on("message", ({ data }) => {
      if (data === "ACK") stream.start();
      else if (data === "CANCEL") stream.cancel().catch(() => undefined); // the task has ended by itself
    });
    port1.on("close", () => stream.close());
    port1.start();
    renderer.postMessage(STREAM_PORT, { threadId, taskId }, [port2 as never]);
    void relay(stream, port1);
    return { threadId, taskId };
  }
}

/** Passes on the chunks. An error of the connection becomes the last one. */
async function relay(stream: ChatStream, port: MainPortLike): Promise<void> {
  try {
    for (let next = await stream.nextRaw(); !next.done; next = await stream.nextRaw()) port.postMessage(formatChunk(next.value));
  } catch (error) {
    port.postMessage(formatChunk({ type: "error", error: error instanceof WeirError ? error.message : String(error) } satisfies StreamChunk));
  }
  port.close();
}
