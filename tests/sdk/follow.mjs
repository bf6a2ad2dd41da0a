// Follows the event log; tells each item with the position behind it.
import { describe, listen, tell, weir } from "./talk.mjs";

const { selection = {}, slow = false, stop, ready, ...options } = JSON.parse(process.argv[2]);
const client = new weir.WeirClient(options);
const abort = new AbortController();
const stream = client.subscribe(selection, { signal: abort.signal });
if (ready) tell({ ready: await stream.ready().then(() => true) });
let go = () => {};
const reading = (async () => {
  try {
    while (true) {
      if (slow) await new Promise((resolve) => (go = resolve));
      const { done, value } = await stream.next();
      if (done) return tell({ end: true });
      const { method, params } = value;
      tell({ method, seq: params.seq, taskId: params.taskId, params: method.includes(".") ? undefined : params, position: stream.position });
      if (method === stop) break;
    }
    await stream.return();
    tell({ end: (await stream.next()).done });
  } catch (error) {
    tell({ error: describe(error) });
  }
})();
await listen(async (what) => {
  if (what.abort) abort.abort();
  else go();
});
client.close();
go();
await reading;
