// The same calls as those of mcp_agent.py, by the client of the official SDK. Runs beside the SDK's node_modules.
// Arguments: JSON with `tool`, `warmup`, `calls` and `at_once`; then the command of the server.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [, , text, command, ...args] = process.argv;
const order = JSON.parse(text);
const client = new Client({ name: "bench", version: "1.0" });
await client.connect(new StdioClientTransport({ command, args, stderr: "ignore" }));
await client.listTools();
let last = 0;

async function call() {
  const message = `message ${++last}`;
  const result = await client.callTool({ name: order.tool, arguments: { message } });
  return result.content.length === 1 && result.content[0].text === `Echo: ${message}`;
}

const times = [];
let used;
for (let i = 0; i < order.warmup + order.calls; i++) {
  if (i === order.warmup) used = process.cpuUsage();
  const began = process.hrtime.bigint();
  const right = await call();
  times.push(Number(process.hrtime.bigint() - began));
  if (!right) throw new Error("a wrong answer");
}
used = process.cpuUsage(used);

const began = process.hrtime.bigint();
const answers = await Promise.allSettled(Array.from({ length: order.at_once }, call));
const wall = Number(process.hrtime.bigint() - began);
console.log(JSON.stringify({
  one: { times_ns: times.slice(order.warmup), cpu_ns_per_call: ((used.user + used.system) * 1000) / order.calls },
  many: { wall_ns: wall, lost: answers.filter((answer) => !answer.value).length },
}));
await client.close();
