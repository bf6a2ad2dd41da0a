/** Remembers events by a hash, to find the point at which a replaced event log begins to differ from the one before.
 *
 * A log loses events only at its end, and then uses their numbers again. So the events that both logs have are those up to some
 * point, and binary search finds it. */

import { createHash } from "node:crypto";

import { isObject } from "./schema.js";

const ANCHORS_MAX = 256;

interface Anchor {
  seq: number;
  hash: string;
  /** Whether it is one of the stream's own events. */
  isDelivered: boolean;
}

/** How far a new log is the same. */
export interface Common {
  /** The last remembered event that it has; undefined: none. */
  last: number | undefined;
  /** The delivered events that it lacks. */
  lost: { fromSeq: number; toSeq: number } | undefined;
}

/** Reads the event at a position of the new log; undefined: there is none. */
export type ReadEvent = (seq: number) => Promise<{ method: string; params: unknown } | undefined>;

export class Anchors {
  #anchors: Anchor[] = [];

  /** Remembers an event. Events come in the order of their numbers; the oldest ones are forgotten. */
  add(method: string, params: unknown, isDelivered = true): void {
    const seq = seqOf(params);
    if (seq === undefined) return;
    this.#anchors.push({ seq, hash: hashOf(method, params), isDelivered });
    if (this.#anchors.length > ANCHORS_MAX) this.#anchors.shift();
  }

  /** Remembers events that are older than those that were added. */
  addOlder(events: { method: string; params: unknown }[]): void {
    const before = this.#anchors[0]?.seq ?? Number.POSITIVE_INFINITY;
    const older = new Anchors();
    for (const event of events) if ((seqOf(event.params) ?? before) < before) older.add(event.method, event.params, false);
    this.#anchors = [...older.#anchors, ...this.#anchors].slice(-ANCHORS_MAX);
  }

  /** Compares the remembered events with a new log, and forgets those that it lacks. */
  async compare(read: ReadEvent): Promise<Common> {
    let low = 0;
    let high = this.#anchors.length; // those before low are in the new log, those from high on are not
    while (low < high) {
      const middle = (low + high) >> 1;
      const anchor = this.#anchors[middle] as Anchor;
      const event = await read(anchor.seq);
      if (event && hashOf(event.method, event.params) === anchor.hash) low = middle + 1;
      else high = middle;
    }
    const lost = this.#anchors.splice(low).filter((anchor) => anchor.isDelivered);
    const [first, last] = [lost[0], lost[lost.length - 1]];
    return { last: this.#anchors[low - 1]?.seq, lost: first && last && { fromSeq: first.seq, toSeq: last.seq } };
  }
}

export function seqOf(params: unknown): number | undefined {
  return isObject(params) && Number.isSafeInteger(params.seq) ? (params.seq as number) : undefined;
}

/** The hash of an event without its epoch, which is that of the log it was read from. */
function hashOf(method: string, params: unknown): string {
  const text = JSON.stringify([method, { ...(params as object), epoch: "" }]);
  return createHash("sha256").update(text).digest("base64");
}
