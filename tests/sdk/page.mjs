// The renderer of shell.mjs: its preload script and its page. It calls `cowork` as the test says, and chats with useChat.
import { parentPort, workerData } from "node:worker_threads";

import { rendererProcess } from "./electron.mjs";

const { createCowork, PortChat, portsOf } = await import(`${process.env.WEIR_SDK}/renderer.js`);
const { IpcChatTransport } = await import(`${process.env.WEIR_SDK}/transport.js`);
const ipcRenderer = rendererProcess(workerData.main);
const cowork = createCowork(ipcRenderer);
const tell = (thing) => parentPort.postMessage(thing);
const steps = [];
const ports = portsOf(ipcRenderer);
ports((port, info) => {
  steps.push({ port: info });
  const { postMessage } = port;
  port.postMessage = (message) => {
    steps.push({ said: message });
    postMessage.call(port, message);
  };
  port.addEventListener("message", ({ data }) => steps.push({ heard: data }));
});
const sendMessage = async (request) => {
  const result = await cowork.chat.sendMessage(request);
  steps.push({ returned: result });
  return result;
};
const portChat = new PortChat({ ...cowork.chat, sendMessage }, ports);

cowork.system?.onHealth((health) => tell({ health }));
const namespaces = Object.fromEntries(Object.entries(cowork).map(([name, group]) => [name, Object.keys(group)]));
let chat;

parentPort.on("message", async ({ call, args = [], raw, useChat, act, walk }) => {
  try {
    if (useChat) {
      const { useChatWith } = await import("./use_chat.mjs");
      chat = await useChatWith(useChat.version, { id: "page", transport: new IpcChatTransport({ chat: portChat, threads: useChat.threads }) }, tell);
    } else if (act) {
      await chat.act(act);
    } else if (walk) {
      const response = await portChat.send(walk);
      for await (const chunk of response) steps.push({ chunk });
      tell({ steps: steps.splice(0) });
    } else {
      const [namespace, name] = (call ?? "").split(".");
      tell({ result: raw ? await ipcRenderer.invoke(raw, ...args) : await cowork[namespace][name](...args) });
    }
  } catch ({ name, message, code, data }) {
    tell({ error: { name, message, code, data } });
  }
});
tell({ loaded: namespaces });
