/** Cuts a stream of bytes into lines of UTF-8, each within a limit. */

import { ConnectionError } from "./errors.js";

const NEWLINE = 0x0a;

export class LineReader {
  readonly #most: number;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  #parts: Uint8Array[] = [];
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Yields the lines that are complete. Throws ConnectionError for a line that is too long or not UTF-8. */
  *push(chunk: Uint8Array): Generator<string> {
    let rest = chunk;
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      this.#keep(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
      yield this.#take();
    }
    if (rest.length > 0) this.#keep(rest);
  }

  #keep(part: Uint8Array): void {
    this.#size += part.length;
    if (this.#size > this.#most) throw new ConnectionError(`the daemon sent a line of more than ${this.#most} bytes`);
    this.#parts.push(part);
  }

  #take(): string {
    const [first] = this.#parts;
    const line = this.#parts.length === 1 && first ? first : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#size = 0;
    try {
      return this.#decoder.decode(line);
    } catch (cause) {
      throw new ConnectionError("the daemon sent a line that is not UTF-8", { cause });
    }
  }
}
