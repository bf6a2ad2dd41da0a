// The providers' own libraries, over the broker's socket (the argument). Prints what they made of the answers.
const Anthropic = require("@anthropic-ai/sdk").default;
const OpenAI = require("openai").default;
const { Agent, fetch } = require("undici");

const dispatcher = new Agent({ connect: { socketPath: process.argv[2] } });
const options = { apiKey: "none", maxRetries: 0, fetch: (url, init) => fetch(url, { ...init, dispatcher }) };
const anthropic = new Anthropic({ ...options, baseURL: "http://broker/anthropic" });
const openai = new OpenAI({ ...options, baseURL: "http://broker/openai/v1" });
const messages = [{ role: "user", content: "Hello" }];

async function main() {
  const seen = {};
  const call = { model: "claude-test", max_tokens: 100, messages };
  const answer = await anthropic.messages.create(call);
  seen.message = { text: answer.content[0].text, usage: answer.usage };

  const stream = anthropic.messages.stream(call);
  seen.events = [];
  for await (const event of stream) seen.events.push(event.type);
  const final = await stream.finalMessage();
  seen.streamed = { text: final.content[0].text, output: final.usage.output_tokens };

  const chat = await openai.chat.completions.create({ model: "gpt-test", max_completion_tokens: 50, messages });
  seen.chat = { text: chat.choices[0].message.content, usage: chat.usage.total_tokens };

  try {
    await anthropic.messages.create({ ...call, max_tokens: 9000 });
  } catch (error) {
    seen.refused = { status: error.status, type: error.error.error.type, left: error.error.error.left };
  }
  try {
    await openai.chat.completions.create({ model: "gpt-test", max_completion_tokens: 1000000, messages });
  } catch (error) {
    seen.refusedChat = { status: error.status, code: error.code };
  }
  console.log(JSON.stringify(seen));
  await dispatcher.close();
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
