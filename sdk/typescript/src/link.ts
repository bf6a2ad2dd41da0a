/** Keeps one connection to the daemon: connects, introduces the client, and connects again with increasing pauses. */

import type { InitializeParams, InitializeResult } from "../weir.js";
import { Connection, type ConnectionOptions } from "./connection.js";
import { ConnectionError, DaemonError, TimeoutError, WeirError } from "./errors.js";

export interface LinkOptions extends ConnectionOptions {
  /** Parameters of initialize. */
  introduction: InitializeParams;
  /** How long connecting and initialize may take. */
  connectTimeoutMs: number;
  /** The pauses before the next attempt: the first one, doubled after each failure up to the longest. */
  reconnect: { firstMs: number; longestMs: number };
}

export interface LinkHandlers {
  /** The daemon has answered initialize. No later message was read yet. */
  opened(connection: Connection, server: InitializeResult): void;
  notification(method: string, params: unknown, bytes: number): void;
  /** A connection has ended, or an attempt has failed. retryInMs absent: there will be no other one. */
  lost(error: WeirError, retryInMs: number | undefined): void;
}

/** Answers of initialize that no later attempt would change. */
const FINAL_WORDS = new Set(["unsupported_protocol", "executor_refused", "invalid_params", "method_not_found"]);

export class Link {
  readonly #options: LinkOptions;
  readonly #handlers: LinkHandlers;
  readonly #abort = new AbortController();
  #connection: Connection | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pauseMs: number;

  constructor(options: LinkOptions, handlers: LinkHandlers) {
    this.#options = options;
    this.#handlers = handlers;
    this.#pauseMs = options.reconnect.firstMs;
  }

  start(): void {
    void this.#connect();
  }

  get closed(): boolean {
    return this.#abort.signal.aborted;
  }

  /** Ends the connection and all attempts. handlers.lost is called if there was a connection. */
  close(error = new ConnectionError("the client was closed")): void {
    if (this.closed) return;
    this.#abort.abort();
    clearTimeout(this.#timer);
    this.#connection?.close(error);
  }

  async #connect(): Promise<void> {
    const { connectTimeoutMs } = this.#options;
    const attempt = new AbortController();
    const stop = (): void => attempt.abort();
    this.#abort.signal.addEventListener("abort", stop, { once: true });
    const timer = setTimeout(stop, connectTimeoutMs);
    try {
      let isOpen = false;
      const connection = await Connection.open(
        this.#options,
        {
          notification: (method, params, bytes) => {
            if (isOpen) this.#handlers.notification(method, params, bytes);
          },
          closed: (error) => {
            this.#connection = undefined;
            if (isOpen) this.#lose(error);
          },
        },
        attempt.signal,
      );
      this.#connection = connection;
      attempt.signal.addEventListener("abort", () => isOpen || connection.close(), { once: true });
      await new Promise<void>((resolve, reject) => {
        connection.request("initialize", this.#options.introduction, (error, result) => {
          if (error) return reject(error);
          const server = result as InitializeResult;
          isOpen = true;
          connection.limitMessages(server.limits.maxMessageBytes);
          this.#pauseMs = this.#options.reconnect.firstMs;
          resolve();
          this.#handlers.opened(connection, server);
        });
      }).catch((error: unknown) => {
        connection.close();
        throw error;
      });
    } catch (error) {
      const timedOut = attempt.signal.aborted && !this.closed;
      this.#lose(timedOut ? new TimeoutError(`the daemon did not answer within ${connectTimeoutMs} ms`) : asWeirError(error));
    } finally {
      clearTimeout(timer);
      this.#abort.signal.removeEventListener("abort", stop);
    }
  }

  #lose(error: WeirError): void {
    const final = this.closed || (error instanceof DaemonError && FINAL_WORDS.has(error.word));
    if (final) {
      this.#abort.abort();
      this.#handlers.lost(error, undefined);
      return;
    }
    // Half of the pause is random, so that many clients of a restarted daemon do not come at the same moment.
    const ms = Math.round(this.#pauseMs * (0.5 + Math.random() / 2));
    this.#pauseMs = Math.min(2 * this.#pauseMs, this.#options.reconnect.longestMs);
    this.#timer = setTimeout(() => void this.#connect(), ms);
    this.#handlers.lost(error, ms);
  }
}

function asWeirError(error: unknown): WeirError {
  return error instanceof WeirError ? error : new ConnectionError(String(error), { cause: error });
}
