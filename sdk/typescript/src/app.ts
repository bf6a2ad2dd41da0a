/** The app's side: a program that has the connection of an app, as `weir apps open APP -- COMMAND` starts it. */

import { fstatSync } from "node:fs";
import { Socket } from "node:net";

import type { InitializeResult } from "../weir.js";
import { Connection } from "./connection.js";
import { ConnectionError, InvalidParamsError, TimeoutError } from "./errors.js";
import { makeReads, type AppReads } from "./reads.js";
import { checkParams, checkResult } from "./validate.js";

export * from "./errors.js";
export type * from "../weir.js";
export type { AppReads } from "./reads.js";

export interface AppOptions {
  /** The descriptor of the connection. Absent: WEIR_APP_FD, else 3. */
  fd?: number;
  /** The id of the app. Absent: WEIR_APP_ID. */
  appId?: string;
  /** The name and version of the program, for the daemon's log. */
  name?: string;
  version?: string;
  /** How long a read may take. Default: 60,000; 0: no limit. */
  timeoutMs?: number;
  /** The longest answer that is accepted. Default: 64 MiB. */
  maxMessageBytes?: number;
  /** The most reads without an answer. Default: 1,000. */
  maxPending?: number;
}

/** A connected app. If its connection ends, because the app was removed or the daemon stopped, there is no other one. */
export interface App extends AppReads {
  readonly appId: string;
  /** The daemon's answer to initialize. */
  readonly server: InitializeResult;
  /** Resolves with the reason when the connection has ended. */
  readonly closed: Promise<ConnectionError>;
  close(): void;
}

/** Takes over the connection of the app. Rejects with a WeirError. */
export async function connectApp(options: AppOptions = {}): Promise<App> {
  const fd = options.fd ?? Number(process.env.WEIR_APP_FD ?? 3);
  const appId = options.appId ?? process.env.WEIR_APP_ID;
  if (!appId) throw new InvalidParamsError("appId", "is missing: pass it, or start the program with weir apps open APP -- COMMAND");
  const timeoutMs = options.timeoutMs ?? 60_000;
  let ended: (reason: ConnectionError) => void;
  const closed = new Promise<ConnectionError>((resolve) => (ended = resolve));
  const connection = Connection.over(
    socketOf(fd),
    { maxMessageBytes: options.maxMessageBytes ?? 64 << 20, maxPending: options.maxPending ?? 1000 },
    { notification: () => undefined, closed: (error) => ended(error) },
  );
  const request = (method: string, params: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      checkParams(method, params);
      const id = connection.request(method, params, (error, result) => {
        clearTimeout(timer);
        if (error) return reject(error);
        try {
          checkResult(method, result);
          resolve(result);
        } catch (problem) {
          reject(problem);
        }
      });
      const late = (): void => {
        connection.cancel(id);
        reject(new TimeoutError(`${method} was not answered within ${timeoutMs} ms`));
      };
      const timer = timeoutMs > 0 ? setTimeout(late, timeoutMs) : undefined;
    });
  try {
    const client = { name: options.name ?? "weir-typescript", ...(options.version === undefined ? {} : { version: options.version }) };
    const server = (await request("initialize", { client, protocolVersion: "1.0" })) as InitializeResult;
    connection.limitMessages(server.limits.maxMessageBytes);
    const reads = makeReads((read) => request("cowork:read", { appId, ...read }));
    return { ...reads, appId, server, closed, close: () => connection.close(new ConnectionError("the app closed its connection")) };
  } catch (error) {
    connection.close();
    throw error;
  }
}

function socketOf(fd: number): Socket {
  try {
    if (!Number.isInteger(fd) || fd < 0 || !fstatSync(fd).isSocket()) throw new Error("it is not a socket");
    return new Socket({ fd, readable: true, writable: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConnectionError(`descriptor ${fd} is not the connection of an app: ${reason}; start the program with: weir apps open APP -- COMMAND`, {
      cause,
    });
  }
}
