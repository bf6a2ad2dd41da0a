// A client that calls what the test says, and tells the state of its connection.
import { describe, listen, outcome, tell, weir } from "./talk.mjs";

const options = JSON.parse(process.argv[2] ?? "{}");
const client = new weir.WeirClient({ name: "test", ...options });
client.on("connected", (server) => tell({ connected: server }));
client.on("disconnected", (error, retryInMs) => tell({ disconnected: describe(error), retries: retryInMs !== undefined }));
client.on("event.taskCompleted", ({ taskId }) => tell({ completed: taskId }));

const signals = new Map();
await listen(async ({ call, params, options = {}, id, abort, then, close }) => {
  if (abort) return signals.get(abort).abort();
  if (close) return client.close();
  if (id) signals.set(id, new AbortController());
  const answer = outcome(client.call(call, params, { ...options, signal: id && signals.get(id).signal })).then((found) => tell({ id, ...found }));
  if (!then) await answer;
});
client.close();
client.close();
tell({ afterwards: (await outcome(client.call("ping"))).error.message });
