/** The parts of Electron's interfaces that this package uses, and typed calls over them. */

import type { ChannelArguments } from "./client.js";
import type { IpcEventMap, IpcHandlerMap } from "./generated/channels.js";
import { fromIpcError, toIpcError } from "./errors.js";
import type { Unsubscribe } from "./emitter.js";
import { checkEvent, checkParams, checkResult } from "./validate.js";

/** A port of a MessageChannel in a renderer. */
export interface PortLike {
  postMessage(message: unknown): void;
  addEventListener(name: "message", listener: (event: { data: unknown }) => void): void;
  addEventListener(name: "close", listener: () => void): void;
  start(): void;
  close(): void;
}

/** Electron's MessagePortMain. */
export interface MainPortLike {
  postMessage(message: unknown): void;
  on(name: "message", listener: (event: { data: unknown }) => void): unknown;
  on(name: "close", listener: () => void): unknown;
  start(): void;
  close(): void;
}

/** Electron's ipcRenderer. */
export interface IpcRendererLike {
  invoke(channel: string, ...args: unknown[]): Promise<unknown>;
  on(channel: string, listener: (event: { ports?: readonly PortLike[] }, ...args: unknown[]) => void): unknown;
  removeListener(channel: string, listener: (...args: never[]) => void): unknown;
}

/** Electron's ipcMain. */
export interface IpcMainLike {
  handle(channel: string, listener: (event: InvokeEventLike, ...args: unknown[]) => unknown): void;
  removeHandler(channel: string): void;
}

/** Electron's IpcMainInvokeEvent. */
export interface InvokeEventLike {
  readonly sender: WebContentsLike;
}

/** Electron's WebContents. */
export interface WebContentsLike {
  send(channel: string, ...args: unknown[]): void;
  postMessage(channel: string, message: unknown, transfer?: never[]): void;
}

/** Invokes a channel from a renderer. The response is checked against the contract. */
export async function invoke<C extends keyof IpcHandlerMap>(
  ipcRenderer: IpcRendererLike,
  channel: C,
  ...args: ChannelArguments<C>
): Promise<IpcHandlerMap[C]["response"]> {
  let response: unknown;
  try {
    response = await ipcRenderer.invoke(channel, ...args);
  } catch (error) {
    throw fromIpcError(error);
  }
  checkResult(channel, response);
  return response as IpcHandlerMap[C]["response"];
}

/** Handles a channel in the main process. The request and the response are checked against the contract. */
export function handle<C extends keyof IpcHandlerMap>(
  ipcMain: IpcMainLike,
  channel: C,
  handler: (event: InvokeEventLike, ...args: ChannelArguments<C>) => Promise<IpcHandlerMap[C]["response"]>,
): void {
  ipcMain.handle(channel, async (event, ...args) => {
    try {
      checkParams(channel, args[0] ?? {});
      const response = await handler(event, ...(args as ChannelArguments<C>));
      checkResult(channel, response);
      return response;
    } catch (error) {
      throw toIpcError(error);
    }
  });
}

/** Listens to a channel that the main process pushes. What does not fit the contract throws. */
export function listen<C extends keyof IpcEventMap>(ipcRenderer: IpcRendererLike, channel: C, listener: (event: IpcEventMap[C]) => void): Unsubscribe {
  const receive = (_event: unknown, payload: unknown): void => {
    checkEvent(channel, payload);
    listener(payload as IpcEventMap[C]);
  };
  ipcRenderer.on(channel, receive);
  return () => void ipcRenderer.removeListener(channel, receive);
}
