// An agent on the Agent Client Protocol's own SDK, which checks every message of the client against its schemas. It does
// what the prompt says: one word a line, with its arguments behind it.
import { Readable, Writable } from "node:stream";
import { agent, methods, ndJsonStream, RequestError } from "@agentclientprotocol/sdk";

const { client, agent: served } = methods;
let cancelled = () => {};

const done = (text) => [{ type: "content", content: { type: "text", text } }];

async function edit({ sessionId, cx, path, text, number }) {
  const toolCallId = `call_${number}`;
  const update = (fields) =>
    cx.notify(client.session.update, { sessionId, update: { sessionUpdate: "tool_call_update", toolCallId, ...fields } });
  await cx.notify(client.session.update, {
    sessionId,
    update: { sessionUpdate: "tool_call", toolCallId, title: `Write ${path}`, kind: "edit", status: "pending", locations: [{ path }] },
  });
  const old = await cx.request(client.fs.readTextFile, { sessionId, path }).then((read) => read.content, () => null);
  const { outcome } = await cx.request(client.session.requestPermission, {
    sessionId,
    toolCall: { toolCallId, content: [{ type: "diff", path, oldText: old, newText: text }] },
    options: [
      { optionId: "always", name: "Always", kind: "allow_always" },
      { optionId: "yes", name: "Yes", kind: "allow_once" },
      { optionId: "no", name: "No", kind: "reject_once" },
    ],
  });
  if (outcome.outcome !== "selected" || outcome.optionId !== "yes") {
    await update({ status: "failed" });
    return `refused: ${outcome.optionId ?? outcome.outcome}`;
  }
  await update({ status: "in_progress" });
  await cx.request(client.fs.writeTextFile, { sessionId, path, content: text });
  await update({ status: "completed", content: done("written") });
  return "written";
}

async function run({ sessionId, cx, command, args, number }) {
  const toolCallId = `call_${number}`;
  const terminal = await cx.createTerminal({ sessionId, command, args, outputByteLimit: 1000 });
  await cx.notify(client.session.update, {
    sessionId,
    update: { sessionUpdate: "tool_call", toolCallId, title: "A command", kind: "execute", status: "in_progress",
              rawInput: { command: [command, ...args] }, content: [{ type: "terminal", terminalId: terminal.id }] },
  });
  const { exitCode, signal } = await terminal.waitForExit();
  const { output, truncated } = await terminal.currentOutput();
  await cx.notify(client.session.update, { sessionId, update: { sessionUpdate: "tool_call_update", toolCallId, status: "completed" } });
  await terminal.release();
  return `${exitCode ?? signal} ${truncated ? "cut " : ""}${output.trim()}`;
}

async function follow(line, sessionId, cx, number) {
  const [word, ...args] = line.split(" ");
  const chunk = (kind, text) =>
    cx.notify(client.session.update, { sessionId, update: { sessionUpdate: kind, content: { type: "text", text } } });
  if (word === "think") await chunk("agent_thought_chunk", args.join(" "));
  else if (word === "edit") await chunk("agent_message_chunk", await edit({ sessionId, cx, path: args[0], text: args[1], number }));
  else if (word === "run") await chunk("agent_message_chunk", await run({ sessionId, cx, command: args[0], args: args.slice(1), number }));
  else if (word === "plan")
    await cx.notify(client.session.update, { sessionId, update: { sessionUpdate: "plan", entries: [
      { content: "the first", priority: "high", status: "completed" }, { content: "the second", priority: "low", status: "in_progress" }] } });
  else if (word === "read") {
    const { content } = await cx.request(client.fs.readTextFile, { sessionId, path: args[0], line: Number(args[1]), limit: Number(args[2]) });
    await chunk("agent_message_chunk", content);
  } else if (word === "wait") {
    await chunk("agent_message_chunk", "waiting");
    await new Promise((resolve) => { cancelled = resolve; });
    return "cancelled";
  } else if (word === "stop") return args[0];
  else await chunk("agent_message_chunk", line);
  return null;
}

agent({ name: "a test's" })
  .onRequest(served.initialize, () => ({ protocolVersion: 1, agentCapabilities: { loadSession: true } }))
  .onRequest(served.session.new, () => ({ sessionId: "session of the agent" }))
  .onRequest(served.session.load, async ({ params, client: cx }) => {
    await cx.notify(client.session.update, { sessionId: params.sessionId, update: {
      sessionUpdate: "user_message_chunk", content: { type: "text", text: "said before" } } });
    await cx.notify(client.session.update, { sessionId: params.sessionId, update: {
      sessionUpdate: "agent_message_chunk", content: { type: "text", text: "answered before" } } });
    return {};
  })
  .onRequest(served.session.prompt, async ({ params, client: cx }) => {
    let number = 0;
    for (const line of params.prompt[0].text.split("\n")) {
      const stopReason = await follow(line, params.sessionId, cx, ++number);
      if (stopReason === "error") throw RequestError.internalError({ details: "something broke" });
      if (stopReason) return { stopReason };
    }
    return { stopReason: "end_turn" };
  })
  .onNotification(served.session.cancel, () => cancelled())
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
