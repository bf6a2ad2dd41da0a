/** A transport for useChat and Chat of the AI SDK, versions 5 and 6: a thread of weir instead of an HTTP endpoint. */

import type { StreamChunk } from "./chunks.js";
import { WeirError, abortErrorOf } from "./errors.js";
import type { ChatResponse, ChatSource } from "./source.js";

/** The parts of the AI SDK's UI message stream that this transport sends. */
export type UiChunk =
  | { type: "start"; messageMetadata: ResponseMetadata }
  | { type: "start-step" }
  | { type: "text-start"; id: string }
  | { type: "text-delta"; id: string; delta: string }
  | { type: "text-end"; id: string }
  | { type: "tool-input-available"; toolCallId: string; toolName: string; input: unknown; dynamic: true }
  | { type: "tool-output-available"; toolCallId: string; output: unknown; dynamic: true }
  | { type: "error"; errorText: string }
  | { type: "finish-step" }
  | { type: "finish"; messageMetadata: ResponseMetadata };

/** The metadata of a response message. */
export interface ResponseMetadata {
  threadId: string;
  taskId: string;
  usage?: { promptTokens: number; completionTokens: number };
}

interface Message {
  role: string;
  parts: readonly { type: string; text?: string }[];
}

interface SendOptions {
  trigger: "submit-message" | "regenerate-message";
  chatId: string;
  messageId: string | undefined;
  messages: readonly Message[];
  abortSignal: AbortSignal | undefined;
}

export interface IpcChatTransportOptions {
  /** Sends the messages: `client.chat`, or `cowork.chat.stream` in a renderer. */
  chat: ChatSource;
  /** Threads that exist, by the id of their chat. Other chats begin a new thread. */
  threads?: Iterable<readonly [chatId: string, threadId: string]>;
  /** Called when a chat has got its thread. */
  onThread?: (chatId: string, threadId: string) => void;
}

export class IpcChatTransport {
  readonly #chat: ChatSource;
  readonly #threads: Map<string, string>;
  readonly #onThread: ((chatId: string, threadId: string) => void) | undefined;

  constructor(options: IpcChatTransportOptions) {
    this.#chat = options.chat;
    this.#threads = new Map(options.threads ?? []);
    this.#onThread = options.onThread;
  }

  /** Sends the last message to the chat's thread. The thread has the messages before it, so they are not sent again.
   *
   * abortSignal cancels the task. */
  async sendMessages({ trigger, chatId, messageId, messages, abortSignal }: SendOptions): Promise<ReadableStream<UiChunk>> {
    if (trigger === "regenerate-message" || messageId !== undefined)
      throw unsupported("a thread keeps its messages: none of them can be regenerated or replaced");
    const content = textOf(messages[messages.length - 1]);
    if (abortSignal?.aborted) throw abortErrorOf(abortSignal, "the message");
    const threadId = this.#threads.get(chatId);
    const response = await this.#chat.send(threadId === undefined ? { content } : { threadId, content });
    if (threadId === undefined) {
      this.#threads.set(chatId, response.threadId);
      this.#onThread?.(chatId, response.threadId);
    }
    return uiStream(response, abortSignal);
  }

  /** The response that the chat's thread waits for, from its beginning: for a page that was loaded again. A lost connection needs no
   * call, because a response goes on by itself. */
  async reconnectToStream({ chatId, abortSignal }: { chatId: string; abortSignal?: AbortSignal | undefined }): Promise<ReadableStream<UiChunk> | null> {
    const threadId = this.#threads.get(chatId);
    const response = threadId === undefined ? null : await this.#chat.resume(threadId);
    return response && uiStream(response, abortSignal);
  }
}

function textOf(message: Message | undefined): string {
  if (message?.role !== "user") throw unsupported("the last message is not one of the user");
  const other = message.parts.find((part) => part.type !== "text");
  if (other) throw unsupported(`a message can have text only, not ${other.type}`);
  const content = message.parts.map((part) => part.text ?? "").join("");
  if (content === "") throw unsupported("the message is empty");
  return content;
}

function unsupported(message: string): WeirError {
  return new WeirError(-32602, message, { code: "invalid_params" });
}

/** The response as a UI message stream. The reader's pace is that of the response. */
function uiStream(response: ChatResponse, signal: AbortSignal | undefined): ReadableStream<UiChunk> {
  const parts = uiChunks(response);
  let abort: (() => void) | undefined;
  return new ReadableStream<UiChunk>(
    {
      start(controller) {
        abort = () => {
          controller.error(abortErrorOf(signal as AbortSignal, "the response"));
          response.cancel().catch(() => undefined); // the task has ended by itself
          response.close();
        };
        if (signal?.aborted) abort();
        else signal?.addEventListener("abort", abort, { once: true });
      },
      async pull(controller) {
        const { done, value } = await parts.next();
        if (signal?.aborted) return;
        if (!done) return controller.enqueue(value);
        if (abort) signal?.removeEventListener("abort", abort);
        controller.close();
      },
      cancel() {
        if (abort) signal?.removeEventListener("abort", abort);
        response.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Translates chunks: text between two tool calls becomes a part of its own. */
async function* uiChunks(response: ChatResponse): AsyncGenerator<UiChunk, undefined> {
  const { threadId, taskId } = response;
  let texts = 0;
  let isOpen = false;
  yield { type: "start", messageMetadata: { threadId, taskId } };
  yield { type: "start-step" };
  for await (const chunk of response) {
    if (chunk.type === "text-delta") {
      if (!isOpen) yield { type: "text-start", id: `text-${++texts}` };
      isOpen = true;
      yield { type: "text-delta", id: `text-${texts}`, delta: chunk.textDelta };
      continue;
    }
    if (isOpen) yield { type: "text-end", id: `text-${texts}` };
    isOpen = false;
    yield* otherChunks(chunk, { threadId, taskId });
  }
}

function* otherChunks(chunk: Exclude<StreamChunk, { type: "text-delta" }>, metadata: ResponseMetadata): Generator<UiChunk, undefined> {
  switch (chunk.type) {
    case "tool-call":
      yield { type: "tool-input-available", toolCallId: chunk.toolCallId, toolName: chunk.toolName, input: chunk.args, dynamic: true };
      return;
    case "tool-result":
      yield { type: "tool-output-available", toolCallId: chunk.toolCallId, output: chunk.result ?? null, dynamic: true };
      return;
    case "error":
      yield { type: "error", errorText: chunk.error };
      return;
    case "finish":
      yield { type: "finish-step" };
      yield { type: "finish", messageMetadata: chunk.usage ? { ...metadata, usage: chunk.usage } : metadata };
  }
}
