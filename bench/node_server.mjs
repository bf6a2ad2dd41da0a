// A typical daemon in Node.js, for comparison: JSON-RPC 2.0 on a Unix socket with net.createServer(), a string buffer per
// connection, JSON.parse, a map of handlers and JSON.stringify. It is optimized as far as that design allows: only handlers
// that wait are async, and the replies to one chunk are sent with one write.
import net from 'node:net';
import fs from 'node:fs';

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;
const SUBSYSTEM_UNAVAILABLE = -32003;
const UNSUPPORTED_PROTOCOL = -32013;
const NOT_FOUND = -32000;

// Not an Error: refusals are common, and creating a stack trace would cost more than everything else.
class RpcError {
  constructor(code, message, data) {
    this.code = code;
    this.message = message;
    this.data = data;
  }
}

// A request without an id is a notification and gets no reply.
const success = (id, result) => (id === undefined ? undefined : JSON.stringify({ jsonrpc: '2.0', id, result }));
const failure = (id, code, message, data) =>
  id === undefined ? undefined : JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } });

export class IpcServer {
  #methods = new Map();
  #clients = new Set();
  #server = null;
  #path;

  constructor(path) {
    this.#path = path;
  }

  get clientCount() {
    return this.#clients.size;
  }

  registerMethod(name, handler) {
    this.#methods.set(name, handler);
  }

  registerMethods(map) {
    for (const [name, handler] of Object.entries(map)) this.registerMethod(name, handler);
  }

  async start() {
    await this.#removeStaleSocket();
    this.#server = net.createServer((socket) => this.#serve(socket));
    await new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(this.#path, resolve);
    });
    fs.chmodSync(this.#path, 0o600);
  }

