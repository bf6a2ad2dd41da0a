// A program that weir apps open starts: it reads what the test says, over the connection that it has inherited.
import { describe, listen, outcome, tell } from "./talk.mjs";

const { connectApp } = await import(`${process.env.WEIR_SDK}/app.js`);
const connected = await outcome(connectApp({ name: "test", ...JSON.parse(process.argv[2] ?? "{}") }));
const app = connected.result;
tell(app ? { appId: app.appId, protocol: app.server.protocolVersion } : connected);
app?.closed.then((reason) => tell({ closed: describe(reason) }));
await listen(async ({ read, args = [], together = 1, close }) => {
  if (close) return app.close();
  const [namespace, name] = read.split(".");
  const answers = await Promise.all(Array.from({ length: together }, () => outcome(app[namespace][name](...args))));
  tell(together === 1 ? answers[0] : { answers });
});
app?.close();
