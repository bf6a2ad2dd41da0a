// A desktop shell: its main process. The renderer is page.mjs, in another thread; the two have nothing in common but a message port.
import { MessageChannel, Worker } from "node:worker_threads";

import { MessageChannelMain, mainProcess } from "./electron.mjs";
import { listen, tell, weir } from "./talk.mjs";

const { Desktop } = await import(`${process.env.WEIR_SDK}/main.js`);
const client = await weir.WeirClient.connect({ name: "shell", ...JSON.parse(process.argv[2] ?? "{}") });
const { port1, port2 } = new MessageChannel();
const page = new Worker(new URL("page.mjs", import.meta.url), { workerData: { main: port2 }, transferList: [port2] });
const { ipcMain, webContents, serve } = mainProcess(port1);
const desktop = new Desktop({ client, ipcMain, MessageChannelMain });

page.on("message", ({ loaded, ...told }) => {
  if (loaded) desktop.attach(webContents);
  tell(loaded ? { loaded } : told);
});
// The page of an app: app_page.mjs, in a thread of its own.
const pages = new Map();
function openApp(id, attach = (contents) => desktop.attachApp(contents, id)) {
  const { port1: main, port2 } = new MessageChannel();
  const worker = new Worker(new URL("app_page.mjs", import.meta.url), { workerData: { main: port2 }, transferList: [port2] });
  worker.on("message", (told) => tell({ app: id, ...told }));
  pages.set(id, { worker, main, detach: attach(serve(main)) });
}
async function closeApps() {
  for (const { worker, main } of pages.values()) {
    await worker.terminate();
    main.close();
  }
}

client.on("disconnected", () => tell({ disconnected: true }));
client.on("connected", () => tell({ connected: true }));

await listen((what) => {
  if (what.close) desktop.close();
  else if (what.openApp) openApp(what.openApp);
  else if (what.openWindow) openApp(what.openWindow, () => undefined); // as a page does with window.open()
  else if (what.detachApp) tell({ detached: pages.get(what.detachApp).detach() === undefined });
  else if (what.app) pages.get(what.app).worker.postMessage(what);
  else page.postMessage(what);
});
await page.terminate();
await closeApps();
desktop.close();
client.close();
port1.close();
