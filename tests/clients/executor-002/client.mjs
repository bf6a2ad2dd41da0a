// A daemon's side as somebody else would write it, from nothing but the examples of the older protocol: it starts an
// executor with EXECUTOR_SOCKET, waits for the socket, sends execute_prompt with few fields and an UUID as its id, gives up
// after 30 s, pauses with a request and ends with shutdown or terminate. Plain Node.js, no packages.
//
//     node client.mjs EXECUTOR SOCKET PLAN
//
// PLAN is JSON: a list of [method, params, {timeoutMs?, wait?, notify?}]. With wait=false the next step does not wait for
// the answer. Whatever happens is printed, a JSON line each: {"sent"}, {"received"}, {"answer"}, {"exit"}.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import net from 'node:net';
import { readMessages } from './lines.mjs';

const REQUEST_MS = 30_000;
const SOCKET_MS = 5_000;

const print = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);

class ExecutorClient {
  #socket;
  #pending = new Map();

  async connect(path) {
    this.#socket = net.createConnection(path);
    await new Promise((resolve, reject) => this.#socket.once('connect', resolve).once('error', reject));
    this.closed = new Promise((resolve) => this.#socket.once('close', resolve));
    this.closed.then(() => this.#failAll());
    this.#socket.on('error', (error) => print({ error: error.message }));
    readMessages(this.#socket, (message) => this.#take(message));
  }

  #take(message) {
    print({ received: message });
    const pending = message.method === undefined && this.#pending.get(message.id);
    if (!pending) return;
    clearTimeout(pending.timer);
    this.#pending.delete(message.id);
    if (message.error) pending.reject(new Error(message.error.message));
    else pending.resolve(message.result);
  }

  #failAll() {
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer);
      reject(new Error('the connection is closed'));
    }
    this.#pending.clear();
  }

  #write(message) {
    print({ sent: message });
    this.#socket.write(`${JSON.stringify(message)}\n`);
  }

  request(method, params, timeoutMs = REQUEST_MS) {
    const id = randomUUID();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pending.delete(id);
        reject(new Error(`timeout of ${method}`));
      }, timeoutMs);
      this.#pending.set(id, { resolve, reject, timer });
      this.#write({ jsonrpc: '2.0', id, method, params });
    });
  }

  notify(method, params) {
    this.#write({ jsonrpc: '2.0', method, params });
  }

  end() {
    this.#socket.end();
  }
}

async function connectWhenThere(path) {
  const client = new ExecutorClient();
  const deadline = Date.now() + SOCKET_MS;
  for (;;) {
    try {
      if (existsSync(path)) {
        await client.connect(path);
        return client;
      }
    } catch (error) {
      if (error.code !== 'ECONNREFUSED') throw error; // the file is there a moment before anybody listens
    }
    if (Date.now() > deadline) throw new Error(`nobody listens on ${path}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const [program, path, plan] = process.argv.slice(2);
const executor = spawn(program, [], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { PATH: process.env.PATH, EXECUTOR_SOCKET: path, ...(process.env.ASAN_OPTIONS && { ASAN_OPTIONS: process.env.ASAN_OPTIONS }) },
});
const exited = new Promise((resolve) => executor.once('exit', (code, signal) => resolve({ code, signal })));

const client = await connectWhenThere(path);
const answers = [];
for (const [method, params, { timeoutMs, wait = true, notify = false } = {}] of JSON.parse(plan)) {
  if (notify) {
    client.notify(method, params);
    continue;
  }
  const answer = client.request(method, params, timeoutMs).then(
    (result) => print({ answer: method, result }),
    (error) => print({ answer: method, error: error.message }),
  );
  answers.push(answer);
  if (wait) await answer;
}
await Promise.all(answers);
client.end();
print({ exit: await exited });
