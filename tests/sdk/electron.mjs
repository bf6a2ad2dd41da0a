// The part of Electron that a shell uses, over a message port between two threads: values are cloned, ports are transferred, and of an
// error only its text arrives, in Electron's words.
import { EventEmitter } from "node:events";
import { MessageChannel } from "node:worker_threads";

/** A port as Electron has it in its main process: events with `data`. */
class MainPort extends EventEmitter {
  constructor(port) {
    super();
    this.port = port;
    port.on("message", (data) => this.emit("message", { data, ports: [] }));
    port.on("close", () => this.emit("close"));
  }
  postMessage(message) {
    this.port.postMessage(message);
  }
  start() {
    this.port.start();
  }
  close() {
    this.port.close();
  }
}

export class MessageChannelMain {
  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.port1 = new MainPort(port1);
    this.port2 = new MainPort(port2);
  }
}

/** The main process: ipcMain, the webContents of its first renderer, and a function that makes those of others. */
export function mainProcess(first) {
  const handlers = new Map();
  const ipcMain = {
    handle(channel, listener) {
      if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
      handlers.set(channel, listener);
    },
    removeHandler: (channel) => void handlers.delete(channel),
  };
  const serve = (renderer) => {
    const webContents = {
      send: (channel, ...args) => renderer.postMessage({ channel, args }),
      postMessage(channel, message, transfer = []) {
        const ports = transfer.map((port) => port.port);
        renderer.postMessage({ channel, args: [message], ports }, ports);
      },
    };
    renderer.on("message", async ({ id, invoke, args }) => {
      try {
        const handler = handlers.get(invoke);
        if (!handler) throw new Error(`No handler registered for '${invoke}'`);
        renderer.postMessage({ id, result: await handler({ sender: webContents }, ...args) });
      } catch (error) {
        renderer.postMessage({ id, error: String(error) });
      }
    });
    return webContents;
  };
  return { ipcMain, webContents: serve(first), serve };
}

/** A renderer: its ipcRenderer. */
export function rendererProcess(main) {
  const events = new EventEmitter();
  const waiting = new Map();
  let lastId = 0;
  main.on("message", ({ id, channel, args, ports = [], result, error }) => {
    if (channel !== undefined) return void events.emit(channel, { ports }, ...args);
    const { resolve, reject, invoke } = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) resolve(result);
    else reject(new Error(`Error invoking remote method '${invoke}': ${error}`));
  });
  return {
    invoke(invoke, ...args) {
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject, invoke });
        main.postMessage({ id, invoke, args });
      });
    },
    on: (channel, listener) => events.on(channel, listener),
    removeListener: (channel, listener) => events.removeListener(channel, listener),
  };
}
