/** The renderer's side of a desktop shell: `window.cowork`, typed and checked. */

import type { ChannelArguments } from "./client.js";
import type { Unsubscribe } from "./emitter.js";
import { IpcChannels, type IpcEventMap, type IpcHandlerMap } from "./generated/channels.js";
import { events, methods } from "./generated/schemas.js";
import { invoke, listen, type IpcRendererLike } from "./ipc.js";

export * from "./errors.js";
export { IpcChannels } from "./generated/channels.js";
export type * from "./generated/channels.js";
export { invoke, listen, type IpcRendererLike } from "./ipc.js";

type Names = typeof IpcChannels;
type Functions<Group> = {
  [K in keyof Group as Group[K] extends keyof IpcHandlerMap ? K : never]: Group[K] extends keyof IpcHandlerMap
    ? (...args: ChannelArguments<Group[K]>) => Promise<IpcHandlerMap[Group[K]]["response"]>
    : never;
};
type Listeners<Group> = {
  [K in keyof Group as Group[K] extends keyof IpcEventMap ? `on${Capitalize<K & string>}` : never]: Group[K] extends keyof IpcEventMap
    ? (listener: (event: IpcEventMap[Group[K]]) => void) => Unsubscribe
    : never;
};

/** The channels of the contract by namespace: `cowork.mcp.connect(request)`, `cowork.system.onHealth(listener)`. */
export type Cowork = { [N in keyof Names]: Functions<Names[N]> & Listeners<Names[N]> };

/** Makes `window.cowork`. It has functions only, so that a preload script can expose it with contextBridge. */
export function createCowork(ipcRenderer: IpcRendererLike): Cowork {
  const cowork: { [namespace: string]: { [name: string]: unknown } } = {};
  for (const [namespace, channels] of Object.entries(IpcChannels)) {
    const group: { [name: string]: unknown } = (cowork[namespace] = {});
    for (const [name, channel] of Object.entries(channels as Record<string, string>)) {
      if (Object.hasOwn(events, channel))
        group[`on${name[0]?.toUpperCase()}${name.slice(1)}`] = (listener: never) => listen(ipcRenderer, channel as never, listener);
      else if (Object.hasOwn(methods, channel))
        group[name] = (...args: []) => invoke(ipcRenderer, channel as keyof IpcHandlerMap, ...args);
    }
  }
  return cowork as Cowork;
}
