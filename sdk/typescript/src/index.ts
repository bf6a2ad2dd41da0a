/** The client. See also ./main, ./renderer and ./transport for desktop shells. */

export type * from "../weir.js";
export { ChatStream } from "./chat.js";
export { chunkOf, formatChunk, parseChunk, type StreamChunk } from "./chunks.js";
export { WeirClient, type CallOptions, type ClientChat, type ChannelArguments, type ClientEvents, type ClientOptions } from "./client.js";
export * from "./errors.js";
export { EventStream, type EpochChange, type EventItem, type EventPosition, type EventSelection } from "./events.js";
export * from "./generated/channels.js";
export { findSocket } from "./socket.js";
export type { ChatRequest, ChatResponse, ChatSource } from "./source.js";
export { IpcChatTransport, type IpcChatTransportOptions, type ResponseMetadata, type UiChunk } from "./transport.js";
export { checkEvent, checkParams, checkResult } from "./validate.js";
