// The renderer of an app in shell.mjs: its preload script and its page. It reads as the test says.
import { parentPort, workerData } from "node:worker_threads";

import { rendererProcess } from "./electron.mjs";

const { createAppCowork } = await import(`${process.env.WEIR_SDK}/renderer.js`);
const ipcRenderer = rendererProcess(workerData.main);
const cowork = createAppCowork(ipcRenderer);
let pushed = 0;
for (const channel of ["system:health", "chat:streamPort"]) ipcRenderer.on(channel, () => pushed++);

parentPort.on("message", async ({ read, args = [], raw, count }) => {
  try {
    const [namespace, name] = (read ?? "").split(".");
    parentPort.postMessage({ result: count ? pushed : raw ? await ipcRenderer.invoke(raw, ...args) : await cowork[namespace][name](...args) });
  } catch ({ name, message, code, data }) {
    parentPort.postMessage({ error: { name, message, code, data } });
  }
});
parentPort.postMessage({ loaded: Object.fromEntries(Object.entries(cowork).map(([name, group]) => [name, Object.keys(group)])) });
