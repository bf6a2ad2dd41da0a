/** Listeners by name. What a listener throws does not reach the code that emits: it becomes an uncaught exception of its own. */

export type Unsubscribe = () => void;

export class Emitter<Events extends { [name: string]: unknown[] }> {
  readonly #listeners = new Map<keyof Events, Set<(...args: any[]) => void>>();

  /** Adds a listener; the returned function removes it. */
  on<Name extends keyof Events>(name: Name, listener: (...args: Events[Name]) => void): Unsubscribe {
    let all = this.#listeners.get(name);
    if (!all) this.#listeners.set(name, (all = new Set()));
    // An entry of its own, so that one function can be added twice.
    const entry = (...args: Events[Name]): void => listener(...args);
    all.add(entry);
    return () => void all.delete(entry);
  }

  emit<Name extends keyof Events>(name: Name, ...args: Events[Name]): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) {
      try {
        listener(...args);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
