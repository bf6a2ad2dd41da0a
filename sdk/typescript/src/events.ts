/** Follows the event log: each event exactly once, across reconnects, restarts of the daemon, and replaced logs. */

import type { EventCursorParams, EventGap, EventListResult, EventSubscribeResult, Events } from "../weir.js";
import { Anchors, seqOf } from "./anchors.js";
import type { Connection } from "./connection.js";
import { ConnectionError, InvalidParamsError, DaemonError, WeirError, abortErrorOf } from "./errors.js";
import { Link, type LinkOptions } from "./link.js";
import { Queue } from "./queue.js";
import { isObject } from "./schema.js";
import { checkEvent, checkParams, checkResult } from "./validate.js";

export interface EventSelection {
  /** Names of events (event.taskQueued), or the first part of their name after the dot (task). Absent: all. */
  topics?: string[];
  sessionId?: string;
  taskId?: string;
  /** The first event wanted: position.seq + 1 of an earlier stream. Absent: only new events. */
  fromSeq?: number;
  /** The epoch that fromSeq belongs to. If the log has another one, the stream fails with epoch_changed. */
  epoch?: string;
}

/** A position in the log, which a program can store and continue from. */
export interface EventPosition {
  epoch: string;
  /** Every selected event up to this one was delivered. */
  seq: number;
}

type LoggedEvents = { [E in keyof Events as Events[E] extends { seq: number; epoch: string; timestamp: number } ? E : never]: Events[E] };

/** What a stream delivers: an event of the log, or a notice about the log. */
export type EventItem =
  | { [E in keyof LoggedEvents]: { method: E; params: LoggedEvents[E] } }[keyof LoggedEvents]
  /** Retention has deleted these events before they could be delivered. */
  | { method: "gap"; params: EventGap }
  /** The log was replaced, after a power cut or the loss of a file. */
  | { method: "epochChanged"; params: EpochChange };

export interface EpochChange {
  epoch: string;
  before: string;
  /** The first and the last of the delivered events that the log no longer has. Other events that have their numbers now follow. */
  lost?: EventGap;
  /** True: the new log has none of the last events that were delivered. It follows from its beginning. */
  reset: boolean;
}

/** A buffered item, and the position after it. An item without content only moves the position. */
interface Entry {
  position: EventPosition;
  item?: EventItem;
}

/** Errors of event.subscribe that another attempt may not meet. */
const PASSING_WORDS = new Set(["disconnected", "stopping", "timeout", "subsystem_unavailable", "too_many_connections", "request_cancelled"]);
/** Bytes of events that wait to be read; an entry of the queue counts as some more. */
const BUFFERED_MAX = 1 << 20;
const ENTRY_BYTES = 256;
const ANCHORS_AT_START = 32;

export class EventStream implements AsyncIterableIterator<EventItem> {
  readonly #selection: EventSelection;
  readonly #link: Link;
  readonly #queue: Queue<Entry>;
  readonly #anchors = new Anchors();
  readonly #ended: () => void;
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort = (): void => this.#finish(abortErrorOf(this.#signal as AbortSignal, "the event stream"));
  #connection: Connection | undefined;
  #subscription: string | undefined;
  /** The position behind the last event that was received. */
  #received: EventPosition | undefined;
  /** The position behind the last item that was delivered. */
  #delivered: EventPosition | undefined;
  /** Why the stream has ended. */
  #reason: WeirError | undefined;
  #waiting: { resolve: () => void; reject: (error: WeirError) => void }[] = [];
  #isReady = false;
  #isPaused = false;
  #hasAnchors = false;

