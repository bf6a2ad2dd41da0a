// Generated from the files of contract/ by contract/generate; do not edit.

import type {
  AppSetProfileParams,
  AppSetProfileResult,
  AppSetThemeParams,
  AppSetThemeResult,
  AppSettings,
  AppsCallToolParams,
  AppsCallToolResult,
  AppsGetAppConfigParams,
  AppsGetAppConfigResult,
  AppsInstallParams,
  AppsInstallResult,
  AppsListResult,
  AppsListToolsParams,
  AppsListToolsResult,
  AppsRemoveParams,
  AppsRemoveResult,
  AutomationCreateParams,
  AutomationDeleteParams,
  AutomationDeleteResult,
  AutomationGetRunLogParams,
  AutomationGetRunLogResult,
  AutomationRule,
  AutomationTriggerParams,
  AutomationTriggerResult,
  AutomationUpdateParams,
  CaptureGetStatusResult,
  CaptureGetStreamConfigResult,
  CaptureToggleStreamParams,
  CaptureToggleStreamResult,
  ChatAckParams,
  ChatAckResult,
  ChatGetThreadParams,
  ChatGetThreadsParams,
  ChatGetThreadsResult,
  ChatResumeParams,
  ChatResumeResult,
  ChatSendMessageParams,
  ChatSendMessageResult,
  ChatStreamChunkParams,
  ChatStreamPortParams,
  ChatThread,
  ContextCard,
  ContextGetContextCardParams,
  ContextGetRecentActivityParams,
  ContextGetRecentActivityResult,
  ContextQueryParams,
  ContextQueryResult,
  CoworkReadParams,
  CoworkReadResult,
  McpConnectParams,
  McpConnectResult,
  McpDisconnectParams,
  McpDisconnectResult,
  McpGetStatusParams,
  McpGetStatusResult,
  McpListConnectionsResult,
  McpListToolsParams,
  McpListToolsResult,
  SystemHealthParams,
  SystemRetryParams,
  SystemRetryResult,
} from "../../weir.js";

/** The name of every channel. */
export const IpcChannels = {
  app: {
    /** Get the settings of the person. */
    getSettings: "app:getSettings",
    /** Set the theme of front ends. */
    setTheme: "app:setTheme",
    /** Set the profile of the person. It replaces the previous one. */
    setProfile: "app:setProfile",
  },
  apps: {
    /** Install an app from a zip archive, or update it to a newer version. */
    install: "apps:install",
    /** Remove an app with its files, its permissions and its sessions. */
    remove: "apps:remove",
    /** List the installed apps, by id. */
    list: "apps:list",
    /** List the tools of MCP servers that an app was granted. */
    listTools: "apps:listTools",
    /** Call a tool of an MCP server for an app. */
    callTool: "apps:callTool",
    /** Get what an app is, and what it was granted. */
    getAppConfig: "apps:getAppConfig",
  },
  automation: {
    /** Create a rule. */
    create: "automation:create",
    /** Change a rule. A field that is given replaces the whole field. */
    update: "automation:update",
    /** Delete a rule. Its run is cancelled. Its receipts stay. */
    delete: "automation:delete",
    /** Start a rule by hand, also one that is disabled. */
    trigger: "automation:trigger",
    /** List receipts, newest first, in pages. */
    getRunLog: "automation:getRunLog",
  },
  capture: {
    /** Get the state of each stream. */
    getStatus: "capture:getStatus",
    /** Enable or disable a stream. */
    toggleStream: "capture:toggleStream",
    /** Get the setting of each stream and its default. */
    getStreamConfig: "capture:getStreamConfig",
  },
  chat: {
    /** Send a message to a thread, and stream the answer through a port. Without a thread, start a new one. */
    sendMessage: "chat:sendMessage",
    /** Let the task of a port begin, for a client that gets its chunks as notifications. */
    ack: "chat:ack",
    /** Stream the answer of a task once more, from its beginning. */
    resume: "chat:resume",
    /** List threads, the one with the newest message first. */
    getThreads: "chat:getThreads",
    /** Show the messages of a thread: all, or some of them from its end. */
    getThread: "chat:getThread",
    /** The port of a message: a descriptor comes with this notification, one end of a socket pair. */
    streamPort: "chat:streamPort",
    /** A chunk of an answer, for a client that cannot receive descriptors. */
    streamChunk: "chat:streamChunk",
  },
  context: {
    /** Search activity by keywords, best match first. */
    query: "context:query",
    /** List activity, newest first. */
    getRecentActivity: "context:getRecentActivity",
    /** Get what the person works on now, and what to do next. */
    getContextCard: "context:getContextCard",
  },
  cowork: {
    /** Read for an app. */
    read: "cowork:read",
  },
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
  system: {
    /** Try a service again that has failed or is degraded. */
    retry: "system:retry",
    /** The state of a service. Not part of the log. */
    health: "system:health",
  },
} as const;
export type IpcChannel = typeof IpcChannels;

