/** What a chat transport needs: something that sends a message and streams the response. A client and a desktop renderer both can. */

import type { StreamChunk } from "./chunks.js";

export interface ChatRequest {
  /** Absent: a new thread. */
  threadId?: string;
  content: string;
}

/** The response of an agent. Iterating ends behind the chunk `finish` or `error`. */
export interface ChatResponse extends AsyncIterableIterator<StreamChunk> {
  readonly threadId: string;
  readonly taskId: string;
  /** Cancels the task. Its response ends with a chunk `error`. */
  cancel(): Promise<void>;
  /** Stops reading. The task goes on. */
  close(): void;
}

export interface ChatSource {
  send(request: ChatRequest): Promise<ChatResponse>;
  /** The response that a thread waits for, from its beginning; null: no task of the thread runs or waits. */
  resume(threadId: string): Promise<ChatResponse | null>;
}
