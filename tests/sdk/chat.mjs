// A chat in a program: useChat over a client, or the chunks of responses as they come.
import { describe, listen, tell, weir } from "./talk.mjs";

const { version, chatId = "chat", threads, ...options } = JSON.parse(process.argv[2]);
const client = await weir.WeirClient.connect({ name: "chat", ...options });
const onThread = (id, threadId) => tell({ thread: threadId, chat: id });
const transport = new weir.IpcChatTransport({ chat: client.chat, threads, onThread });
const chat = version && (await (await import("./use_chat.mjs")).useChatWith(version, { id: chatId, transport }, tell));
const streams = new Map();

async function read(stream) {
  try {
    for await (const chunk of stream) tell({ chunk, task: stream.taskId });
    tell({ end: stream.taskId });
  } catch (error) {
    tell({ error: describe(error) });
  }
}

await listen(async ({ open, start, send, raw, cancel, close, ...what }) => {
  try {
    if (chat) return await chat.act({ send, ...what });
    if (raw || open) {
      const stream = await (raw ? client.chat.send(raw) : client.chat.open(open));
      streams.set(stream.taskId, stream);
      tell({ thread: stream.threadId, task: stream.taskId });
      void read(stream);
    }
    if (start) streams.get(start).start();
    if (cancel) await streams.get(cancel).cancel();
    if (close) streams.get(close).close();
  } catch (error) {
    tell({ error: describe(error) });
  }
});
chat?.unmount();
client.close();
