// What a script of a test tells and is told: lines of JSON on its standard output and input.
import { createInterface } from "node:readline";

export const weir = await import(`${process.env.WEIR_SDK}/index.js`);

export function tell(thing) {
  process.stdout.write(JSON.stringify(thing) + "\n");
}

/** Calls the function with each thing that the test says, one after another; ends with the input. */
export async function listen(handle) {
  for await (const line of createInterface({ input: process.stdin })) await handle(JSON.parse(line));
}

/** An error, as far as a caller can tell errors apart. */
export function describe(error) {
  const { name, message, code, data } = error;
  return { name, message, code, data, isWeirError: error instanceof weir.WeirError };
}

/** The result of a promise, or its error. */
export async function outcome(promise) {
  try {
    return { result: await promise };
  } catch (error) {
    return { error: describe(error) };
  }
}
