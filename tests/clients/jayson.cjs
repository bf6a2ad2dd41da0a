// jayson's own client, without any code between it and the daemon: a connection to a path, a newline behind each message.
// usage: node jayson.cjs SOCKET; prints one line of JSON with what it got.
const jayson = require("jayson/promise");

async function main(path) {
  const client = jayson.Client.tcp({ path });
  const seen = {};
  seen.ping = await client.request("ping", []);
  seen.named = await client.request("initialize", { client: { name: "jayson", version: "4" } });
  seen.status = await client.request("daemon.status", {});
  seen.textId = await client.request("ping", {}, "an id of mine");
  seen.unknown = await client.request("no.such.method", []);
  seen.wrong = await client.request("daemon.stop", { force: "yes" });
  seen.batch = await client.request([
    client.request("ping", [], undefined, false),
    client.request("ping", [], null, false), // a notification
    client.request("nothing", {}, undefined, false),
  ]);
  seen.discover = (await client.request("rpc.discover", [])).result.methods.length;
  await client.request("ping", [], null); // a notification: resolves without an answer
  console.log(JSON.stringify(seen));
}

main(process.argv[2]).catch((error) => {
  console.error(error);
  process.exit(1);
});