  /** Use WeirClient.subscribe(). */
  constructor(options: LinkOptions, selection: EventSelection, ended: () => void, signal?: AbortSignal) {
    if (selection.epoch !== undefined && selection.fromSeq === undefined)
      throw new InvalidParamsError("params.epoch", "needs fromSeq");
    checkParams("event.subscribe", selection);
    this.#selection = selection;
    this.#ended = ended;
    this.#signal = signal;
    this.#queue = new Queue({ high: BUFFERED_MAX, low: BUFFERED_MAX / 2, full: () => this.#pause(true), drained: () => this.#pause(false) });
    this.#link = new Link(options, {
      opened: (connection) => this.#opened(connection),
      notification: (method, params, bytes) => this.#notified(method, params, bytes),
      lost: (error, retryInMs) => this.#lost(error, retryInMs),
    });
    signal?.addEventListener("abort", this.#onAbort, { once: true });
    if (signal?.aborted) this.#onAbort();
    else this.#link.start();
  }

  /** The position behind the last item that was delivered; undefined before the daemon has answered. */
  get position(): EventPosition | undefined {
    return this.#delivered;
  }

  /** Resolves when the daemon has answered for the first time: every later event will be delivered. Rejects if the stream ends before. */
  ready(): Promise<void> {
    if (this.#isReady) return Promise.resolve();
    if (this.#reason) return Promise.reject(this.#reason);
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** The next item. Rejects if the daemon refuses the subscription, or if the signal has aborted. */
  async next(): Promise<IteratorResult<EventItem, undefined>> {
    for (;;) {
      const entry = await this.#queue.next();
      if (!entry) return { done: true, value: undefined };
      this.#delivered = entry.position;
      if (entry.item) return { done: false, value: entry.item };
    }
  }

  async return(): Promise<IteratorResult<EventItem, undefined>> {
    this.close();
    return { done: true, value: undefined };
  }

  /** Ends the stream. Items that were not read are dropped. */
  close(): void {
    this.#queue.drop();
    this.#finish();
  }

  #finish(error?: WeirError): void {
    this.#queue.end(error);
    this.#reason ??= error ?? new ConnectionError("the event stream was closed");
    for (const one of this.#waiting.splice(0)) one.reject(this.#reason);
    this.#signal?.removeEventListener("abort", this.#onAbort);
    this.#link.close();
    this.#ended();
  }

  #pause(pauses: boolean): void {
    this.#isPaused = pauses;
    if (pauses) this.#connection?.pause();
    else this.#connection?.resume();
  }

  #push(position: EventPosition, item?: EventItem, bytes = 0): void {
    this.#received = position;
    this.#queue.push(item ? { position, item } : { position }, ENTRY_BYTES + bytes);
  }

  // --- subscribing ---

  #opened(connection: Connection): void {
    this.#connection = connection;
    this.#subscribe(connection);
    if (this.#isPaused) connection.pause();
  }

  #lost(error: WeirError, retryInMs: number | undefined): void {
    this.#connection = undefined;
    this.#subscription = undefined;
    if (retryInMs === undefined) this.#finish(error);
  }

  #subscribe(connection: Connection): void {
    const { topics, sessionId, taskId, fromSeq, epoch } = this.#selection;
    const selected = { ...(topics ? { topics } : {}), ...(sessionId === undefined ? {} : { sessionId }), ...(taskId === undefined ? {} : { taskId }) };
    const from = this.#received
      ? { fromSeq: this.#received.seq + 1, epoch: this.#received.epoch }
      : { ...(fromSeq === undefined ? {} : { fromSeq }), ...(epoch === undefined ? {} : { epoch }) };
    connection.request("event.subscribe", { ...selected, ...from }, (error, result) => {
      try {
        if (!error) this.#subscribed(connection, result);
        else if (error.word === "epoch_changed" && this.#received) this.#continueIn(connection, String(error.data.epoch), this.#received);
        else if (PASSING_WORDS.has(error.word)) connection.close(asConnectionError(error));
        else this.#finish(error);
      } catch (problem) {
        this.#finish(problem as WeirError);
      }
    });
  }

  #subscribed(connection: Connection, result: unknown): void {
    checkResult("event.subscribe", result);
    const { subscriptionId, epoch, fromSeq, gap } = result as EventSubscribeResult;
    this.#subscription = subscriptionId;
    const position = { epoch, seq: fromSeq - 1 };
    this.#push(position, gap && { method: "gap", params: gap });
    if (!this.#hasAnchors && position.seq > 0) this.#readAnchors(connection, position);
    else this.#tellReady();
  }

  #tellReady(): void {
    this.#isReady = true;
    for (const one of this.#waiting.splice(0)) one.resolve();
  }

  #notified(method: string, params: unknown, bytes: number): void {
    const before = this.#received;
    if (!this.#subscription || !before) return;
    const seq = seqOf(params);
    if (seq === undefined || !isObject(params) || params.epoch !== before.epoch) return;
    try {
      checkEvent(method, params);
    } catch (error) {
      this.#finish(error as WeirError);
      return;
    }
    if (method === "event.cursor") {
      this.#moved(params as unknown as EventCursorParams, before);
    } else if (seq > before.seq) {
      this.#anchors.add(method, params);
      this.#push({ epoch: before.epoch, seq }, { method, params } as unknown as EventItem, bytes);
    }
  }

  #moved(cursor: EventCursorParams, before: EventPosition): void {
    if (cursor.subscriptionId !== this.#subscription) return;
    const position = { epoch: before.epoch, seq: Math.max(before.seq, cursor.seq) };
    if (cursor.gap) this.#push(position, { method: "gap", params: cursor.gap });
    else if (position.seq > before.seq) this.#push(position);
  }

  // --- a replaced log ---

  /** Remembers some events before the start, so that a replaced log can be compared even if no event was received. */
  #readAnchors(connection: Connection, { epoch, seq }: EventPosition): void {
    const fromSeq = Math.max(1, seq + 1 - ANCHORS_AT_START);
    connection.request("event.list", { epoch, fromSeq, limit: seq + 1 - fromSeq }, (error, result) => {
      if (error?.word === "disconnected") return;
      if (!error) this.#anchors.addOlder((result as EventListResult).events);
      this.#hasAnchors = !error;
      this.#tellReady();
    });
  }

  /** Finds the last received event that the new log still has, and continues behind it. */
  #continueIn(connection: Connection, epoch: string, before: EventPosition): void {
    const read = (seq: number): Promise<{ method: string; params: unknown } | undefined> =>
      new Promise((resolve, reject) => {
        connection.request("event.list", { epoch, fromSeq: seq, limit: 1 }, (error, result) => {
          const event = error ? undefined : (result as EventListResult).events[0];
          if (error) reject(error);
          else resolve(seqOf(event?.params) === seq ? event : undefined);
        });
      });
    this.#anchors.compare(read).then(
      ({ last, lost }) => {
        if (this.#connection !== connection) return;
        const change = { epoch, before: before.epoch, ...(lost ? { lost } : {}), reset: last === undefined && before.seq > 0 };
        this.#push({ epoch, seq: last ?? 0 }, { method: "epochChanged", params: change });
        this.#subscribe(connection);
      },
      (error: unknown) => connection.close(asConnectionError(error)),
    );
  }
}

function asConnectionError(error: unknown): ConnectionError {
  return error instanceof ConnectionError ? error : new ConnectionError(error instanceof DaemonError ? error.message : String(error), { cause: error });
}
