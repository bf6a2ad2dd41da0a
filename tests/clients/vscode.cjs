// The RPC engine of Visual Studio Code. It frames messages with headers by default, so the two small classes here make it
// read and write a line each; requests, answers, errors, cancellation and notifications are the package's own work.
// usage: node vscode.cjs SOCKET; prints one line of JSON for each thing that happened.
const net = require("net");
const readline = require("readline");
const rpc = require("vscode-jsonrpc/node");

class LineReader extends rpc.AbstractMessageReader {
  constructor(socket) {
    super();
    this.socket = socket;
  }
  listen(callback) {
    const lines = readline.createInterface({ input: this.socket });
    lines.on("line", (line) => callback(JSON.parse(line)));
    this.socket.on("close", () => this.fireClose());
    this.socket.on("error", (error) => this.fireError(error));
    return rpc.Disposable.create(() => lines.close());
  }
}

class LineWriter extends rpc.AbstractMessageWriter {
  constructor(socket) {
    super();
    this.socket = socket;
  }
  write(message) {
    return new Promise((done, failed) =>
      this.socket.write(JSON.stringify(message) + "\n", (error) => (error ? failed(error) : done())),
    );
  }
  end() {
    this.socket.end();
  }
}

function say(what, value) {
  console.log(JSON.stringify({ what, value }));
}

async function refused(promise) {
  return promise.then(
    () => null,
    (error) => ({ code: error.code, word: error.data && error.data.code, isResponseError: error instanceof rpc.ResponseError }),
  );
}

const socket = net.connect({ path: process.argv[2] }, async () => {
  const connection = rpc.createMessageConnection(new LineReader(socket), new LineWriter(socket));
  connection.onNotification("event.daemonStopping", (params) => say("stopping", params));
  connection.onNotification("system:health", (params) => say("health", params));
  connection.onUnhandledNotification((message) => say("unhandled", message));
  connection.onClose(() => say("closed", true));
  connection.listen();
  say("initialize", await connection.sendRequest("initialize", { client: { name: "vscode-jsonrpc" }, protocolVersion: "1.0" }));
  say("pings", (await Promise.all(Array.from({ length: 100 }, () => connection.sendRequest("ping")))).filter((r) => r.pong).length);
  say("status", await connection.sendRequest("daemon.status", {}));
  say("unknown", await refused(connection.sendRequest("no.such.method")));
  say("wrong", await refused(connection.sendRequest("daemon.stop", { force: 1 })));
  await connection.sendNotification("ping");
  await connection.sendNotification("$/cancel_request", { requestId: 1 });
  say("ready", await connection.sendRequest("ping", {}));
});