export type AppGetSettingsResponse = AppSettings;
export type AppSetThemeRequest = AppSetThemeParams;
export type AppSetThemeResponse = AppSetThemeResult;
export type AppSetProfileRequest = AppSetProfileParams;
export type AppSetProfileResponse = AppSetProfileResult;
export type AppsInstallRequest = AppsInstallParams;
export type AppsInstallResponse = AppsInstallResult;
export type AppsRemoveRequest = AppsRemoveParams;
export type AppsRemoveResponse = AppsRemoveResult;
export type AppsListResponse = AppsListResult;
export type AppsListToolsRequest = AppsListToolsParams;
export type AppsListToolsResponse = AppsListToolsResult;
export type AppsCallToolRequest = AppsCallToolParams;
export type AppsCallToolResponse = AppsCallToolResult;
export type AppsGetAppConfigRequest = AppsGetAppConfigParams;
export type AppsGetAppConfigResponse = AppsGetAppConfigResult;
export type AutomationCreateRequest = AutomationCreateParams;
export type AutomationCreateResponse = AutomationRule;
export type AutomationUpdateRequest = AutomationUpdateParams;
export type AutomationUpdateResponse = AutomationRule;
export type AutomationDeleteRequest = AutomationDeleteParams;
export type AutomationDeleteResponse = AutomationDeleteResult;
export type AutomationTriggerRequest = AutomationTriggerParams;
export type AutomationTriggerResponse = AutomationTriggerResult;
export type AutomationGetRunLogRequest = AutomationGetRunLogParams;
export type AutomationGetRunLogResponse = AutomationGetRunLogResult;
export type CaptureGetStatusResponse = CaptureGetStatusResult;
export type CaptureToggleStreamRequest = CaptureToggleStreamParams;
export type CaptureToggleStreamResponse = CaptureToggleStreamResult;
export type CaptureGetStreamConfigResponse = CaptureGetStreamConfigResult;
export type ChatSendMessageRequest = ChatSendMessageParams;
export type ChatSendMessageResponse = ChatSendMessageResult;
export type ChatAckRequest = ChatAckParams;
export type ChatAckResponse = ChatAckResult;
export type ChatResumeRequest = ChatResumeParams;
export type ChatResumeResponse = ChatResumeResult;
export type ChatGetThreadsRequest = ChatGetThreadsParams;
export type ChatGetThreadsResponse = ChatGetThreadsResult;
export type ChatGetThreadRequest = ChatGetThreadParams;
export type ChatGetThreadResponse = ChatThread;
export type ContextQueryRequest = ContextQueryParams;
export type ContextQueryResponse = ContextQueryResult;
export type ContextGetRecentActivityRequest = ContextGetRecentActivityParams;
export type ContextGetRecentActivityResponse = ContextGetRecentActivityResult;
export type ContextGetContextCardRequest = ContextGetContextCardParams;
export type ContextGetContextCardResponse = ContextCard;
export type CoworkReadRequest = CoworkReadParams;
export type CoworkReadResponse = CoworkReadResult;
export type MCPConnectRequest = McpConnectParams;
export type MCPConnectResponse = McpConnectResult;
export type MCPDisconnectRequest = McpDisconnectParams;
export type MCPDisconnectResponse = McpDisconnectResult;
export type MCPListConnectionsResponse = McpListConnectionsResult;
export type MCPListToolsRequest = McpListToolsParams;
export type MCPListToolsResponse = McpListToolsResult;
export type MCPGetStatusRequest = McpGetStatusParams;
export type MCPGetStatusResponse = McpGetStatusResult;
export type SystemRetryRequest = SystemRetryParams;
export type SystemRetryResponse = SystemRetryResult;
export type ChatStreamPortEvent = ChatStreamPortParams;
export type ChatStreamChunkEvent = ChatStreamChunkParams;
export type SystemHealthEvent = SystemHealthParams;