  async stop() {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#clients) socket.end();
    await closed;
    fs.rmSync(this.#path, { force: true });
  }

  broadcast(message) {
    const line = JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n';
    for (const socket of this.#clients) socket.write(line);
  }

  // A socket file that refuses connections is a leftover of a crash.
  async #removeStaleSocket() {
    if (!fs.existsSync(this.#path)) return;
    const taken = await new Promise((resolve) => {
      const probe = net.connect(this.#path);
      probe.once('error', () => resolve(false));
      probe.once('connect', () => {
        probe.destroy();
        resolve(true);
      });
    });
    if (taken) throw new Error(`another daemon listens at ${this.#path}`);
    fs.rmSync(this.#path, { force: true });
  }

  #serve(socket) {
    let buffer = '';
    const context = { socket };
    this.#clients.add(socket);
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      const lines = (buffer === '' ? chunk : buffer + chunk).split('\n');
      buffer = lines.pop();
      this.#answer(socket, context, lines);
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#clients.delete(socket));
  }

  // Sends the replies to one chunk with one write; waits only for handlers that returned a promise.
  #answer(socket, context, lines) {
    const replies = [];
    let waits = false;
    for (const line of lines) {
      const reply = this.#handle(line, context);
      if (reply === undefined) continue;
      if (typeof reply !== 'string') waits = true;
      replies.push(reply);
    }
    if (waits) Promise.all(replies).then((all) => this.#write(socket, all));
    else this.#write(socket, replies);
  }

  #write(socket, replies) {
    let out = '';
    for (const reply of replies) if (reply !== undefined) out += reply + '\n';
    if (out !== '' && !socket.destroyed) socket.write(out);
  }

  // Returns the text of the reply, a promise of it, or undefined for a notification.
  #handle(line, context) {
    let request;
    try {
      request = JSON.parse(line);
    } catch {
      return line.trim() === '' ? undefined : failure(null, PARSE_ERROR, 'Parse error', { code: 'parse_error' });
    }
    if (request?.jsonrpc !== '2.0' || typeof request.method !== 'string')
      return failure(request?.id ?? null, INVALID_REQUEST, 'Invalid Request', { code: 'invalid_request' });
    const { id, method, params } = request;
    const handler = this.#methods.get(method);
    if (handler === undefined)
      return failure(id, METHOD_NOT_FOUND, `Method not found: ${method}`, { code: 'method_not_found' });
    if (params !== undefined && (params === null || typeof params !== 'object'))
      return failure(id, INVALID_PARAMS, 'Invalid params', { code: 'invalid_params' });
    const fail = (error) => failure(id, error.code ?? INTERNAL_ERROR, error.message, error.data);
    try {
      const result = handler(params, context);
      if (result instanceof Promise) return result.then((value) => success(id, value), fail);
      return success(id, result);
    } catch (error) {
      return fail(error);
    }
  }
}

const server = new IpcServer(process.argv[2]);
const started = Date.now();

// Validators of fields: each returns the problem of a value, or undefined.
const text = (max) => (value) =>
  typeof value === 'string' && value.length > 0 && value.length <= max
    ? undefined
    : `must be a string of 1 to ${max} characters`;
const integer = (min, max) => (value) =>
  Number.isInteger(value) && value >= min && value <= max ? undefined : `must be an integer from ${min} to ${max}`;
const word = (...words) => (value) => (words.includes(value) ? undefined : `must be one of ${words.join(', ')}`);
const any = () => undefined;

const id = text(128);
const path = text(4096);

// Wraps a handler with a check of its params: an object with only these fields, some of them required.
function checked(fields, required, handler) {
  const invalid = (field, problem) => {
    const path = `params.${field}`;
    throw new RpcError(INVALID_PARAMS, `Invalid params: ${path} ${problem}`, { code: 'invalid_params', path });
  };
  return (params = {}, context) => {
    for (const name in params) {
      const check = fields[name];
      if (check === undefined) invalid(name, 'is not known');
      const problem = check(params[name]);
      if (problem !== undefined) invalid(name, problem);
    }
    for (const name of required) if (params[name] === undefined) invalid(name, 'is missing');
    return handler(params, context);
  };
}

async function unavailable() {
  throw new RpcError(SUBSYSTEM_UNAVAILABLE, 'Subsystem unavailable', { code: 'subsystem_unavailable' });
}

function noTerminal({ terminalId }) {
  throw new RpcError(NOT_FOUND, `there is no terminal ${terminalId}`, { code: 'terminal_not_found' });
}

function unsubscribe({ subscriptionId }) {
  const message = `this connection has no subscription ${subscriptionId}`;
  throw new RpcError(NOT_FOUND, message, { code: 'subscription_not_found' });
}

function initialize({ protocolVersion = '1.0' }) {
  if (!protocolVersion.startsWith('1.'))
    throw new RpcError(UNSUPPORTED_PROTOCOL, `this daemon speaks protocol 1.0, not ${protocolVersion}`, {
      code: 'unsupported_protocol',
    });
  return { protocolVersion: '1.0', server: { name: 'bench', version: '1.0' } };
}

async function stop() {
  setImmediate(() => server.stop().then(() => process.exit(0)));
  return { stopping: true };
}

server.registerMethods({
  ping: () => ({ pong: true, timestamp: Date.now() }),
  initialize: checked({ client: any, protocolVersion: text(16) }, [], initialize),
  'daemon.status': async () => ({
    pid: process.pid,
    uptime_seconds: Math.floor((Date.now() - started) / 1000),
    health: 'healthy',
    subsystems: {},
  }),
  'daemon.stop': stop,
  'terminal.list': checked({ sessionId: id }, [], () => []),
  'terminal.detach': checked({ terminalId: id }, ['terminalId'], noTerminal),
  'terminal.close': checked({ terminalId: id }, ['terminalId'], noTerminal),
  'terminal.resize': checked(
    { terminalId: id, cols: integer(1, 1000), rows: integer(1, 1000) },
    ['terminalId', 'cols', 'rows'],
    noTerminal,
  ),
  'terminal.input': checked({ terminalId: id, data: text(1398104) }, ['terminalId', 'data'], noTerminal),
  'event.unsubscribe': checked({ subscriptionId: id }, ['subscriptionId'], unsubscribe),
  'event.list': checked({ fromSeq: integer(0, Number.MAX_SAFE_INTEGER), sessionId: id }, [], unavailable),
  'session.create': checked(
    { title: text(1024), permissionMode: word('default', 'plan', 'acceptEdits'), cwd: path },
    [],
    unavailable,
  ),
  'task.get': checked({ taskId: id }, ['taskId'], unavailable),
  'task.list': checked({ limit: integer(1, 1000), after: id }, [], unavailable),
  'task.submit': checked({ prompt: text(1048576), cwd: path }, ['prompt'], unavailable),
  'chat.send': unavailable,
});

process.on('SIGTERM', () => stop());
await server.start();
