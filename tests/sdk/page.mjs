// The renderer of shell.mjs: its preload script and its page. It calls `cowork` as the test says.
import { parentPort, workerData } from "node:worker_threads";

import { rendererProcess } from "./electron.mjs";

const { createCowork } = await import(`${process.env.WEIR_SDK}/renderer.js`);
const ipcRenderer = rendererProcess(workerData.main);
const cowork = createCowork(ipcRenderer);
const tell = (thing) => parentPort.postMessage(thing);

cowork.system?.onHealth((health) => tell({ health }));
const namespaces = Object.fromEntries(Object.entries(cowork).map(([name, group]) => [name, Object.keys(group)]));

parentPort.on("message", async ({ call, args = [], raw }) => {
  try {
    const [namespace, name] = (call ?? "").split(".");
    tell({ result: raw ? await ipcRenderer.invoke(raw, ...args) : await cowork[namespace][name](...args) });
  } catch ({ name, message, code, data }) {
    tell({ error: { name, message, code, data } });
  }
});
tell({ loaded: namespaces });
