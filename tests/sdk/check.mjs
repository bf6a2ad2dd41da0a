// Reads tables of schemas, then values; prints for each value whether it fits, and where not.
import { createInterface } from "node:readline";

const { Checker } = await import(`${process.env.WEIR_SDK}/schema.js`);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const { types } = JSON.parse((await lines.next()).value);
const checkers = { strict: new Checker(types, false), lenient: new Checker(types, true) };
const found = [];
for await (const line of lines) {
  const { mode, schema, value } = JSON.parse(line);
  found.push(checkers[mode].check(value, schema, "params") ?? null);
}
process.stdout.write(JSON.stringify(found) + "\n");
