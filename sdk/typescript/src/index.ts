/** The client. See also ./main, ./renderer and ./transport for desktop shells. */

export type * from "../weir.js";
export { WeirClient, type CallOptions, type ChannelArguments, type ClientEvents, type ClientOptions } from "./client.js";
export * from "./errors.js";
export { EventStream, type EpochChange, type EventItem, type EventPosition, type EventSelection } from "./events.js";
export * from "./generated/channels.js";
export { findSocket } from "./socket.js";
export { checkEvent, checkParams, checkResult } from "./validate.js";