/** Every channel that can be invoked, with its request and its response. */
export type IpcHandlerMap = {
  "app:getSettings": { request: void; response: AppGetSettingsResponse };
  "app:setTheme": { request: AppSetThemeRequest; response: AppSetThemeResponse };
  "app:setProfile": { request: AppSetProfileRequest; response: AppSetProfileResponse };
  "apps:install": { request: AppsInstallRequest; response: AppsInstallResponse };
  "apps:remove": { request: AppsRemoveRequest; response: AppsRemoveResponse };
  "apps:list": { request: void; response: AppsListResponse };
  "apps:listTools": { request: AppsListToolsRequest; response: AppsListToolsResponse };
  "apps:callTool": { request: AppsCallToolRequest; response: AppsCallToolResponse };
  "apps:getAppConfig": { request: AppsGetAppConfigRequest; response: AppsGetAppConfigResponse };
  "automation:create": { request: AutomationCreateRequest; response: AutomationCreateResponse };
  "automation:update": { request: AutomationUpdateRequest; response: AutomationUpdateResponse };
  "automation:delete": { request: AutomationDeleteRequest; response: AutomationDeleteResponse };
  "automation:trigger": { request: AutomationTriggerRequest; response: AutomationTriggerResponse };
  "automation:getRunLog": { request: AutomationGetRunLogRequest; response: AutomationGetRunLogResponse };
  "capture:getStatus": { request: void; response: CaptureGetStatusResponse };
  "capture:toggleStream": { request: CaptureToggleStreamRequest; response: CaptureToggleStreamResponse };
  "capture:getStreamConfig": { request: void; response: CaptureGetStreamConfigResponse };
  "chat:sendMessage": { request: ChatSendMessageRequest; response: ChatSendMessageResponse };
  "chat:ack": { request: ChatAckRequest; response: ChatAckResponse };
  "chat:resume": { request: ChatResumeRequest; response: ChatResumeResponse };
  "chat:getThreads": { request: ChatGetThreadsRequest; response: ChatGetThreadsResponse };
  "chat:getThread": { request: ChatGetThreadRequest; response: ChatGetThreadResponse };
  "context:query": { request: ContextQueryRequest; response: ContextQueryResponse };
  "context:getRecentActivity": { request: ContextGetRecentActivityRequest; response: ContextGetRecentActivityResponse };
  "context:getContextCard": { request: ContextGetContextCardRequest; response: ContextGetContextCardResponse };
  "cowork:read": { request: CoworkReadRequest; response: CoworkReadResponse };
  "mcp:connect": { request: MCPConnectRequest; response: MCPConnectResponse };
  "mcp:disconnect": { request: MCPDisconnectRequest; response: MCPDisconnectResponse };
  "mcp:listConnections": { request: void; response: MCPListConnectionsResponse };
  "mcp:listTools": { request: MCPListToolsRequest; response: MCPListToolsResponse };
  "mcp:getStatus": { request: MCPGetStatusRequest; response: MCPGetStatusResponse };
  "system:retry": { request: SystemRetryRequest; response: SystemRetryResponse };
};

/** Every channel that the daemon pushes. */
export type IpcEventMap = {
  "chat:streamPort": ChatStreamPortEvent;
  "chat:streamChunk": ChatStreamChunkEvent;
  "system:health": SystemHealthEvent;
};
