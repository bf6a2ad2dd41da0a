/** The main process of a desktop shell: passes channels on to the daemon, and what the daemon pushes on to the renderers. */

import type { Events } from "../weir.js";
import type { WeirClient } from "./client.js";
import type { Unsubscribe } from "./emitter.js";
import { toIpcError } from "./errors.js";
import { IpcChannels } from "./generated/channels.js";
import { events, methods } from "./generated/schemas.js";
import type { IpcMainLike, WebContentsLike } from "./ipc.js";

export * from "./ipc.js";

export interface DesktopOptions {
  client: WeirClient;
  /** Electron's ipcMain. */
  ipcMain: IpcMainLike;
}

const HEALTH = "system:health";

/** Serves every channel of the contract. Call attach() with each window's webContents, before its page is loaded. */
export class Desktop {
  readonly #options: DesktopOptions;
  readonly #renderers = new Set<WebContentsLike>();
  readonly #health = new Map<string, unknown>();
  readonly #handled: string[] = [];
  readonly #stop: Unsubscribe[] = [];

  constructor(options: DesktopOptions) {
    this.#options = options;
    const { client, ipcMain } = options;
    for (const channel of Object.values(IpcChannels).flatMap((group) => Object.values<string>(group))) {
      if (Object.hasOwn(events, channel)) {
        this.#stop.push(client.on(channel as keyof Events, (params: unknown) => this.#push(channel, params)));
      } else if (Object.hasOwn(methods, channel)) {
        ipcMain.handle(channel, (_event, request) => this.#invoke(channel, request));
        this.#handled.push(channel);
      }
    }
  }

  /** Sends pushed events to this renderer from now on, and the present state of every service at once. */
  attach(renderer: WebContentsLike): Unsubscribe {
    this.#renderers.add(renderer);
    for (const state of this.#health.values()) renderer.send(HEALTH, state);
    return () => void this.#renderers.delete(renderer);
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

  async #invoke(channel: string, request: unknown): Promise<unknown> {
    try {
      const { client } = this.#options;
      const invoke: (channel: never, request: unknown) => Promise<unknown> = client.invoke.bind(client);
      return await invoke(channel as never, request);
    } catch (error) {
      throw toIpcError(error);
    }
  }
}
