// An executor as somebody else would write it, from nothing but the examples of the older protocol: it listens on
// EXECUTOR_SOCKET, knows execute_prompt and few others, says message_type and data, counts tokens as input and output, and
// knows nothing of resume or confirm_messages. Plain Node.js, no packages.
//
// The prompt says what it does; its words are the names of `parts` below, one after the other: "say:Hello tool usage".
import { existsSync, unlinkSync } from 'node:fs';
import net from 'node:net';
import { readMessages, writeMessage } from './lines.mjs';

const BATCH_MESSAGES = 10;
const BATCH_MS = 100;
const PERMISSION_MS = 30_000;

const path = process.env.EXECUTOR_SOCKET;
let daemon = null; // the one connection
let paused = false;
let unpause = [];
let working = null; // the promise of the prompt at work
let nextId = 1;
const asked = new Map(); // our own requests, by id

function request(method, params, timeoutMs = PERMISSION_MS) {
  const id = `ask-${nextId++}`;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      asked.delete(id);
      reject(new Error(`no answer to ${method}`));
    }, timeoutMs);
    asked.set(id, { resolve, reject, timer });
    writeMessage(daemon, { id, method, params });
  });
}

function settle({ id, result, error }) {
  const { resolve, reject, timer } = asked.get(id) ?? {};
  if (!resolve) return;
  clearTimeout(timer);
  asked.delete(id);
  if (error) reject(Object.assign(new Error(error.message), { code: error.code, word: error.data?.code }));
  else resolve(result);
}

/** Gathers notifications and sends them as one. */
class Batch {
  #kept = [];
  #timer = null;

  add(method, params) {
    this.#kept.push({ method, params });
    if (this.#kept.length >= BATCH_MESSAGES) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), BATCH_MS);
  }

  flush() {
    clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#kept.length > 0) writeMessage(daemon, { method: 'batch_notification', params: { notifications: this.#kept } });
    this.#kept = [];
  }
}

class Prompt {
  constructor(params) {
    this.params = params;
    this.count = 0;
    this.usage = { input: 0, output: 0 };
    this.numbered = true;
    this.batch = null;
  }

  get ids() {
    return { session_token: this.params.session_token, task_id: this.params.task_id };
  }

  notify(method, params) {
    if (this.batch) this.batch.add(method, params);
    else writeMessage(daemon, { method, params });
  }

  async report(message_type, data) {
    while (paused) await new Promise((resolve) => unpause.push(resolve));
    this.count++;
    const sequence = this.numbered ? { sequence: this.count } : {};
    this.notify('report_message', { ...this.ids, message_type, data, ...sequence });
  }

  async run() {
    for (const word of this.params.prompt.split(/\s+/)) {
      const [name, ...rest] = word.split(':');
      if (!(name in parts)) throw new Error(`I cannot ${name}`);
      await parts[name](this, rest.join(':'));
    }
    this.batch?.flush();
    return { status: 'completed', message_count: this.count, token_usage: this.usage };
  }
}

const parts = {
  say: (prompt, text) => prompt.report('content_block', { text }),
  think: (prompt, text) => prompt.report('thinking_chunk', { chunk: text }),
  type: (prompt, type) => prompt.report(type, { type }),
  async tool(prompt) {
    const file_path = `${prompt.params.cwd}/a file`;
    await prompt.report('tool_call', { tool: 'Read', input: { file_path } });
    await prompt.report('tool_result', { tool: 'Read', result: 'what is in it' });
  },
  progress: (prompt, step) =>
    prompt.report('progress', { completed_tools: 50, total_tools_estimate: 100, current_step: step }),
  async usage(prompt) {
    prompt.usage = { input: 45, output: 12 };
    await prompt.report('usage', { usage: prompt.usage });
  },
  /** From here on without numbers. */
  unnumbered(prompt) {
    prompt.numbered = false;
  },
  /** From here on several at once. */
  batch(prompt) {
    prompt.batch = new Batch();
  },
  async many(prompt, count) {
    for (let i = 1; i <= Number(count); i++) await prompt.report('content_block', { text: `number ${i}` });
  },
  async write(prompt) {
    const tool_input = { file_path: '/etc/hosts', content: '…' };
    const ask = { session_token: prompt.params.session_token, tool_name: 'Write', tool_input };
    const answer = await request('request_permission', ask);
    if (answer.approved) return prompt.report('tool_result', { tool: 'Write', result: answer.reason });
    await prompt.report('permission_denied', { tool: 'Write', reason: answer.reason });
    throw new Error('The user does not allow it');
  },
  async key(prompt, service) {
    const { session_token } = prompt.params;
    const said = await request('get_api_key', { session_token, service }).catch((error) => ({ refused: error.word }));
    await prompt.report('key', { came: 'api_key' in said, refused: said.refused });
  },
  async context(prompt) {
    const { session_token } = prompt.params;
    await prompt.report('context', await request('get_execution_context', { session_token }));
  },
  mode: (prompt) => prompt.report('mode', { mode: prompt.params.permission_mode, tools: prompt.params.tools }),
  environment: (prompt) => prompt.report('environment', { names: Object.keys(process.env).sort(), cwd: process.cwd() }),
  fail(_prompt, text) {
    throw new Error(text);
  },
  crash(_prompt, code) {
    console.error('the last words before the end');
    process.exit(Number(code));
  },
  hang: () => new Promise(() => setInterval(() => {}, 60_000)),
};

async function executePrompt(id, params) {
  const prompt = new Prompt(params);
  try {
    const result = await prompt.run();
    writeMessage(daemon, { id, result });
  } catch (error) {
    prompt.batch?.flush();
    prompt.batch = null;
    prompt.notify('report_message', { ...prompt.ids, message_type: 'error', data: { message: error.message, stack: error.stack } });
    writeMessage(daemon, { id, error: { code: -32000, message: error.message, data: { stack: error.stack } } });
  }
}

async function shutdown(id, { timeout_ms = 30_000 }) {
  let status = 'idle';
  if (working) {
    const late = new Promise((resolve) => setTimeout(resolve, timeout_ms, 'interrupted'));
    status = await Promise.race([working.then(() => 'completed'), late]);
  }
  daemon.end(`${JSON.stringify({ jsonrpc: '2.0', id, result: { status } })}\n`, () => {
    if (existsSync(path)) unlinkSync(path);
    process.exit(0);
  });
}

function setPaused(id, value) {
  paused = value;
  if (!value) unpause.splice(0).forEach((go) => go());
  if (id !== undefined) writeMessage(daemon, { id, result: { paused } });
}

function handle(message) {
  const { id, method, params = {} } = message;
  if (method === undefined) return settle(message);
  if (method === 'execute_prompt') {
    working = executePrompt(id, params).finally(() => (working = null));
  } else if (method === 'shutdown' || method === 'terminate') {
    shutdown(id, params);
  } else if (method === 'pause_notifications' || method === 'resume_notifications') {
    setPaused(id, method === 'pause_notifications');
  } else if (id !== undefined) {
    writeMessage(daemon, { id, error: { code: -32601, message: `Unknown method: ${method}` } });
  }
}

if (existsSync(path)) unlinkSync(path);
net
  .createServer((socket) => {
    daemon = socket;
    readMessages(socket, handle);
    socket.on('error', (error) => console.error('the connection:', error.message));
    socket.on('close', () => console.error('the daemon is gone'));
  })
  .listen(path, () => console.error(`listening on ${path}`));
