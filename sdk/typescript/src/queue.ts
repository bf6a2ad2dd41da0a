/** A queue between a producer that cannot wait and one consumer that reads at its own pace. */

export interface QueueLimits {
  /** The weight of waiting items above which full() is called, and the one below which drained() is called then. */
  high: number;
  low: number;
  full(): void;
  drained(): void;
}

export class Queue<Item> {
  readonly #items: { item: Item; weight: number }[] = [];
  #weight = 0;
  readonly #limits: QueueLimits;
  #wake: (() => void) | undefined;
  #ended = false;
  #error: unknown;
  #isFull = false;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  push(item: Item, weight: number): void {
    if (this.#ended) return;
    this.#items.push({ item, weight });
    this.#weight += weight;
    if (!this.#isFull && this.#weight > this.#limits.high) {
      this.#isFull = true;
      this.#limits.full();
    }
    this.#wake?.();
  }

  /** Ends the queue behind its items, or with an error. */
  end(error?: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#error = error;
    this.#wake?.();
  }

  /** Ends the queue and drops its items. */
  drop(): void {
    this.#items.length = this.#weight = 0;
    this.end();
  }

  /** The next item; undefined at the end. Rejects with the error that the queue ended with, once. */
  async next(): Promise<Item | undefined> {
    while (this.#items.length === 0 && !this.#ended) await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#wake = undefined;
    const first = this.#items.shift();
    if (first) {
      this.#weight -= first.weight;
      if (this.#isFull && this.#weight < this.#limits.low) {
        this.#isFull = false;
        this.#limits.drained();
      }
      return first.item;
    }
    const error = this.#error;
    this.#error = undefined;
    if (error !== undefined) throw error;
    return undefined;
  }
}
