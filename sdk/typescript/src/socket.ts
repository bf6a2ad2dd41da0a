/** Finds the daemon's socket. */

import { lstatSync } from "node:fs";
import { isAbsolute, join } from "node:path";

import { ConnectionError } from "./errors.js";

/** The socket in WEIR_SOCKET, else the one of the user's daemon. A project's daemon is found only by its path. */
export function findSocket(environment: NodeJS.ProcessEnv = process.env): string {
  const named = environment.WEIR_SOCKET;
  if (named) return named;
  return join(runtimeDirectory(environment), "daemon.sock");
}

function runtimeDirectory(environment: NodeJS.ProcessEnv): string {
  const given = environment.XDG_RUNTIME_DIR;
  if (given && isAbsolute(given)) return join(given, "weir");
  const uid = userId();
  const usual = `/run/user/${uid}`;
  return isPrivate(usual, uid) ? join(usual, "weir") : `/tmp/weir-${uid}`;
}

function isPrivate(path: string, uid: number): boolean {
  try {
    const info = lstatSync(path);
    return info.isDirectory() && (info.uid === uid || info.uid === 0) && (info.mode & 0o022) === 0;
  } catch {
    return false;
  }
}

/** Throws ConnectionError unless the path is a socket of this user or of root. */
export function checkSocket(path: string): void {
  let info;
  try {
    info = lstatSync(path);
  } catch (cause) {
    throw new ConnectionError(`no daemon listens on ${path}; start one: weir daemon start`, { cause });
  }
  if (!info.isSocket()) throw new ConnectionError(`${path} is not a socket`);
  if (info.uid !== userId() && info.uid !== 0) throw new ConnectionError(`${path} belongs to another user`);
}

function userId(): number {
  if (!process.geteuid) throw new ConnectionError(`weir needs Unix sockets and user ids, which ${process.platform} lacks`);
  return process.geteuid();
}
