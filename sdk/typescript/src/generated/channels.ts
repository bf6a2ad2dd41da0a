// Generated from the files of contract/ by contract/generate; do not edit.

import type {
  McpConnectParams,
  McpConnectResult,
  McpDisconnectParams,
  McpDisconnectResult,
  McpGetStatusParams,
  McpGetStatusResult,
  McpListConnectionsResult,
  McpListToolsParams,
  McpListToolsResult,
} from "../../weir.js";

/** The name of every channel. */
export const IpcChannels = {
  mcp: {
    /** Configure a server and start it. */
    connect: "mcp:connect",
    /** Stop a server and keep its configuration. */
    disconnect: "mcp:disconnect",
    /** List the configured servers. */
    listConnections: "mcp:listConnections",
    /** List the tools of one server, or of all. Starts no server: the lists are stored. */
    listTools: "mcp:listTools",
    /** Get the state of one server, or of all. */
    getStatus: "mcp:getStatus",
  },
} as const;
export type IpcChannel = typeof IpcChannels;

export type MCPConnectRequest = McpConnectParams;
export type MCPConnectResponse = McpConnectResult;
export type MCPDisconnectRequest = McpDisconnectParams;
export type MCPDisconnectResponse = McpDisconnectResult;
export type MCPListConnectionsResponse = McpListConnectionsResult;
export type MCPListToolsRequest = McpListToolsParams;
export type MCPListToolsResponse = McpListToolsResult;
export type MCPGetStatusRequest = McpGetStatusParams;
export type MCPGetStatusResponse = McpGetStatusResult;

/** Every channel that can be invoked, with its request and its response. */
export type IpcHandlerMap = {
  "mcp:connect": { request: MCPConnectRequest; response: MCPConnectResponse };
  "mcp:disconnect": { request: MCPDisconnectRequest; response: MCPDisconnectResponse };
  "mcp:listConnections": { request: void; response: MCPListConnectionsResponse };
  "mcp:listTools": { request: MCPListToolsRequest; response: MCPListToolsResponse };
  "mcp:getStatus": { request: MCPGetStatusRequest; response: MCPGetStatusResponse };
};

/** Every channel that the daemon pushes. */
export type IpcEventMap = {
};
