// A desktop shell: its main process. The renderer is page.mjs, in another thread; the two have nothing in common but a message port.
import { MessageChannel, Worker } from "node:worker_threads";

import { MessageChannelMain, mainProcess } from "./electron.mjs";
import { listen, tell, weir } from "./talk.mjs";

const { Desktop } = await import(`${process.env.WEIR_SDK}/main.js`);
const client = await weir.WeirClient.connect({ name: "shell", ...JSON.parse(process.argv[2] ?? "{}") });
const { port1, port2 } = new MessageChannel();
const page = new Worker(new URL("page.mjs", import.meta.url), { workerData: { main: port2 }, transferList: [port2] });
const { ipcMain, webContents } = mainProcess(port1);
const desktop = new Desktop({ client, ipcMain, MessageChannelMain });

page.on("message", ({ loaded, ...told }) => {
  if (loaded) desktop.attach(webContents);
  tell(loaded ? { loaded } : told);
});
client.on("disconnected", () => tell({ disconnected: true }));
client.on("connected", () => tell({ connected: true }));

await listen((what) => {
  if (what.close) desktop.close();
  else page.postMessage(what);
});
await page.terminate();
desktop.close();
client.close();
port1.close();
