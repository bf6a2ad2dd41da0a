// Generated from the files of contract/ by contract/generate; do not edit.

// core: The protocol itself: identify the client, check the daemon, and get the list of methods.

/** The name and version of the client, for the daemon's log and status. */
export interface CoreClientInfo {
  name: string;
  version?: string;
}

export interface CoreServerInfo {
  name: string;
  version: string;
}

/**
 * How front ends notify a person who is not looking when a task needs an answer or has ended. auto: the terminal's
 * bell, and a desktop notification where there is a desktop. bell: only the terminal's bell.
 */
export type CoreNotify = "auto" | "bell" | "off";

/** The limits of this connection. */
export interface CoreLimits {
  maxMessageBytes: number;
  maxBatchEntries: number;
  maxWaitingRequests: number;
}

/** Parameters of initialize. */
export interface InitializeParams {
  client?: CoreClientInfo;
  /** The newest protocol version that the client speaks, MAJOR.MINOR. Default: "1.0". */
  protocolVersion?: string;
  /**
   * Whether a person at this client can answer permission requests and questions of MCP servers. The daemon sends both
   * to this connection even without a subscription. Default: false.
   */
  approves?: boolean;
  /**
   * Whether the client can receive descriptors with a message. If not, chat:streamPort comes without one, and chunks
   * are notifications. Default: true.
   */
  acceptsDescriptors?: boolean;
  /** The names of notifications that this connection does not want. */
  optOutNotificationMethods?: string[];
}

/** Result of initialize. */
export interface InitializeResult {
  /** The protocol version that both sides use from here on. */
  protocolVersion: string;
  server: CoreServerInfo;
  limits: CoreLimits;
  /**
   * The highest sandbox level for agents on this system. off: agents have all rights of the user, and a front end must
   * show that.
   */
  sandbox: "namespace" | "landlock" | "off";
  notify?: CoreNotify;
  /** Every notification that the daemon can send. */
  notifications: string[];
}

/** Parameters of ping. */
export interface PingParams {}

/** Result of ping. */
export interface PingResult {
  pong: boolean;
  /** The time of the daemon's clock, epoch milliseconds. */
  timestamp: number;
}

/** Parameters of rpc.discover. */
export interface RpcDiscoverParams {}

/** Result of rpc.discover. */
export type RpcDiscoverResult = unknown;

/** Parameters of $/cancel_request. */
export interface CancelRequestParams {
  /** The id of the request, exactly as it was sent. */
  requestId: unknown;
}

// executor: The protocol between the daemon and an executor, the process that runs an agent. The executor listens on EXECUTOR_SOCKET, and the daemon connects to it.

/** The rest of the user's plan with the provider, as the agent reports it. */
export interface ExecutorQuota {
  /** The name of the limit: five_hour, seven_day, … */
  name?: string;
  used_percent?: number;
  /** Epoch milliseconds. */
  resets_at?: number;
  /** True: the provider refuses calls until resets_at. */
  exceeded?: boolean;
}

/** Token counts, under the long names or the short ones. */
export interface ExecutorUsage {
  input_tokens?: number;
  output_tokens?: number;
  cache_read_tokens?: number;
  cache_write_tokens?: number;
  input?: number;
  output?: number;
  /** The tokens in the model's context now. */
  context_tokens?: number;
  /** The size of the model's context window. */
  context_limit?: number;
  /** The cost of the task so far as the agent reports it, in millionths of reported_currency. */
  reported_cost_micros?: number;
  /** USD, … */
  reported_currency?: string;
  quota?: ExecutorQuota;
  /** The model that used all of these tokens; absent: several models, or not known. */
  model?: string;
}

export interface ExecutorError {
  /** Default: "". */
  message?: string;
  code?: string;
  stack?: string;
}

/** The result of a prompt. */
export interface ExecutorExecution {
  /** completed, failed or cancelled. */
  status: string;
  /** The number of messages that were reported. */
  message_count?: number;
  token_usage?: ExecutorUsage;
  error?: ExecutorError;
  /** The final text of the agent. */
  text?: string;
}

/** A task that an executor works on or has worked on, as reported to a daemon that reconnects. */
export interface ExecutorHanded {
  task_id: string;
  /** The sequence number of the last message that the executor has reported. */
  last_sequence: number;
  /** The result; absent: the task is still running. */
  execution?: ExecutorExecution;
}

export interface ExecutorHandedTerminal {
  terminal_id: string;
  pty_pid: number;
  /** Default: false. */
  use_tmux?: boolean;
  /** The directory in which it was opened. */
  cwd?: string;
  shell?: string;
  /** Epoch milliseconds. */
  created_at?: number;
  /** True: its process has ended. The executor remembers it until close_terminal with forget. Default: false. */
  exited?: boolean;
  exit_code?: number;
  signal?: number;
}

export interface ExecutorNotification {
  method: string;
  /** The parameters of that method. */
  params?: unknown;
}

/** A message of the session's history. */
export interface ExecutorSaid {
  role: "user" | "assistant";
  type: string;
  /** Its content depends on the type. */
  content: unknown;
  task_id?: string;
  /** Epoch milliseconds. */
  timestamp?: number;
}

/** A program that is an agent: how to start it, and which adapter of the executor speaks with it. */
export interface ExecutorLaunch {
  name: string;
  /** stdio, acp, claude-code, … */
  adapter: string;
  /** The path of the program, and its arguments. */
  command: string[];
  /** Environment variables in addition to the executor's own. */
  env?: { [key: string]: string };
  /**
   * The longest time for which a working agent may send nothing, if its protocol has no other sign of life. Default:
   * 60000.
   */
  silence_ms?: number;
}

/** The state of an agent as the executor sees it inside its sandbox. */
export interface ExecutorAgent {
  name: string;
  adapter: string;
  usable: boolean;
  /** Why the agent is not usable; a sentence. */
  reason?: string;
  /** The model that the agent would use, if known. */
  model?: string;
  /** The provider of that model. */
  service?: string;
  version?: string;
}

/** A provider (a service that offers models): its address and the form of its requests. */
export interface ExecutorProvider {
  service: string;
  format: "anthropic" | "openai";
  /** The base URL, without a final /. */
  url: string;
  /** The header that carries the key; empty: the provider needs none. */
  header: string;
  /** The text before the key in that header. Default: "". */
  prefix?: string;
  /** Further headers of every request. */
  headers?: { [key: string]: string };
  /** The model of sessions that name none; absent: the first model that the provider lists. */
  model?: string;
  /** True: a key is stored, and the session may use it. Default: false. */
  has_key?: boolean;
  /** Default: 10000. */
  connect_ms?: number;
  /** The longest pause in a stream. After it the call fails. Default: 120000. */
  silence_ms?: number;
  /** Default: 5. */
  retries?: number;
  /** The context window of the model; near it, the executor summarizes the history. Default: 200000. */
  context_tokens?: number;
  /** The most tokens that an answer may have. Default: 16000. */
  output_tokens?: number;
}

export interface ExecutorMcpServer {
  name: string;
  command: string;
  args: string[];
  env?: { [key: string]: string };
}

export interface ExecutorMcpTool {
  name: string;
  server: string;
  title?: string;
  description: string;
  input_schema: { [key: string]: unknown };
  output_schema?: { [key: string]: unknown };
  annotations?: { [key: string]: unknown };
}

/** An MCP server that a task may use. */
export interface ExecutorMcpHost {
  id: string;
  name: string;
  instructions?: string;
  tool_count: number;
  prompt_count?: number;
  resource_count?: number;
}

/** The record of an executor on disk, with which the next daemon finds the executor. Never sent. */
export interface ExecutorRecord {
  /** The process id of its weir-jail. */
  pid: number;
  /** The start time of that process, in clock ticks since boot. */
  start_time: number;
  boot_id: string;
  /** The name of an executor in the configuration; weir: the built-in one. */
  executor: string;
  /** The secret with which the daemon identifies itself. */
  hand_shake: string;
  /** True: the executor supports resume, and keeps every message until it is confirmed. Default: false. */
  resumes?: boolean;
  use: "warm" | "tasks" | "terminals" | "broker" | "mcp" | "recorder" | "unpacker" | "watcher";
  session_id?: string;
  /** The MCP server that it runs. */
  server_id?: string;
  /** The task that it works on. */
  task_id?: string;
  /** True: it runs a terminal without a session. Default: false. */
  own_session?: boolean;
  /** The properties of its sandbox: level, network, rights, working directory; absent: no session has used it yet. */
  rules?: string;
  /** The level that its sandbox reached; absent: not known yet. */
  level?: "namespace" | "landlock" | "off";
  /** True: it has no network. Default: false. */
  closed?: boolean;
  /** A checksum of the configuration that it was started with. */
  settings?: string;
  /** The process that listened when the daemon first connected; absent: weir-jail listens, or no process did yet. */
  listener_pid?: number;
  /** The start time of that process, in clock ticks since boot. */
  listener_start_time?: number;
}

/** Parameters of execute_prompt. */
export interface ExecutePromptParams {
  /** Valid for this task and this executor only. */
  session_token: string;
  /** Default: "". */
  session_id?: string;
  /** Default: "task". */
  task_id?: string;
  prompt: string;
  /** Default: "/". */
  cwd?: string;
  /**
   * The tools that the agent may use. * matches any characters; ["*"]: every tool that rules and modes allow. Absent:
   * Read, Write, Edit, Bash, Grep, Glob, mcp__*.
   */
  tools?: string[];
  /** Default: "default". */
  permission_mode?: SessionPermissionMode;
  /** Default: 600000. */
  timeout_ms?: number;
  /** False: report only whole messages, no deltas. Default: true. */
  stream?: boolean;
  /** Files to send with the prompt. If one cannot be read, the task fails with the code attachment_failed. */
  attachments?: TaskAttachments;
  /**
   * The agent: one of the launches, or one of the executor's own. Absent: the executor uses the first usable agent,
   * its own before the launches. Sent to weir-executor only.
   */
  agent?: string;
  /** The programs that the executor can start as the agent. Sent to weir-executor only. */
  launches?: ExecutorLaunch[];
  /**
   * True: the daemon has more launches than these. If none of these can be used, and no agent of the executor's own
   * that precedes them, the executor fails the task with the code agent_not_usable, and the daemon offers the others
   * to another executor.
   */
  more_launches?: boolean;
}

/** Parameters of list_agents. */
export interface ListAgentsParams {
  launches?: ExecutorLaunch[];
  providers?: ExecutorProvider[];
}

/** Result of list_agents. */
export interface ListAgentsResult {
  /** In the order of preference. */
  agents: ExecutorAgent[];
}

/** Parameters of spawn_terminal. */
export interface SpawnTerminalParams {
  session_token: string;
  cwd: string;
  /** The shell: a path, or a name to find in PATH. Default: "bash". */
  shell?: string;
  /** A command that the shell runs with -c; absent: an interactive shell. */
  command?: string;
  env?: { [key: string]: string };
  /** Default: false. */
  use_tmux?: boolean;
  tmux_session_name?: string;
  tmux_window_name?: string;
  /** Default: 80. */
  cols?: number;
  /** Default: 24. */
  rows?: number;
  /** The id of the new terminal; absent: the executor makes one. */
  terminal_id?: string;
}

/** Result of spawn_terminal. */
export interface SpawnTerminalResult {
  terminal_id: string;
  /** The process id inside the sandbox. */
  pty_pid: number;
  /** Epoch milliseconds. */
  created_at?: number;
}

/** Parameters of get_terminal. */
export interface GetTerminalParams {
  terminal_id: string;
}

/** Parameters of close_terminal. */
export interface CloseTerminalParams {
  terminal_id: string;
  /** True: the daemon has stored how the terminal ended, and the executor can delete its record. Default: false. */
  forget?: boolean;
}

/** Parameters of stop_task. */
export interface StopTaskParams {
  session_token: string;
  /** Default: "task". */
  task_id?: string;
  /** user_cancelled, timeout, … */
  reason?: string;
}

/** Result of stop_task. */
export interface StopTaskResult {
  stopped: boolean;
  message?: string;
}

/** Parameters of cancel_task. */
export interface CancelTaskParams {
  session_token: string;
  /** Default: "task". */
  task_id?: string;
  reason?: string;
}

/** Parameters of shutdown. */
export interface ExecutorShutdownParams {
  /** idle_timeout, server_restart, … Default: "". */
  reason?: string;
  /** Default: 30000. */
  timeout_ms?: number;
}

/** Result of shutdown. */
export interface ExecutorShutdownResult {
  /** completed: running work has ended. interrupted: running work was killed. idle: nothing was running. */
  status: string;
}

/** Parameters of terminate. */
export interface TerminateParams {
  /** Default: "". */
  reason?: string;
  /** Default: 30000. */
  timeout_ms?: number;
}

/** Result of terminate. */
export interface TerminateResult {
  status: string;
}

/** Parameters of pause_notifications. */
export interface PauseNotificationsParams {}

/** Result of pause_notifications. */
export interface PauseNotificationsResult {
  paused: boolean;
}

/** Parameters of resume_notifications. */
export interface ResumeNotificationsParams {}

/** Result of resume_notifications. */
export interface ResumeNotificationsResult {
  paused: boolean;
}

/** Parameters of resume. */
export interface ResumeParams {
  hand_shake: string;
  /** The newest version of these methods that the daemon supports, MAJOR.MINOR. Default: "1.0". */
  protocol_version?: string;
  /** The last stored sequence number of each task that the daemon expects here. */
  confirmed?: { [key: string]: number };
  /** New tokens for these tasks; they replace the tokens of the previous daemon. */
  tokens?: { [key: string]: string };
}

/** Result of resume. */
export interface ResumeResult {
  /** The version that the executor uses, with the same MAJOR number. Absent: 1.0. */
  protocol_version?: string;
  tasks: ExecutorHanded[];
  terminals: ExecutorHandedTerminal[];
}

/** Parameters of confirm_messages. */
export interface ConfirmMessagesParams {
  task_id: string;
  sequence: number;
}

/** Parameters of get_api_key. */
export interface GetApiKeyParams {
  session_token: string;
  /** anthropic, openai, google, github, … */
  service: string;
}

/** Result of get_api_key. */
export interface GetApiKeyResult {
  api_key: string;
  /** Epoch milliseconds. */
  expires_at?: number;
}

/** Parameters of request_permission. */
export interface RequestPermissionParams {
  session_token: string;
  tool_name: string;
  /** Its form depends on the tool. */
  tool_input?: unknown;
  /**
   * Identifies the request, so that a repeat after a reconnect has no further effect. After the response was
   * delivered, a repeat is a new request.
   */
  request_id?: string;
}

/** Result of request_permission. */
export interface RequestPermissionResult {
  approved: boolean;
  /**
   * mode=bypassPermissions, mode=acceptEdits, mode=plan, rule:ID, user_approved, user_denied, timeout,
   * tool_not_listed, no_approver, …
   */
  reason?: string;
  /** A note from the person who answered. */
  note?: string;
}

/** Parameters of get_execution_context. */
export interface GetExecutionContextParams {
  session_token: string;
  /** False: leave `messages` empty, which is faster. Default: true. */
  history?: boolean;
  /** The approximate limit of `messages`; the newest ones are returned. Default: 4194304. */
  history_bytes?: number;
  /** Return only the messages after the end of this task, for an executor that has the others; see `continues`. */
  after_task?: string;
  /** True: return `commands`. The daemon reads the files itself, because the sandbox may hide them. Default: false. */
  commands?: boolean;
  /** The name of a command whose text is wanted. */
  command?: string;
}

/** Result of get_execution_context. */
export interface GetExecutionContextResult {
  session_id: string;
  task_id: string;
  /** The newest messages that fit into 4 MiB, in order. Parts of a block are left out if the whole block is included. */
  messages: ExecutorSaid[];
  /**
   * True: `messages` has everything that was said after after_task. Absent or false: the log has nothing of that task
   * any more, or there is too much after it, and `messages` is the same as without after_task.
   */
  continues?: boolean;
  mcp_servers: ExecutorMcpServer[];
  context_files: string[];
  /**
   * What the person did in the last hour, newest first, if the session uses it (useContext). Its texts come from other
   * programs: an executor gives them to an agent only as data, never as instructions.
   */
  activity?: ContextActivityRecord[];
  model_config?: {
    model: string;
    thinking_tokens?: number;
  };
  /** As in model_config, but also set when no model is named. */
  thinking_tokens?: number;
  /** Commands and skills in files below the working directory and the home directory, as agent.commands lists them. */
  commands?: AgentCommand[];
  /** The command that was requested; absent: there is none of this name. */
  command?: {
    kind: AgentCommandKind;
    path: string;
    /** The text without its front matter, at most 64 KiB. */
    text: string;
  };
  /** In the order of preference. */
  providers?: ExecutorProvider[];
  /**
   * For a session that uses the broker's keys: a Unix socket on which weir-broker serves the providers' HTTP below
   * /SERVICE, and adds the key.
   */
  model_socket?: string;
}

/** Parameters of list_mcp_tools. */
export interface ListMcpToolsParams {
  session_token: string;
  /** The context window of the model; absent: not known. */
  context_tokens?: number;
  /** Return the tools of this server only, under the names that the server gives them. */
  server?: string;
}

/** Result of list_mcp_tools. */
export interface ListMcpToolsResult {
  /** none: there are no tools. */
  mode: "tools" | "search" | "none";
  /** Empty unless mode is tools. */
  tools: ExecutorMcpTool[];
  servers: ExecutorMcpHost[];
}

/** Parameters of search_mcp_tools. */
export interface SearchMcpToolsParams {
  session_token: string;
  query: string;
  server?: string;
  /** Default: 5. */
  limit?: number;
}

/** Result of search_mcp_tools. */
export interface SearchMcpToolsResult {
  tools: ExecutorMcpTool[];
}

/** Parameters of call_mcp_tool. */
export interface CallMcpToolParams {
  session_token: string;
  /** Identifies the call within the task, so that a repeat after a reconnect does not call the tool again. */
  call_id: string;
  /** True: this request was sent before, on an earlier connection. Default: false. */
  repeat?: boolean;
  tool: string;
  /** Present: tool is the name that this server gives to it. */
  server?: string;
  arguments?: { [key: string]: unknown };
}

/** Result of call_mcp_tool. */
export interface CallMcpToolResult {
  approved: boolean;
  /** As in request_permission. */
  reason?: string;
  /** A note from the person who answered. */
  note?: string;
  /** Absent: the call was not approved. */
  result?: ConnectorCallResult;
}

/** Parameters of list_mcp_items. */
export interface ListMcpItemsParams {
  session_token: string;
  server: string;
  kind: "prompts" | "resources" | "templates";
}

/** Result of list_mcp_items. */
export interface ListMcpItemsResult {
  prompts?: ConnectorPrompt[];
  resources?: ConnectorResource[];
  templates?: ConnectorTemplate[];
}

/** Parameters of fetch_mcp_item. */
export interface FetchMcpItemParams {
  session_token: string;
  server: string;
  /** The name of a prompt. */
  prompt?: string;
  arguments?: { [key: string]: string };
  /** The address of a resource. */
  uri?: string;
}

/** Result of fetch_mcp_item. */
export interface FetchMcpItemResult {
  approved: boolean;
  reason?: string;
  prompt?: ConnectorPromptResult;
  resource?: ConnectorReadResult;
}

/** Parameters of mcp_call_progress. */
export interface McpCallProgressParams {
  call_id: string;
  progress: number;
  total?: number;
  message?: string;
}

/** Parameters of mcp_server_changed. */
export interface McpServerChangedParams {
  server: string;
}

/** Parameters of keep_files. */
export interface KeepFilesParams {
  session_token: string;
  task_id?: string;
  /**
   * Absolute paths, or paths below the working directory; the files need not exist. Absent: the whole working
   * directory, for a change whose files are not known.
   */
  paths?: string[];
}

/** Result of keep_files. */
export interface KeepFilesResult {
  /** The number of files that are saved now. */
  kept: number;
  /** False: a file was too large, there were too many files, or one was outside the working directory. */
  complete: boolean;
}

/** Parameters of create_message. */
export interface CreateMessageParams {
  session_token: string;
  task_id?: string;
  message: {
    role: "user" | "assistant";
    /** Its form depends on the type. */
    content: unknown;
    type: string;
  };
  /** Identifies the message, so that a repeat has no further effect. */
  message_key?: string;
}

/** Result of create_message. */
export interface CreateMessageResult {
  message_id: string;
  created_at: string;
}

/** Parameters of report_message. */
export interface ReportMessageParams {
  session_token: string;
  task_id?: string;
  sequence?: number;
  /** Epoch milliseconds. */
  timestamp?: number;
  /**
   * tool_call, tool_result, content_block_start, content_block_delta, content_block_stop, thinking_chunk,
   * message_start, message_stop, usage, error; other words are allowed. tool_progress reports the progress of a
   * running tool call: tool, tool_call_id, progress, and optionally total and message.
   */
  event_type?: string;
  /** Its form depends on the type. */
  event_data?: unknown;
  message_type?: string;
  /** An alias of event_data. */
  data?: unknown;
}

/** Parameters of report_progress. */
export interface ReportProgressParams {
  session_token: string;
  task_id?: string;
  progress: TaskProgress;
}

/** Parameters of report_commands. */
export interface ReportCommandsParams {
  session_token: string;
  task_id?: string;
  /** The agent that offers the commands. */
  agent: string;
  commands: SessionCommands;
}

/** Parameters of report_models. */
export interface ReportModelsParams {
  session_token: string;
  task_id?: string;
  /** Whose they are. */
  agent: string;
  models: SessionModels;
}

/** Parameters of report_error. */
export interface ReportErrorParams {
  session_token: string;
  task_id?: string;
  error: {
    /** TOOL_FAILED, PERMISSION_DENIED, … Default: "ERROR". */
    code?: string;
    /** Default: "". */
    message?: string;
    /** Further details, in any form. */
    details?: unknown;
  };
}

/** Parameters of batch_notification. */
export interface BatchNotificationParams {
  notifications: ExecutorNotification[];
}

/** Parameters of report_completion. */
export interface ReportCompletionParams {
  session_token: string;
  task_id?: string;
  execution: ExecutorExecution;
}

/** Parameters of report_terminal_exit. */
export interface ReportTerminalExitParams {
  session_token?: string;
  terminal_id: string;
  exit_code?: number;
  signal?: number;
}

// agent: The agents that can work on tasks: weir's own, and other programs.

export interface AgentRecord {
  /** The name by which a task or a session selects the agent. */
  name: string;
  /** The protocol that weir speaks with the agent; executor: a complete executor from the configuration. */
  adapter: string;
  /**
   * weir: built in. config: named in the configuration. path: a known agent that was found in PATH or in its usual
   * directories.
   */
  source: "weir" | "config" | "path";
  usable: boolean;
  /** Why the agent is not usable, and what the user can do about it. */
  reason?: string;
  /** Whether weir uses this agent when a task names none. Default: false. */
  chosen?: boolean;
  /** The path of the program. */
  program?: string;
  /** The provider of the model that the agent would use. */
  service?: string;
  model?: string;
  version?: string;
}

export type AgentCommandKind = "command" | "skill";

/** A command that runs when a prompt begins with / and its name. */
export interface AgentCommand {
  /** The name without the slash; for a file in a subdirectory, DIRECTORY:FILE. */
  name: string;
  description?: string;
  /** The arguments that the command expects. */
  hint?: string;
  kind: AgentCommandKind;
  /**
   * weir: built into the built-in agent. project, user: a file below the working directory or the home directory.
   * agent: reported by another agent.
   */
  source: "weir" | "project" | "user" | "agent";
  /** The path of the file. */
  path?: string;
}

export interface AgentModel {
  /** The name that the provider uses; a task or a session selects the model as SERVICE/MODEL. */
  name: string;
  /** A name for people. */
  title?: string;
  /** The size of the model's context window, if known. */
  contextTokens?: number;
  /**
   * Whether this is the model of the configuration, which is used when the provider is selected without a model.
   * Default: false.
   */
  isDefault?: boolean;
}

/** A provider: a service that offers models. */
export interface AgentService {
  name: string;
  /** Whether the provider needs no key, or the session may use a stored one. */
  usable: boolean;
  /** Whether weir uses this provider when no model is named. Default: false. */
  chosen?: boolean;
  /** The configured model first, then the others in the order of the provider's list. */
  models: AgentModel[];
  /** False: the provider was not asked, did not respond correctly, or has more than 500 models. */
  complete: boolean;
  /** Why the provider did not list its models, and what the user can do about it. */
  error?: string;
}

/** Parameters of agent.list. */
export interface AgentListParams {}

/** Result of agent.list. */
export interface AgentListResult {
  agents: AgentRecord[];
}

/** Parameters of agent.commands. */
export interface AgentCommandsParams {
  sessionId?: string;
  /**
   * Absent: the session's agent, else that of the configuration (tasks.agent), else the last agent that worked in the
   * session, else builtin.
   */
  agent?: string;
  /** An absolute path, instead of sessionId. */
  cwd?: string;
}

/** Result of agent.commands. */
export interface AgentCommandsResult {
  agent: string;
  commands: AgentCommand[];
  /** False: there are more than 256 files. */
  complete: boolean;
}

/** Parameters of agent.models. */
export interface AgentModelsParams {
  sessionId?: string;
  /**
   * Absent: the session's agent, else that of the configuration (tasks.agent), else the last agent that worked in the
   * session, else builtin.
   */
  agent?: string;
}

/** Result of agent.models. */
export interface AgentModelsResult {
  agent: string;
  /** The session's model. */
  model?: string;
  /** Of the built-in agent; empty for another one. */
  services: AgentService[];
  /** Of another agent. Absent: it has reported none. */
  models?: SessionModels;
}

// app: Settings of the person: the theme, the profile and the streams of capture.

export type AppTheme = "dark" | "light" | "system";

/** What agents and apps may know of the person. */
export interface AppProfile {
  name: string;
  role?: string;
}

/**
 * Which streams of capture are enabled. capture:toggleStream changes them; they are recorded once a person has
 * consented.
 */
export interface AppCaptureStreams {
  /** Default: true. */
  window_tracking?: boolean;
  /** Default: false. */
  keystroke?: boolean;
  /** Default: true. */
  focus?: boolean;
  /** Default: true. */
  browser?: boolean;
  /** Default: false. */
  clipboard?: boolean;
}

export interface AppSettings {
  theme: AppTheme;
  captureStreams: AppCaptureStreams;
  profile: AppProfile;
}

/** Parameters of app:getSettings. */
export interface AppGetSettingsParams {}

/** Parameters of app:setTheme. */
export interface AppSetThemeParams {
  theme: AppTheme;
}

/** Result of app:setTheme. */
export interface AppSetThemeResult {
  theme: AppTheme;
}

/** Parameters of app:setProfile. */
export interface AppSetProfileParams {
  name: string;
  /** Absent: none. */
  role?: string;
}

/** Result of app:setProfile. */
export interface AppSetProfileResult {
  profile: AppProfile;
}

/** Parameters of event.settingsChanged. */
export interface EventSettingsChangedParams {
  seq: number;
  epoch: string;
  timestamp: number;
  change: "theme" | "profile" | "captureStreams";
  /** All settings after the change. */
  settings: AppSettings;
}

// apps: Apps: front ends that people install from an archive, and that may read what they were granted.

/** What an app asks for, or was granted. */
export interface AppsPermissions {
  /**
   * Names of tools of MCP servers as agents see them, such as mcp__github__list_issues; * matches any text. Default:
   * [].
   */
  tools?: string[];
  /** Whether the app may also read what was typed and copied. Default: false. */
  captureRead?: boolean;
}

/** manifest.json at the root of an app's archive. Other fields are ignored. */
export interface AppsManifest {
  /** Lower-case letters, digits, dots, underscores and hyphens; the first is a letter or digit. */
  id: string;
  name: string;
  /** A semantic version. */
  version: string;
  /** The path of a file of the archive: the first page. */
  entry: string;
  /** What the app asks for. */
  permissions: AppsPermissions;
  description?: string;
  /** The path of a file of the archive. */
  icon?: string;
}

/**
 * running: it has an open connection. error: its files are missing or were changed; install it again. Only apps:list
 * looks at the files.
 */
export type AppsStatus = "installed" | "running" | "error";

export interface AppsInstalledApp {
  appId: string;
  name: string;
  version: string;
  /** What it was granted. */
  permissions: AppsPermissions;
  status: AppsStatus;
  installedAt: string;
  /** When this version was installed. */
  updatedAt: string;
  /** What it asks for. */
  requested: AppsPermissions;
  /** The path of its first page, in the app. */
  entry: string;
  /** The path of its icon, in the app. */
  icon?: string;
  description?: string;
  files: number;
  /** The size of its files. */
  bytes: number;
  /** With the status error: what is wrong with its files. */
  error?: string;
}

/** Parameters of apps:install. */
export interface AppsInstallParams {
  /** An absolute path. */
  zipPath: string;
  /** True: grant everything that the app asks for. Default: false. */
  grant?: boolean;
}

/** Result of apps:install. */
export interface AppsInstallResult {
  appId: string;
  name: string;
  version: string;
  /** What it has been granted. */
  permissions: AppsPermissions;
  /** What it asks for. */
  requested: AppsPermissions;
}

/** Parameters of apps:remove. */
export interface AppsRemoveParams {
  appId: string;
}

/** Result of apps:remove. */
export interface AppsRemoveResult {
  success: boolean;
}

/** Parameters of apps.grant. */
export interface AppsGrantParams {
  appId: string;
  /** Absent: everything that the app asks for. {}: nothing. */
  permissions?: AppsPermissions;
}

/** Parameters of apps.file. */
export interface AppsFileParams {
  appId: string;
  /** In the app; without . and .. and double slashes. */
  path: string;
  /** Default: 0. */
  offset?: number;
  /** Bytes. Default: 524288. */
  limit?: number;
}

/** Result of apps.file. */
export interface AppsFileResult {
  /** By the ending of its name. */
  mediaType: string;
  /** The size of the whole file. */
  bytes: number;
  /** Bytes from offset on, in base64. Shorter than limit: the file ends. */
  data: string;
}

/** Parameters of apps:list. */
export interface AppsListParams {}

/** Result of apps:list. */
export interface AppsListResult {
  apps: AppsInstalledApp[];
}

/** Parameters of apps:listTools. */
export interface AppsListToolsParams {
  appId: string;
}

/** Result of apps:listTools. */
export interface AppsListToolsResult {
  tools: McpTool[];
}

/** Parameters of apps:callTool. */
export interface AppsCallToolParams {
  appId: string;
  /** Its name for agents. */
  toolName: string;
  /** Absent: {}. */
  args?: { [key: string]: unknown };
}

/** Result of apps:callTool. */
export interface AppsCallToolResult {
  /** What the tool returned: connector#/types/CallResult. */
  result: unknown;
}

/** Parameters of apps:getAppConfig. */
export interface AppsGetAppConfigParams {
  appId: string;
}

/** Result of apps:getAppConfig. */
export interface AppsGetAppConfigResult {
  appId: string;
  name: string;
  version: string;
  /** What it was granted. */
  permissions: AppsPermissions;
  /** The ids of the configured MCP servers of which it was granted tools. */
  connectedServices: string[];
}

/** Parameters of apps.open. */
export interface AppsOpenParams {
  appId: string;
}

/** Result of apps.open. */
export interface AppsOpenResult {
  appId: string;
  name: string;
  version: string;
}

/** Parameters of event.appsChanged. */
export interface EventAppsChangedParams {
  seq: number;
  epoch: string;
  timestamp: number;
  appId: string;
  change: "installed" | "updated" | "removed" | "granted" | "status";
  /** The app after the change; absent if it was removed. */
  app?: AppsInstalledApp;
}

// audit: A record of who used keys, answered permission requests, started executors and changed settings. A hash chain shows whether an entry was changed or removed.

export interface AuditEntry {
  /** Entries are numbered from 1 without gaps. */
  no: number;
  /** Epoch milliseconds. */
  at: number;
  /** key.set, key.used, permission.answered, executor.started, … */
  what: string;
  uid: number;
  /** The process that caused the entry; 0: the daemon itself. */
  pid: number;
  /** The name that the client gave in initialize; weird: the daemon itself; executor ID: that executor. */
  client: string;
  sessionId?: string;
  taskId?: string;
  /** Details of the entry; never a secret. */
  data?: unknown;
  /** The hash of this entry and the one before it; hexadecimal. */
  hash: string;
}

/** Parameters of audit.list. */
export interface AuditListParams {
  /** Select entries by a full name (key.set) or by the beginning of one (key). */
  what?: string;
  sessionId?: string;
  /** Default: 50. */
  limit?: number;
  /** The last number of the previous page. */
  before?: number;
}

/** Result of audit.list. */
export type AuditListResult = AuditEntry[];

/** Parameters of audit.verify. */
export interface AuditVerifyParams {}

/** Result of audit.verify. */
export interface AuditVerifyResult {
  sound: boolean;
  /** The number of entries in the log. */
  entries: number;
  /** The first entry that is wrong or missing. */
  no?: number;
  problem?: string;
}

// automation: Rules that run tasks, tools and notifications at times and on events, with a receipt for every due time.

export type AutomationTriggerType = "cron" | "interval" | "at" | "event" | "file" | "webhook" | "manual";

/**
 * How deliveries are signed. standard: the headers webhook-id, webhook-timestamp and webhook-signature of Standard
 * Webhooks. github: the header X-Hub-Signature-256.
 */
export type AutomationWebhookScheme = "standard" | "github";

/** What starts a rule. Every rule can also be started by hand. */
export type AutomationTrigger = {
  type: "cron";
  /** Minute, hour, day of the month, month and day of the week; or @daily and the like. */
  expression: string;
  /** An IANA name; absent: the zone of this machine. */
  timezone?: string;
} | {
  type: "interval";
  seconds: number;
} | {
  type: "at";
  /** Once, at this time. */
  time: string;
} | {
  type: "event";
  /**
   * An event of the log that says that something began, ended or changed its state. Not: messages, progress, and
   * changes of settings.
   */
  event: string;
  /** Fields of the event that must have these values. A name may have dots: run.state. */
  where?: { [key: string]: unknown };
} | {
  type: "file";
  /** Absolute paths; they may have the wildcards *, ** and ?. */
  paths: string[];
  /** How long nothing more must have changed. Default: 1000. */
  settleMs?: number;
} | {
  type: "webhook";
  /** Default: "standard". */
  scheme?: AutomationWebhookScheme;
} | {
  type: "manual";
};

/**
 * What a rule does. In prompt, title, body and the strings of input, {{name}} is replaced by a field of the cause:
 * rule.id, rule.name, run.id and time always; event and its fields, paths, body and its fields, input and its fields
 * according to the trigger.
 */
export type AutomationAction = {
  type: "task";
  prompt: string;
  agent?: string;
  /** Not together with sessionId. */
  model?: string;
  /** An absolute path; absent: as in task.submit. */
  cwd?: string;
  /** The session to work in; absent: a session of the rule's own. */
  sessionId?: string;
  /** Not together with sessionId. Absent: default. */
  permissionMode?: SessionPermissionMode;
  tools?: SessionTools;
  timeoutMs?: number;
} | {
  type: "tool";
  /** The id of an MCP server. */
  server: string;
  tool: string;
  /** The arguments of the tool. */
  input?: { [key: string]: unknown };
} | {
  type: "notify";
  title: string;
  /** Default: "". */
  body?: string;
};

/** Done in order. The first that fails ends the run. */
export type AutomationActions = AutomationAction[];

/**
 * What to do when the rule is due while it still runs: skip this time, start after the run, or cancel the run and
 * start.
 */
export type AutomationOverlap = "skip" | "queue" | "replace";

/**
 * What to do about due times at which the daemon did not run, or the machine slept: nothing, run once for the latest,
 * or run once for each.
 */
export type AutomationMissed = "skip" | "latest" | "all";

/** What one run may use. The run is stopped when its tasks exceed it. */
export interface AutomationRunBudget {
  /** Input and output tokens together. */
  tokens?: number;
  /** In millionths of the unit of the price table. For models that are called through the broker. */
  costMicros?: number;
}

export interface AutomationPolicy {
  /** Default: "skip". */
  overlap?: AutomationOverlap;
  /** Default: "latest". */
  missed?: AutomationMissed;
  /** A due time that is longer ago is not made up for. Default: 86400. */
  windowSeconds?: number;
  /** The runs that events, files and webhooks may start in an hour. Default: 60. */
  maxPerHour?: number;
  /** Disable the rule after so many failed runs in a row. 0: never. Default: 5. */
  disableAfterFailures?: number;
  /** Start up to so much later than due, by an amount that is the same for the same due time. Default: 0. */
  jitterSeconds?: number;
  budget?: AutomationRunBudget;
}

/**
 * queued: waits for an earlier run of the rule. skipped: not run, as the policy says. refused: not run, because it
 * could not be or must not be.
 */
export type AutomationRunState = "queued" | "running" | "completed" | "failed" | "skipped" | "refused" | "cancelled";

/** Why a run began. */
export interface AutomationCause {
  type: AutomationTriggerType;
  /** The name of the event. */
  event?: string;
  /** Its number in the log. */
  seq?: number;
  /** The id of the webhook's message. */
  messageId?: string;
  /** The front end that started it by hand, by the name that it gave in initialize. */
  client?: string;
  /** The event's fields, the body of the webhook, the input, or {"paths": […]}. Left out if it exceeds 64 KiB. */
  data?: unknown;
  /** How many runs of rules led to this one. */
  depth?: number;
}

export type AutomationActionState = "waiting" | "running" | "completed" | "failed" | "cancelled";

export interface AutomationActionRun {
  type: "task" | "tool" | "notify";
  state: AutomationActionState;
  taskId?: string;
  sessionId?: string;
  /** The result of a tool or a task, or why the action failed; cut after 2,000 characters. */
  message?: string;
  /** What the task has used, if it is known. */
  tokens?: number;
  /** Epoch milliseconds. */
  startedAt?: number;
  /** Epoch milliseconds. */
  endedAt?: number;
}

/** The receipt of a due time: written before anything happens. */
export interface AutomationRun {
  runId: string;
  ruleId: string;
  /** The name of the rule. */
  name: string;
  /** Epoch milliseconds. When the trigger was due, or came. */
  dueAt: number;
  /** Epoch milliseconds. */
  startedAt?: number;
  /** Epoch milliseconds. */
  endedAt?: number;
  state: AutomationRunState;
  /**
   * overlap, missed, too_many, rate, loop, template, queue_full, session_not_found, session_closed, replaced, deleted,
   * disabled, interrupted, budget, task_failed, tool_failed, tool_denied, notify_failed, trigger_invalid, unreadable,
   * …
   */
  reason?: string;
  /** The reason as a sentence. */
  message?: string;
  cause: AutomationCause;
  actions: AutomationActionRun[];
  /** Of a receipt for several due times that were not run: the first. Epoch milliseconds. */
  from?: number;
  /** The last. */
  to?: number;
  /** How many they are. */
  count?: number;
}

export interface AutomationLastRun {
  runId: string;
  /** Epoch milliseconds. */
  dueAt: number;
  /** Epoch milliseconds. */
  endedAt?: number;
  state: AutomationRunState;
  reason?: string;
}

export interface AutomationRule {
  ruleId: string;
  name: string;
  enabled: boolean;
  trigger: AutomationTrigger;
  actions: AutomationActions;
  policy: AutomationPolicy;
  /** Epoch milliseconds. */
  createdAt: number;
  /** Epoch milliseconds. */
  updatedAt: number;
  lastRun?: AutomationLastRun;
  /** Epoch milliseconds. Absent: it has no due time, or is disabled. */
  nextDue?: number;
  /** How many runs in a row have failed; absent: none. */
  failures?: number;
  /** Why the trigger does not work; absent: it does. */
  problem?: string;
}

/** Parameters of automation:create. */
export interface AutomationCreateParams {
  name: string;
  trigger: AutomationTrigger;
  actions: AutomationActions;
  policy?: AutomationPolicy;
  /** Default: true. */
  enabled?: boolean;
}

/** Parameters of automation:update. */
export interface AutomationUpdateParams {
  ruleId: string;
  name?: string;
  trigger?: AutomationTrigger;
  actions?: AutomationActions;
  policy?: AutomationPolicy;
  enabled?: boolean;
}

/** Parameters of automation:delete. */
export interface AutomationDeleteParams {
  ruleId: string;
}

/** Result of automation:delete. */
export interface AutomationDeleteResult {
  success: boolean;
}

/** Parameters of automation:trigger. */
export interface AutomationTriggerParams {
  ruleId: string;
  /** Any value; at most 64 KiB. */
  input?: unknown;
}

/** Result of automation:trigger. */
export interface AutomationTriggerResult {
  runId: string;
}

/** Parameters of automation:getRunLog. */
export interface AutomationGetRunLogParams {
  /** Only those of this rule. */
  ruleId?: string;
  /** Default: 50. */
  limit?: number;
  /** nextCursor of the page before. */
  cursor?: string;
}

/** Result of automation:getRunLog. */
export interface AutomationGetRunLogResult {
  runs: AutomationRun[];
  nextCursor?: string;
}

/** Parameters of automation.preview. */
export interface AutomationPreviewParams {
  trigger: AutomationTrigger;
  /** Default: 5. */
  count?: number;
  /** Epoch milliseconds; absent: now. */
  after?: number;
}

/** Result of automation.preview. */
export interface AutomationPreviewResult {
  /** Epoch milliseconds. Fewer than count if there are no more; none for a trigger without times. */
  times: number[];
}

/** Parameters of automation.webhook. */
export interface AutomationWebhookParams {
  ruleId: string;
  /** True: make a new secret. The old one is void at once. Default: false. */
  rotate?: boolean;
}

/** Result of automation.webhook. */
export interface AutomationWebhookResult {
  /** The path of the address. */
  path: string;
  secret: string;
  scheme: AutomationWebhookScheme;
}

/** Parameters of automation.deliver. */
export interface AutomationDeliverParams {
  ruleId: string;
  headers: { [key: string]: string };
  /** Base64; at most 1 MiB of bytes. */
  body: string;
}

/** Result of automation.deliver. */
export interface AutomationDeliverResult {
  accepted: boolean;
  /** Absent: the receipt is shared with others. */
  runId?: string;
}

/** Parameters of automation.status. */
export interface AutomationStatusParams {}

/** Result of automation.status. */
export interface AutomationStatusResult {
  enabled: boolean;
  rules: AutomationRule[];
}

/** Parameters of automation.enable. */
export interface AutomationEnableParams {
  ruleId?: string;
}

/** Result of automation.enable. */
export interface AutomationEnableResult {
  enabled: boolean;
}

/** Parameters of automation.disable. */
export interface AutomationDisableParams {
  ruleId?: string;
}

/** Result of automation.disable. */
export interface AutomationDisableResult {
  enabled: boolean;
}

/** Parameters of event.automationChanged. */
export interface EventAutomationChangedParams {
  seq: number;
  epoch: string;
  timestamp: number;
  change: "created" | "updated" | "deleted" | "enabled" | "disabled";
  /** Absent: automation as a whole. */
  ruleId?: string;
  /** The name of the rule. */
  name?: string;
  /**
   * failures: disabled after too many failed runs. done: its only time has come. trigger_invalid: its trigger cannot
   * be used any more, for example because the time zone is gone.
   */
  reason?: string;
  /** As it is now; absent: deleted, or automation as a whole. */
  rule?: AutomationRule;
}

/** Parameters of event.automationRun. */
export interface EventAutomationRunParams {
  seq: number;
  epoch: string;
  timestamp: number;
  ruleId: string;
  runId: string;
  state: AutomationRunState;
  run: AutomationRun;
}

// broker: Model calls of executors that hold no key. The daemon decides whether a call may be made, and weir-broker makes it.

/** The address of a provider and the form of its requests. */
export interface BrokerProvider {
  service: string;
  /** The base URL, without a final /; the path that the executor requests is appended. */
  url: string;
  /** The header that carries the key. */
  header: string;
  /** The text before the key in that header. */
  prefix: string;
  /** The format in which the provider reports usage. */
  format: "anthropic" | "openai";
}

/** Parameters of broker.serve. */
export interface BrokerServeParams {
  executorId: string;
  sessionId: string;
  /** The providers that this session may use. */
  providers: BrokerProvider[];
}

/** Result of broker.serve. */
export interface BrokerServeResult {
  serving: boolean;
}

/** Parameters of broker.leave. */
export interface BrokerLeaveParams {
  executorId: string;
}

/** Result of broker.leave. */
export interface BrokerLeaveResult {
  left: boolean;
}

/** Parameters of broker.models. */
export interface BrokerModelsParams {
  provider: BrokerProvider;
  /** Further headers of the request. */
  headers?: { [key: string]: string };
  /** Absent: the provider needs no key. */
  api_key?: string;
}

/** Result of broker.models. */
export interface BrokerModelsResult {
  models: AgentModel[];
  /** False: the provider has more models than these. */
  complete: boolean;
  /** Why the list is empty. */
  error?: string;
}

/** Parameters of broker.reserve. */
export interface BrokerReserveParams {
  executorId: string;
  service: string;
  /** Empty: the request names no model. */
  model: string;
  /** An estimate, rounded up. */
  inputTokens: number;
  /**
   * The highest number of tokens of all answers together. Absent: the request sets no limit, and the configured number
   * is reserved for each answer.
   */
  outputTokens?: number;
  /** The number of answers that the request asks for. Default: 1. */
  answers?: number;
}

/** Result of broker.reserve. */
export interface BrokerReserveResult {
  reservationId: string;
  api_key: string;
}

/** Parameters of broker.settle. */
export interface BrokerSettleParams {
  reservationId: string;
  /** Absent: the provider did not report usage, and the whole reservation counts as used. */
  inputTokens?: number;
  /** Absent: as for inputTokens. */
  outputTokens?: number;
  /** The HTTP status; 0: there was no response. */
  status: number;
}

/** Result of broker.settle. */
export interface BrokerSettleResult {
  settled: boolean;
}

// budget: The usage and the limits of model calls through weir-broker.

/** Money is in millionths of the unit of the price table. */
export interface BudgetAccount {
  inputTokens: number;
  outputTokens: number;
  costMicros: number;
  reservedTokens: number;
  reservedMicros: number;
  /** Absent: no limit. */
  tokensLimit?: number;
  /** Absent: no limit. */
  costLimitMicros?: number;
}

/** Parameters of budget.status. */
export interface BudgetStatusParams {
  sessionId?: string;
}

/** Result of budget.status. */
export interface BudgetStatusResult {
  day: BudgetAccount;
  session?: BudgetAccount;
}

// capture: Records what the person does in the graphical session. Nothing is recorded before a person has consented.

export interface CaptureStreamStatus {
  stream: RecorderStream;
  /** The setting: recorded once a person has consented. */
  enabled: boolean;
  /** True: it is being recorded now. */
  active: boolean;
  /** Why it is not active although it is enabled, or because nobody has consented; a sentence. */
  error?: string;
  /**
   * What is left out although it is active, and why; a sentence. For example the text of keys, which needs the
   * accessibility bus.
   */
  note?: string;
}

export interface CaptureStreamConfig {
  stream: RecorderStream;
  enabled: boolean;
  defaultEnabled: boolean;
}

/** What a person has consented to. */
export interface CaptureConsent {
  /** The enabled streams are recorded. Default: false. */
  recording?: boolean;
  /** Since when, epoch milliseconds. */
  recordingAt?: number;
  /**
   * The stream keystroke also keeps the text of keys, except in password fields. Without it, keys are only counted.
   * Default: false.
   */
  keystrokeText?: boolean;
  /** Since when, epoch milliseconds. */
  keystrokeTextAt?: number;
}

/** The graphical session that a client named last, as the store keeps it. Never sent. */
export interface CaptureGivenSession {
  session: RecorderSession;
  at: number;
}

/**
 * The last batch of rows that is stored, as the store keeps it, so that a repeated one is not stored twice. Never
 * sent.
 */
export interface CaptureProgress {
  recorderId: string;
  sequence: number;
}

/** Parameters of capture:getStatus. */
export interface CaptureGetStatusParams {}

/** Result of capture:getStatus. */
export interface CaptureGetStatusResult {
  streams: CaptureStreamStatus[];
}

/** Parameters of capture:toggleStream. */
export interface CaptureToggleStreamParams {
  stream: RecorderStream;
  enabled: boolean;
  /**
   * The graphical session to record from now on. Absent: the one that was named last, or that of the daemon's
   * environment. Not from the bridge.
   */
  session?: RecorderSession;
}

/** Result of capture:toggleStream. */
export interface CaptureToggleStreamResult {
  stream: RecorderStream;
  enabled: boolean;
}

/** Parameters of capture:getStreamConfig. */
export interface CaptureGetStreamConfigParams {}

/** Result of capture:getStreamConfig. */
export interface CaptureGetStreamConfigResult {
  streams: CaptureStreamConfig[];
}

/** Parameters of capture.getConsent. */
export interface CaptureGetConsentParams {}

/** Parameters of capture.consent. */
export interface CaptureConsentParams {
  /** Whether to record the enabled streams. */
  recording?: boolean;
  /** Whether the stream keystroke may keep the text of keys. Needs the consent to recording. */
  keystrokeText?: boolean;
  /** As in capture:toggleStream. */
  session?: RecorderSession;
}

/** Parameters of capture.forget. */
export interface CaptureForgetParams {
  /** Remove only what ended later. Absent: everything. */
  since?: string;
  /** Absent: all. */
  stream?: RecorderStream;
  /** True: only count, and remove nothing. Default: false. */
  count?: boolean;
}

/** Result of capture.forget. */
export interface CaptureForgetResult {
  /** Records. */
  removed: number;
}

/** Parameters of event.captureChanged. */
export interface EventCaptureChangedParams {
  seq: number;
  epoch: string;
  timestamp: number;
  change: "consent" | "streams" | "forgotten";
  consent?: CaptureConsent;
  /** All streams after the change; absent for forgotten. */
  streams?: CaptureStreamStatus[];
  /** For forgotten: how many records. */
  removed?: number;
}

// chat: Talk to an agent. A thread is a session, seen as a conversation of complete messages.

export type ChatRole = "user" | "assistant" | "system";

/** A complete message. Tool calls and thinking are in the event log only. */
export interface ChatMessage {
  /** msg_ and the seq of the event that completed it. */
  id: string;
  /** user: a prompt. assistant: the text of an agent. system: why a task failed. */
  role: ChatRole;
  content: string;
  createdAt: string;
}

export interface ChatThreadSummary {
  /** The id of the session. */
  threadId: string;
  title?: string;
  /** The first 200 characters of the last message; empty if there is none. */
  lastMessage: string;
  messageCount: number;
  /** When the last message was stored; without messages, when the thread was created. */
  updatedAt: string;
}

export interface ChatThread {
  threadId: string;
  title?: string;
  /** Oldest first. */
  messages: ChatMessage[];
  createdAt: string;
  updatedAt: string;
}

/** Parameters of chat.send. */
export interface ChatSendParams {
  message: string;
  /** Default: 0. */
  priority?: number;
  /** The id of a session. */
  threadId?: string;
  /** An absolute path, as in task.submit; absent: the thread's working directory. */
  cwd?: string;
  /** As in task.submit. */
  attachments?: TaskAttachments;
}

/** Result of chat.send. */
export interface ChatSendResult {
  taskId: string;
  threadId: string;
}

/** Parameters of chat:sendMessage. */
export interface ChatSendMessageParams {
  /** The id of a session. */
  threadId?: string;
  content: string;
  /** The app that sends the message: a new thread is created for it, and a thread that exists must be one of its own. */
  appId?: string;
}

/** Result of chat:sendMessage. */
export interface ChatSendMessageResult {
  threadId: string;
  /** The id of the task that the ACK submits. */
  taskId: string;
}

/** Parameters of chat:ack. */
export interface ChatAckParams {
  taskId: string;
}

/** Result of chat:ack. */
export interface ChatAckResult {
  acknowledged: boolean;
}

/** Parameters of chat:resume. */
export interface ChatResumeParams {
  taskId: string;
}

/** Result of chat:resume. */
export interface ChatResumeResult {
  threadId: string;
  taskId: string;
}

/** Parameters of chat:getThreads. */
export interface ChatGetThreadsParams {
  /** Default: 50. */
  limit?: number;
  /** nextCursor of the page before. */
  cursor?: string;
}

/** Result of chat:getThreads. */
export interface ChatGetThreadsResult {
  threads: ChatThreadSummary[];
  nextCursor?: string;
}

/** Parameters of chat:getThread. */
export interface ChatGetThreadParams {
  threadId: string;
  /** The newest messages only; absent: all. */
  limit?: number;
  /** The id of a message: only older ones. */
  before?: string;
}

/** Parameters of chat:streamPort. */
export interface ChatStreamPortParams {
  threadId: string;
  taskId: string;
}

/** Parameters of chat:streamChunk. */
export interface ChatStreamChunkParams {
  taskId: string;
  threadId: string;
  /**
   * An object with the type text-delta (textDelta), tool-call (toolCallId, toolName, args), tool-result (toolCallId,
   * result), error (error) or finish (usage, if it is known). After finish or error no other follows.
   */
  chunk: unknown;
}

// config: The configuration file of the daemon: JSON with comments, in $XDG_CONFIG_HOME/weir/config.jsonc.

export type ConfigLogLevel = "error" | "warn" | "info" | "debug";

export interface ConfigExecutor {
  /** The program, as a path or as a name to find in PATH, and its arguments. */
  command: string[];
  /**
   * Further absolute paths that the executor can read, such as the directory of its program. It always sees the
   * system's directories.
   */
  read?: string[];
  /** Absolute paths that the executor can read and write. */
  write?: string[];
  /**
   * The directory in which the executor starts: an absolute path, visible in its sandbox. Absent: /, or with the
   * sandbox off, the directory of the configuration file.
   */
  cwd?: string;
}

export interface ConfigProvider {
  url: string;
  /** The header that carries the key; absent: the default of a known provider, else Authorization. */
  header?: string;
  /** The text before the key in that header; absent: the default of a known provider, else "Bearer ". */
  prefix?: string;
  /** The format of requests and usage; absent: the default of a known provider, else openai. */
  format?: "anthropic" | "openai";
  /** Whether the provider needs a key; absent: the default of a known provider, else true. */
  key?: boolean;
  /** Further headers of every request. */
  headers?: { [key: string]: string };
  /**
   * The model of sessions that name none; absent: weir's default for a known provider, else the first model that the
   * provider lists.
   */
  model?: string;
  /** Default: 10000. */
  connectMs?: number;
  /** The longest pause in a stream. After it the call fails. Default: 120000. */
  silenceMs?: number;
  /** Default: 5. */
  retries?: number;
  /** The context window of the models; near it, weir summarizes the history. Absent: 200000, for ollama 32000. */
  contextTokens?: number;
  /** The most tokens that an answer may have. Absent: 16000, for ollama 8000. */
  outputTokens?: number;
}

/** A program that is an agent. */
export interface ConfigAgent {
  /**
   * The protocol of the agent. stdio: user_message, token, tool_use, done. acp: the Agent Client Protocol. claude-
   * code: the stream-json format of Claude Code.
   */
  adapter: "stdio" | "acp" | "claude-code";
  /** The program, as a path or as a name to find in PATH, and its arguments. */
  command: string[];
  /**
   * Environment variables in addition to PATH, HOME, LANG and TERM. Do not put keys here: the tools of an agent can
   * read its environment.
   */
  env?: { [key: string]: string };
  /**
   * Further paths that the agent can read, absolute or beginning with ~/. It always sees the system's directories and
   * its own program.
   */
  read?: string[];
  /** Paths that the agent can read and write, such as the directory of its own settings. */
  write?: string[];
  /** The longest time for which a working stdio agent may send nothing. Default: 60000. */
  silenceMs?: number;
  /** Whether weir may use this agent when no agent is named. Default: true. */
  automatic?: boolean;
}

/** The price of a million tokens, in any unit that all prices share. */
export interface ConfigPrice {
  input: number;
  output: number;
  /** The price of input from the provider's cache. Budgets count it as input. */
  cacheRead?: number;
  /** The price of input that the provider writes to its cache. Budgets count it as input. */
  cacheWrite?: number;
}

/** The whole configuration file. Every setting has a default; an unknown setting is an error. */
export interface ConfigSettings {
  /** Default: {}. */
  log?: {
    /** Default: "info". */
    level?: ConfigLogLevel;
    /** A log file that exceeds this size is renamed to weird.log.1, and a new one begins. Default: 8388608. */
    maxBytes?: number;
  };
  /** Default: {}. */
  limits?: {
    /** The most clients that can be connected at a time. Default: 16384. */
    connections?: number;
    /** The largest size of a message. Default: 16777216. */
    messageBytes?: number;
    /** The most entries of a batch. Default: 1000. */
    batchEntries?: number;
    /** The most unanswered requests of a connection. Default: 10000. */
    waitingRequests?: number;
    /** With more unread output than this, the daemon pauses reading from the client. Default: 262144. */
    outputPauseBytes?: number;
    /** With more unread output than this, the daemon closes the connection. Default: 67108864. */
    outputBytes?: number;
    /** The most memory for one parsed message. Default: 268435456. */
    parseBytes?: number;
    /** The most subscriptions of a connection. Default: 64. */
    subscriptions?: number;
    /** The most clients of one user that can be connected at a time. Default: 16384. */
    connectionsPerUser?: number;
    /**
     * The most requests per second on all connections of one user; further requests are delayed. 0: no limit. Default:
     * 4000000.
     */
    requestsPerSecond?: number;
  };
  /** Default: {}. */
  tasks?: {
    /** The most tasks that can be queued. Default: 1000. */
    queue?: number;
    /** The most tasks that run at a time; 0: the number of cores, at least 3. Default: 0. */
    atOnce?: number;
    /** The longest run time of a task that sets no timeout of its own. Default: 600000. */
    timeoutMs?: number;
    /** How long a task that was told to stop may take before it is killed. Default: 10000. */
    stopMs?: number;
    /** How long a stopping daemon waits for running tasks. Default: 30000. */
    drainMs?: number;
    /** The agent of tasks and sessions that name none. */
    agent?: string;
    /** The most memory of all processes of a task together; 0: no limit. Default: 0. */
    memoryBytes?: number;
    /** The most processes of a task at a time; 0: no limit. Default: 0. */
    processes?: number;
    /** The most output that a task may report; 0: no limit. Default: 0. */
    outputBytes?: number;
    /** The most tokens of a task, input and output together; 0: no limit. Default: 0. */
    tokens?: number;
  };
  /**
   * Executors of other vendors, by the name under which a task or a session selects them as its agent. Each one
   * listens on EXECUTOR_SOCKET.
   */
  executors?: { [key: string]: ConfigExecutor };
  /** Programs that are agents, by name, in addition to the known agents that weir finds in PATH. */
  agents?: { [key: string]: ConfigAgent };
  /**
   * The most tokens that a model may use for thinking before it answers, in sessions that set no value; 0: no
   * thinking. Default: 0.
   */
  thinkingTokens?: number;
  /** How many executors are kept ready, and for how long. Default: {}. */
  pool?: {
    /** The executors that are started before a task needs them. Default: 3. */
    warm?: number;
    /**
     * The most idle executors that wait for the next task of their session; above it, the oldest are ended. Default:
     * 3.
     */
    idle?: number;
    /** How long an executor may be idle before it is ended. Default: 300000. */
    idleMs?: number;
    /** How long an executor may take to listen on its socket. Default: 5000. */
    startMs?: number;
    /** How long an executor that was told to shut down may take before it is killed. Default: 30000. */
    shutdownMs?: number;
    /**
     * Time between health checks of helper programs such as weir-broker. A helper that misses three in a row is killed
     * and restarted. Default: 30000.
     */
    pingMs?: number;
    /**
     * How long an executor waits for a daemon that is gone. Then it writes its unsent messages to the spool and ends.
     * Default: 600000.
     */
    orphanMs?: number;
    /**
     * Above this number of messages of one executor that are not yet stored, the daemon tells it to pause. Default:
     * 100.
     */
    pauseAt?: number;
    /** Below this number, the daemon tells it to resume. Default: 50. */
    resumeAt?: number;
    /** The most messages that an executor sends in one batch. Default: 10. */
    batchMessages?: number;
    /** How long an executor may collect the messages of one turn of its event loop before it sends them. Default: 100. */
    batchMs?: number;
  };
  /** Default: {}. */
  health?: {
    /** Time between checks of the provider ollama, if providers has an entry for it. Default: 30000. */
    ollamaMs?: number;
  };
  /**
   * The highest level that is tried. namespace: namespaces, Landlock and seccomp; falls back to landlock where the
   * kernel offers no namespaces. landlock: Landlock and seccomp; without them, no agent starts. off: agents run with
   * all of your rights. Default: "namespace".
   */
  sandbox?: "namespace" | "landlock" | "off";
  /** The network access of sessions that set none. Default: "full". */
  network?: SessionNetwork;
  /** How front ends notify a person who is not looking at them. Default: "auto". */
  notify?: CoreNotify;
  /**
   * The paths that agents see besides their working directory and the system's programs. Absolute, or beginning with
   * ~/. Default: {}.
   */
  view?: {
    read?: string[];
    write?: string[];
    /**
     * Paths below visible ones that agents do not see, in addition to those that are always hidden: ~/.ssh, ~/.gnupg,
     * ~/.aws, browser profiles, weir's own state, …
     */
    hide?: string[];
  };
  /** Default: {}. */
  permissions?: {
    /** How long a permission request can be pending; 0: no limit. Default: 0. */
    timeoutMs?: number;
    /**
     * How long a permission request waits for the first front end that can approve it. When one has connected, only
     * timeoutMs counts. Default: 30000.
     */
    approverMs?: number;
    /** The most rules that can be stored. Default: 10000. */
    rules?: number;
  };
  /** Default: {}. */
  keys?: {
    /** How sessions that set no value use keys. Default: "direct". */
    access?: SessionKeys;
    /** The most requests for keys of one session per minute. Default: 60. */
    perMinute?: number;
  };
  /** Providers: services that offer models, by the name of their key. anthropic, openai and ollama are known. */
  providers?: { [key: string]: ConfigProvider };
  /** The budgets of model calls through weir-broker; 0: no limit. Default: {}. */
  budget?: {
    /** Default: 0. */
    dayTokens?: number;
    /** In the unit of the prices. A day ends at midnight UTC. Default: 0. */
    dayCost?: number;
    /** The budget of sessions that set none. Default: 0. */
    sessionTokens?: number;
    /** Default: 0. */
    sessionCost?: number;
    /** The output tokens that are reserved for a call that sets no limit. Default: 32000. */
    outputTokens?: number;
  };
  /**
   * Prices by model. A name that ends in * matches every model that begins with it, and the longest match counts. If a
   * budget is in money, calls to a model without a price are refused.
   */
  prices?: { [key: string]: ConfigPrice };
  /** Default: {}. */
  terminals?: {
    /** The most terminals that can be open at a time. Default: 256. */
    max?: number;
  };
  /** MCP servers. The servers themselves are configured with weir mcp add. Default: {}. */
  mcp?: {
    /** The most servers that can be configured. Default: 100. */
    servers?: number;
    /**
     * How agents get the tools of servers. always: each tool with its schema. never: two tools, mcp_search and
     * mcp_call, with which an agent finds and calls the others. auto: the second form if the schemas exceed a tenth of
     * the model's context. Default: "auto".
     */
    tools?: "auto" | "always" | "never";
    /** How long a server may take to start and to list its tools. Default: 30000. */
    startMs?: number;
    /**
     * How long a call may take. The time begins anew with each progress report of the server, at most ten times.
     * Default: 60000.
     */
    callMs?: number;
    /** The most calls of a server at a time. Default: 256. */
    calls?: number;
    /** After this time without a call, the daemon stops a server; 0: never. Default: 600000. */
    idleMs?: number;
    /** How often weir checks that a running server still answers. Default: 30000. */
    checkMs?: number;
    /** The log of a server that exceeds this size is renamed to server.log.1, and a new one begins. Default: 1048576. */
    logBytes?: number;
    /** How long a question of a server waits for an answer; 0: no limit. Default: 600000. */
    questionMs?: number;
  };
  /** Default: {}. */
  sessions?: {
    /**
     * After this time without a running task, the daemon closes a session that was made for one prompt (closeWhenIdle,
     * as weir run sets it); 0: never. Default: 86400000.
     */
    closeIdleMs?: number;
  };
  /** Sessions and their answers on ports of chat:sendMessage. Default: {}. */
  chat?: {
    /**
     * Whether agents get recent activity of the person in sessions that do not say so (useContext). Absent: true while
     * the person consents to capture.
     */
    context?: boolean;
    /** The most ports that can be open at a time. Default: 1024. */
    ports?: number;
    /** The most open ports of a connection. Default: 128. */
    portsPerClient?: number;
  };
  /**
   * How long the store keeps events and tasks. Sessions and the messages of their threads stay until they are deleted.
   * Default: {}.
   */
  retention?: {
    /** Events and ended tasks that are older are deleted; 0: never. Default: 90. */
    days?: number;
    /**
     * If the store, without the messages of threads, is larger, the oldest events are deleted, with the tasks that
     * ended at that time; 0: no limit. Default: 10737418240.
     */
    bytes?: number;
    /** If the snapshots of files are larger, those of the oldest tasks are deleted; 0: no limit. Default: 2147483648. */
    keptBytes?: number;
  };
}

// connector: The protocol between the daemon and weir-mcp, the program that runs one MCP server for all its users. weir-mcp listens, and the daemon connects to it.

/** stdio: a program that weir starts. http: a server that is reached by Streamable HTTP. */
export type ConnectorTransport = "stdio" | "http";

export type ConnectorListKind = "tools" | "prompts" | "resources" | "templates";

/** How a server names itself. */
export interface ConnectorImplementation {
  name: string;
  title?: string;
  version?: string;
}

export interface ConnectorTool {
  name: string;
  title?: string;
  /** Default: "". */
  description?: string;
  /** A JSON schema. */
  inputSchema: { [key: string]: unknown };
  /** A JSON schema. */
  outputSchema?: { [key: string]: unknown };
  /** What the server says about its tool. weir shows it and does not rely on it. */
  annotations?: { [key: string]: unknown };
  /** A hash of all of the above. */
  definition: string;
}

export interface ConnectorPromptArgument {
  name: string;
  title?: string;
  description?: string;
  /** Default: false. */
  required?: boolean;
}

export interface ConnectorPrompt {
  name: string;
  title?: string;
  description?: string;
  arguments: ConnectorPromptArgument[];
}

export interface ConnectorResource {
  uri: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
  size?: number;
}

/** A pattern of resource addresses. */
export interface ConnectorTemplate {
  uriTemplate: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
}

/** An entry of a list that weir-mcp left out. */
export interface ConnectorDropped {
  name: string;
  /** A sentence. */
  reason: string;
}

/** A result that was too large for a message and is in a file instead. */
export interface ConnectorFile {
  path: string;
  bytes: number;
}

export interface ConnectorCallResult {
  /** The content blocks of the server: text, image, audio, resource, resource_link. */
  content: { [key: string]: unknown }[];
  /** The structured form of the result, if the server sent one. */
  structuredContent?: unknown;
  /** True: the tool ran and failed; content says why. Default: false. */
  isError?: boolean;
  /** The whole result as JSON; content then has its beginning as text. */
  file?: ConnectorFile;
}

export interface ConnectorPromptResult {
  description?: string;
  messages: {
    role: "user" | "assistant";
    /** A content block. */
    content: { [key: string]: unknown };
  }[];
}

export interface ConnectorReadResult {
  /** Each has uri, and text or blob (base64). */
  contents: { [key: string]: unknown }[];
  /** The whole result as JSON; contents is then empty. */
  file?: ConnectorFile;
}

/** form: fields to fill in. url: a page to open. */
export type ConnectorQuestionMode = "form" | "url";

/** accept: the answer is given. decline: the person refuses to answer. cancel: the person made no choice. */
export type ConnectorAction = "accept" | "decline" | "cancel";

/** Parameters of connector.open. */
export interface ConnectorOpenParams {
  server_id: string;
  transport: ConnectorTransport;
  /** For stdio: a path, or a name to find in PATH. */
  command?: string;
  args?: string[];
  env?: { [key: string]: string };
  /** The directory in which the program starts; absent: its home directory. */
  cwd?: string;
  /** For http. */
  url?: string;
  headers?: { [key: string]: string };
  /** Paths that the server is told it may work on. */
  roots?: string[];
  /** The file for the server's standard error and its log messages. */
  log: string;
  /** A log that exceeds this size is renamed to NAME.1, and a new one begins. Default: 1048576. */
  log_bytes?: number;
  /** The directory for large results. */
  results: string;
  /** A larger result goes to a file. Default: 1048576. */
  result_bytes?: number;
  /** The version that was negotiated the last time. It saves the attempt to find out. */
  protocol?: string;
  /** Default: 30000. */
  start_ms?: number;
  /** How often weir-mcp checks that the server still answers. Default: 30000. */
  check_ms?: number;
}

/** Result of connector.open. */
export interface ConnectorOpenResult {
  /** The version of the protocol. */
  protocol: string;
  server: ConnectorImplementation;
  /** What the server says about its use, at most 64 KiB. */
  instructions?: string;
  /** Default: false. */
  has_tools?: boolean;
  /** Default: false. */
  has_prompts?: boolean;
  /** Default: false. */
  has_resources?: boolean;
}

/** Parameters of connector.list. */
export interface ConnectorListParams {
  kind: ConnectorListKind;
}

/** Result of connector.list. */
export interface ConnectorListResult {
  tools?: ConnectorTool[];
  prompts?: ConnectorPrompt[];
  resources?: ConnectorResource[];
  templates?: ConnectorTemplate[];
  dropped: ConnectorDropped[];
  /** How long the list is valid, if the server says so. */
  ttl_ms?: number;
}

/** Parameters of connector.call. */
export interface ConnectorCallParams {
  call_id: string;
  tool: string;
  /**
   * The hash of the definition that was decided about. If the server defines the tool differently now, weir-mcp
   * refuses the call. Absent: any definition.
   */
  definition?: string;
  arguments?: { [key: string]: unknown };
  /** Begins anew with each progress report of the server, at most ten times. Default: 60000. */
  timeout_ms?: number;
  /** True: the call was made before. If weir-mcp does not know its call_id, the result is lost. Default: false. */
  join?: boolean;
}

/** Parameters of connector.cancel. */
export interface ConnectorCancelParams {
  call_id: string;
  reason?: string;
}

/** Parameters of connector.prompt. */
export interface ConnectorPromptParams {
  name: string;
  arguments?: { [key: string]: string };
}

/** Parameters of connector.read. */
export interface ConnectorReadParams {
  uri: string;
}

/** Parameters of connector.state. */
export interface ConnectorStateParams {
  /** The time of its last answer, epoch milliseconds; absent: it has never answered. */
  answered_at?: number;
  /** A sentence; absent: it works. */
  problem?: string;
  /** Default: false. */
  ended?: boolean;
}

/** Parameters of connector.changed. */
export interface ConnectorChangedParams {
  kind: ConnectorListKind;
}

/** Parameters of connector.progress. */
export interface ConnectorProgressParams {
  call_id: string;
  progress: number;
  total?: number;
  message?: string;
}

/** Parameters of connector.ask. */
export interface ConnectorAskParams {
  /** Identifies the question, so that a repeat after a restart of the daemon has no further effect. */
  question_id: string;
  /** The call in which the server asks; absent: it is not known, or there is none. */
  call_id?: string;
  mode: ConnectorQuestionMode;
  message: string;
  /** For form: the JSON schema of an object with flat properties. */
  schema?: { [key: string]: unknown };
  /** For url. */
  url?: string;
}

/** Result of connector.ask. */
export interface ConnectorAskResult {
  action: ConnectorAction;
  content?: { [key: string]: unknown };
}

// context: What the person did on this machine: activity that capture has recorded.

/**
 * window: a window was in front. focus: the person worked in one window without a break. keystroke: keys were pressed.
 * clipboard: something was copied. browser: a page was in front.
 */
export type ContextActivityType = "window" | "focus" | "keystroke" | "clipboard" | "browser";

export interface ContextActivityRecord {
  id: string;
  type: ContextActivityType;
  /** When it began. */
  timestamp: string;
  appName?: string;
  windowTitle?: string;
  url?: string;
  /** Milliseconds. */
  duration?: number;
  /** For keystroke and clipboard: how much it was, or the beginning of the text if that is recorded. */
  summary?: string;
}

/** What the person works on now. */
export interface ContextCard {
  /** Absent, like the next three: nothing was recorded in the last five minutes. */
  activeApp?: string;
  activeDocument?: string;
  activeUrl?: string;
  /** The first activity after the last pause of 15 minutes or more. */
  sessionStart?: string;
  /** The last one first. */
  recentApps: string[];
  /** Sentences: a permission request that waits, a task that has failed, a session to continue. */
  suggestions: string[];
}

/** Parameters of context:query. */
export interface ContextQueryParams {
  query: string;
  /** Default: 10. */
  limit?: number;
}

/** Result of context:query. */
export interface ContextQueryResult {
  results: ContextActivityRecord[];
}

/** Parameters of context:getRecentActivity. */
export interface ContextGetRecentActivityParams {
  /** Default: 20. */
  limit?: number;
  /** Leave out what began earlier. */
  since?: string;
}

/** Result of context:getRecentActivity. */
export interface ContextGetRecentActivityResult {
  activities: ContextActivityRecord[];
}

/** Parameters of context:getContextCard. */
export interface ContextGetContextCardParams {
  /** An absolute path: suggest what belongs to this directory. Absent: any. */
  cwd?: string;
}

// cowork: What an app may read of the person: the read lane. An app reads through a connection of its own (apps.open), and for nobody else.

export type CoworkNamespace = "context" | "user" | "data";

/** The arguments of context.activeWindow, context.currentTime, user.preferences and user.profile. */
export interface CoworkNoArgs {}

/** The arguments of context.recentActivity. */
export interface CoworkRecentActivityArgs {
  /** Default: 20. */
  limit?: number;
  /** Leave out what began earlier. */
  since?: string;
}

/** The arguments of data.conversations. */
export interface CoworkConversationsArgs {
  /** Default: 50. */
  limit?: number;
  /** nextCursor of the page before. */
  cursor?: string;
}

/** The arguments of data.search. */
export interface CoworkSearchArgs {
  query: string;
  /** Default: 10. */
  limit?: number;
}

/** The data of context.activeWindow. */
export interface CoworkActiveWindow {
  /** The window that was in front last. Absent: nothing was recorded in the last five minutes. */
  window?: ContextActivityRecord;
}

/** The data of context.recentActivity. */
export interface CoworkRecentActivity {
  /** Newest first. Of the types keystroke and clipboard only with captureRead. */
  activities: ContextActivityRecord[];
}

/** The data of context.currentTime. */
export interface CoworkCurrentTime {
  /** The local time, with its distance from UTC. */
  time: string;
  /** The name of the time zone in the IANA database. */
  timeZone: string;
}

/** The data of data.conversations: the threads that were created for this app. */
export interface CoworkConversations {
  /** The one with the newest message first. */
  conversations: ChatThreadSummary[];
  /** Absent on the last page. */
  nextCursor?: string;
}

/** The data of data.search. */
export interface CoworkSearchResults {
  /** Best match first. Of the types keystroke and clipboard only with captureRead. */
  results: ContextActivityRecord[];
}

/** Parameters of cowork:read. */
export interface CoworkReadParams {
  appId: string;
  ns: CoworkNamespace;
  method: string;
  /** An object: the arguments of the method. Absent: {}. */
  args?: unknown;
}

/** Result of cowork:read. */
export interface CoworkReadResult {
  /**
   * What the method returns: a type of this namespace, or for user.preferences app#/types/Settings, for user.profile
   * app#/types/Profile.
   */
  data: unknown;
}

// daemon: The state of the daemon, and how to stop and restart it.

/** ok: everything works. degraded: something works worse than it should. failed: something does not work. */
export type DaemonHealth = "ok" | "degraded" | "failed";

/** A part of the daemon, checked when the request arrives. */
export interface DaemonSubsystem {
  health: DaemonHealth;
  /** What is wrong and what to do about it; absent: nothing is wrong. */
  message?: string;
}

export type DaemonIdKind = "task" | "session" | "permission" | "rule";

/** Parameters of daemon.status. */
export interface DaemonStatusParams {}

/** Result of daemon.status. */
export interface DaemonStatusResult {
  pid: number;
  uptime_seconds: number;
  /** Epoch milliseconds. */
  started_at: number;
  version: string;
  /** The worst health of all subsystems. */
  health: DaemonHealth;
  /**
   * `store` is degraded while the daemon opens it, while the daemon checks it after a crash, and if stored data was
   * missing when it was opened. It is failed if it is damaged, or if its file was deleted, replaced or truncated while
   * the daemon runs.
   */
  subsystems: { [key: string]: DaemonSubsystem };
  /** The number of connections, including this one. */
  clients: number;
  /** The resident memory of the daemon. */
  memory_bytes: number;
  socket: string;
  /** The directory of the daemon's state and log. */
  state: string;
  /** The configuration file in use; null: there is none. */
  config: string | null;
  stopping: boolean;
}

/** Parameters of daemon.find. */
export interface DaemonFindParams {
  kind: DaemonIdKind;
  text: string;
}

/** Result of daemon.find. */
export interface DaemonFindResult {
  /** Newest first. */
  ids: string[];
  /** True: more ids match. */
  more: boolean;
}

/** Parameters of daemon.stop. */
export interface DaemonStopParams {
  /** Do not wait for running tasks: kill all their processes. Default: false. */
  force?: boolean;
}

/** Result of daemon.stop. */
export interface DaemonStopResult {
  stopping: boolean;
}

/** Parameters of daemon.restart. */
export interface DaemonRestartParams {}

/** Result of daemon.restart. */
export interface DaemonRestartResult {
  /** The version of the new program. */
  version: string;
  /** How long no request was served. */
  pause_ms: number;
}

/** Parameters of event.daemonStopping. */
export interface EventDaemonStoppingParams {
  /** request: daemon.stop; signal: SIGTERM or SIGINT. */
  reason: "request" | "signal";
  force: boolean;
  /** Epoch milliseconds. */
  timestamp: number;
}

// db: The daemon's store: size, health, backups.

/** Parameters of db.stats. */
export interface DbStatsParams {}

/** Result of db.stats. */
export interface DbStatsResult {
  path: string;
  /** The version of the database schema. */
  schema: number;
  fileBytes: number;
  /** Bytes that are committed to the write-ahead log but not yet in the main file. */
  walBytes: number;
  /** Free bytes inside the file, for later use; db.compact returns them to the disk. */
  freeBytes: number;
  sessions: number;
  tasks: number;
  /** The approximate number of events in the log: lastSeq - firstSeq + 1. */
  events: number;
  firstSeq: number;
  lastSeq: number;
  epoch: string;
  /** The transactions since the daemon started. */
  commits: number;
  /** The operations in those transactions. */
  changes: number;
}

/** Parameters of db.check. */
export interface DbCheckParams {
  /** Skip the check that the indexes match their tables. Default: false. */
  quick?: boolean;
}

/** Result of db.check. */
export interface DbCheckResult {
  ok: boolean;
  problems: string[];
}

/** Parameters of db.backup. */
export interface DbBackupParams {
  /** An absolute path; the file must not exist. */
  path: string;
}

/** Result of db.backup. */
export interface DbBackupResult {
  path: string;
  bytes: number;
}

/** Parameters of db.compact. */
export interface DbCompactParams {}

/** Result of db.compact. */
export interface DbCompactResult {
  beforeBytes: number;
  afterBytes: number;
  removedEvents: number;
  removedTasks: number;
}

// event: The event log: follow it from any point, or read it in pages.

/** The notification as it was sent: its method and params. */
export interface EventEntry {
  method: string;
  /** Includes seq, epoch and timestamp. */
  params: unknown;
}

/** Events that were requested but that retention has deleted. */
export interface EventGap {
  fromSeq: number;
  /** The last deleted event. */
  toSeq: number;
}

/** Names of events (event.taskQueued), or the first part of their name after the dot (task, session, message). */
export type EventTopics = string[];

/** Parameters of event.subscribe. */
export interface EventSubscribeParams {
  topics?: EventTopics;
  /** Select the events of this session, including inherited ones. */
  sessionId?: string;
  /** Select the events of this task. */
  taskId?: string;
  /** The first event wanted; absent: only new events. */
  fromSeq?: number;
  /** The epoch of the log that fromSeq belongs to; if the log has another one, the request fails with epoch_changed. */
  epoch?: string;
}

/** Result of event.subscribe. */
export interface EventSubscribeResult {
  subscriptionId: string;
  epoch: string;
  /** The first event of the subscription. */
  fromSeq: number;
  gap?: EventGap;
}

/** Parameters of event.unsubscribe. */
export interface EventUnsubscribeParams {
  subscriptionId: string;
}

/** Result of event.unsubscribe. */
export interface EventUnsubscribeResult {
  unsubscribed: boolean;
}

/** Parameters of event.list. */
export interface EventListParams {
  topics?: EventTopics;
  sessionId?: string;
  taskId?: string;
  /** The first event wanted. Default: 0. */
  fromSeq?: number;
  /** The epoch of the log that fromSeq belongs to; if the log has another one, the request fails with epoch_changed. */
  epoch?: string;
  /** Default: 100. */
  limit?: number;
}

/** Result of event.list. */
export interface EventListResult {
  epoch: string;
  events: EventEntry[];
  nextSeq: number;
  more: boolean;
  /** The oldest event that retention has left. */
  firstSeq: number;
  /** The newest event; 0: the log is empty. */
  lastSeq: number;
  gap?: EventGap;
}

/** Parameters of event.cursor. */
export interface EventCursorParams {
  subscriptionId: string;
  seq: number;
  epoch: string;
  /** Whether all stored events have been sent. */
  live: boolean;
  gap?: EventGap;
}

// handover: The data that the daemon passes in memory to the program that replaces it (daemon.restart). Never sent.

export type HandoverDescriptors = number[];

/** Requests without a response, which the new program receives again. */
export interface HandoverReplay {
  /** True: the requests are a batch, with one common response. Default: false. */
  batch?: boolean;
  /** The size of the responses that the batch has so far. Default: 0. */
  answersBytes?: number;
  /** True: these responses exceed the size of a message. Default: false. */
  tooLong?: boolean;
  /** The size of the line. */
  bytes: number;
}

/** A queued line that carries descriptors. */
export interface HandoverCarrier {
  /** The offset of the line in the queued bytes. */
  start: number;
  end: number;
  descriptors: HandoverDescriptors;
}

/**
 * A connection. Its bytes follow the document: the requests to replay, the start of an incomplete line, bytes that
 * were read but not parsed, bytes that are not sent.
 */
export interface HandoverPeer {
  fd: number;
  caller: number;
  /** The id of the last request to the peer. */
  nextId: number;
  /** True: the peer has shut down its sending side. Default: false. */
  ended?: boolean;
  /** True: reading is paused. Default: false. */
  unread?: boolean;
  /** True: the rest of an overlong line is being skipped. Default: false. */
  skipping?: boolean;
  /** The offset of its bytes. */
  at: number;
  /** Default: 0. */
  partialBytes?: number;
  /** Default: 0. */
  backlogBytes?: number;
  /** Default: 0. */
  outputBytes?: number;
  carriers: HandoverCarrier[];
  replays: HandoverReplay[];
  /** The JSON ids of pending daemon.restart requests. */
  owed: string[];
  /** Descriptors of the incomplete line. */
  nextDescriptors: HandoverDescriptors;
  /** Descriptors of the last line that was read. */
  arrivingDescriptors: HandoverDescriptors;
}

/** A client that receives the output of a terminal. */
export interface HandoverAttachment {
  /** The client's descriptor. */
  client: number;
  /** The client has received the output up to this offset. */
  offset: number;
}

/** Input that the terminal has not accepted yet. */
export interface HandoverInput {
  /** The client whose call is pending until the terminal accepts the input. The call is replayed without the bytes. */
  client?: number;
  bytes: number;
}

export interface HandoverExit {
  code?: number;
  signal?: number;
}

/** Its input follows the document. */
export interface HandoverTerminal {
  id: string;
  sessionId?: string;
  cwd: string;
  shell: string;
  useTmux: boolean;
  createdAt: number;
  pid: number;
  /** The executor of the terminal. */
  executor?: string;
  /** True: the terminal has ended, and a client still reads its output. */
  over: boolean;
  /** True: the end is in the event log. */
  told: boolean;
  /** True: the event of the end is still to be written. */
  owesEvent: boolean;
  exit?: HandoverExit;
  master?: number;
  /** The memory of its scrollback. */
  memory?: number;
  /** The bytes of output so far. */
  total: number;
  /** The client that holds the terminal's descriptor. */
  holder?: number;
  attachments: HandoverAttachment[];
  inputs: HandoverInput[];
  /** The offset of its bytes. */
  at: number;
}

/** A connection of an app. */
export interface HandoverAppConnection {
  appId: string;
  initialized: boolean;
  peer: HandoverPeer;
}

export interface HandoverApps {
  connections: HandoverAppConnection[];
}

export interface HandoverTerminals {
  terminals: HandoverTerminal[];
}

export interface HandoverToken {
  text: string;
  expiresMs: number;
}

/** A connection to an executor that does not support a second connection. */
export interface HandoverLink {
  peer: HandoverPeer;
  token?: HandoverToken;
  /** The id of execute_prompt, which has no response yet. */
  prompt?: number;
  said: string;
  outputBytes: number;
  tokens: number;
  overLimit: boolean;
  paused: boolean;
  refused: number;
}

/** State of an executor that its record on disk does not have. */
export interface HandoverExecutor {
  id: string;
  terminalToken?: HandoverToken;
  link?: HandoverLink;
}

export interface HandoverExecutors {
  executors: HandoverExecutor[];
}

/** A call of an MCP server that was sent. */
export interface HandoverMcpCall {
  /** Its call_id for weir-mcp, where the new program joins it. */
  key: string;
  serverId: string;
  /** The descriptor of the client that made it; absent: an executor made it, and repeats it. */
  client?: number;
  /** The JSON id of the client's request. */
  requestId?: string;
}

export interface HandoverMcp {
  /** The directories of the processes whose servers are open. */
  processes: string[];
  calls: HandoverMcpCall[];
}

export interface HandoverHealth {
  /** What clients were told, in the order of system#/types/Service. */
  services: {
    state: "starting" | "running" | "degraded" | "restarting" | "failed";
    message: string;
  }[];
}

export interface HandoverSubscription {
  /** Empty: the subscription that every connection has by default. */
  id: string;
  allKinds: boolean;
  /** Names of events. */
  kinds: string[];
  session: number;
  task: number;
  replays: boolean;
  owesLive: boolean;
  cursor: number;
  told: number;
}

/** A port whose ACK has come. Its unsent bytes follow the document. */
export interface HandoverChatPort {
  /** Absent: its chunks are notifications. */
  fd?: number;
  /** The descriptor of its client; absent: the connection has ended. */
  client?: number;
  taskId: string;
  threadId: string;
  task: number;
  /** True: the last chunk is among the unsent bytes. */
  ending: boolean;
  /** True: the client has shut down its sending side. */
  deaf: boolean;
  received: number;
  /** Events up to here were sent. */
  cursor: number;
  index: number;
  sent: number;
  hash: number;
  call: number;
  said: boolean;
  /** The offset of its bytes. */
  at: number;
  bytes: number;
}

export interface HandoverChatPorts {
  ports: HandoverChatPort[];
}

export interface HandoverClient {
  peer: HandoverPeer;
  initialized: boolean;
  /** Default: false. */
  approves?: boolean;
  /** Default: false. */
  takesNoDescriptors?: boolean;
  name?: string;
  optedOut?: string[];
  subscriptions: HandoverSubscription[];
  behind: boolean;
  cursor: number;
}

export interface HandoverSocket {
  fd: number;
  lockFd: number;
  path: string;
  inherited: boolean;
  device: number;
  inode: number;
}

export interface HandoverState {
  /** The version of this format. */
  version: number;
  /** The version of the program that wrote it. */
  program: string;
  /** When the daemon stopped serving requests, on the monotonic clock. */
  frozenNs: number;
  startedNs: number;
  startedAtMs: number;
  lastSubscription: number;
  socket: HandoverSocket;
  stateFd: number;
  clients: HandoverClient[];
  /** Data of further parts of the daemon, by name. */
  parts: { [key: string]: unknown };
}

// key: Keys of the providers that agents use. Clients can store keys but cannot read them.

export interface KeyRecord {
  service: string;
  /** The last four characters; absent for keys shorter than twelve characters. */
  lastFour: string;
  /** Epoch milliseconds. */
  createdAt: number;
  /** When an executor or the broker last received the key, epoch milliseconds; absent: never. */
  usedAt?: number;
  uses: number;
}

/** Parameters of key.set. */
export interface KeySetParams {
  /** Lower-case letters, digits, - and _. */
  service: string;
  value: string;
}

/** Parameters of key.list. */
export interface KeyListParams {}

/** Result of key.list. */
export type KeyListResult = KeyRecord[];

/** Parameters of key.delete. */
export interface KeyDeleteParams {
  service: string;
}

/** Result of key.delete. */
export interface KeyDeleteResult {
  deleted: boolean;
}

/** Parameters of key.give. */
export interface KeyGiveParams {
  service: string;
}

/** Result of key.give. */
export interface KeyGiveResult {
  api_key: string;
}

/** Parameters of key.rotate. */
export interface KeyRotateParams {
  /**
   * If the master key is supplied from outside (WEIR_MASTER_KEY_FILE, a systemd credential): the absolute path of a
   * file with the new master key. The caller then replaces the old file with it.
   */
  keyFile?: string;
}

/** Result of key.rotate. */
export interface KeyRotateResult {
  /** The number of keys that were sealed with the new master key. */
  keys: number;
  /** The location of the new master key. */
  masterKey: string;
}

// mcp: MCP servers: programs and services that offer tools to agents. One process for each server serves all sessions.

export type McpStatus = "starting" | "running" | "stopped" | "error";

/**
 * stopped: nothing runs; the first call starts it. degraded: it runs, but the last check was not answered. restarting:
 * it ended unexpectedly, and weir is about to start it again. failed: it ended too often.
 */
export type McpState = "stopped" | "starting" | "running" | "degraded" | "restarting" | "failed";

/** shared: one process for all sessions. session: one for each session. */
export type McpScope = "shared" | "session";

export type McpNetwork = "full" | "none";

/** A server: its configuration without secrets, and its state. */
export interface McpServer {
  serverId: string;
  name: string;
  transport: ConnectorTransport;
  command?: string;
  args: string[];
  url?: string;
  /** The names of its environment variables. The values are sealed. */
  env: string[];
  /** The names of its headers. The values are sealed. */
  headers: string[];
  hasApiKey: boolean;
  apiKeyEnv?: string;
  scope: McpScope;
  read: string[];
  write: string[];
  network: McpNetwork;
  cwd?: string;
  /** The directory of the project that offered it; absent: a person configured it. */
  project?: string;
  state: McpState;
  status: McpStatus;
  /** Why it does not work; a sentence. */
  error?: string;
  toolCount: number;
  /** False: weir has not seen its tools with this configuration yet. */
  toolsKnown: boolean;
  /** The process id of its weir-jail, while it runs. */
  pid?: number;
  /** The version of the protocol that was negotiated the last time. */
  protocol?: string;
  server?: ConnectorImplementation;
  instructions?: string;
  /** The time of its last answer. */
  lastHealthCheck?: string;
  /** Tools that weir does not offer. */
  dropped?: ConnectorDropped[];
  /** Epoch milliseconds. */
  createdAt: number;
  /** Epoch milliseconds. */
  updatedAt: number;
}

export interface McpConnection {
  serverId: string;
  name: string;
  status: McpStatus;
  toolCount: number;
  error?: string;
}

export interface McpTool {
  name: string;
  description: string;
  inputSchema: { [key: string]: unknown };
  serverId: string;
  title?: string;
  outputSchema?: { [key: string]: unknown };
  annotations?: { [key: string]: unknown };
  /** The name under which agents see it, and rules match it. */
  agentName: string;
  /** A hash of the definition. */
  definition: string;
}

export interface McpPrompt {
  serverId: string;
  name: string;
  title?: string;
  description?: string;
  arguments: ConnectorPromptArgument[];
}

export interface McpResource {
  serverId: string;
  uri: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
  size?: number;
}

export interface McpTemplate {
  serverId: string;
  uriTemplate: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
}

/** A server in a project's .mcp.json. */
export interface McpOffer {
  name: string;
  /** The id that it gets when it is approved. */
  serverId?: string;
  /** A hash of its entry. */
  hash: string;
  /** changed: another entry of this name was approved before. */
  state: "new" | "changed" | "approved" | "declined" | "invalid";
  /** Why the entry is invalid. */
  problem?: string;
  transport?: ConnectorTransport;
  command?: string;
  args: string[];
  url?: string;
  /** As the entry has them, with variables unexpanded. */
  env?: { [key: string]: string };
  headers?: { [key: string]: string };
  /** The environment variables that the entry wants to read as ${NAME}. */
  variables: string[];
}

export interface McpCounts {
  servers: number;
  running: number;
  failed: number;
}

/** Parameters of mcp:connect. */
export interface McpConnectParams {
  /** Letters, digits and -, beginning with a letter or a digit. */
  serverId: string;
  name: string;
  transport: ConnectorTransport;
  /** For stdio, required: a path, or a name to find in PATH. */
  command?: string;
  /** Default: []. */
  args?: string[];
  /** Sealed: weir shows the names only. Default: {}. */
  env?: { [key: string]: string };
  /** Sealed as the key mcp:SERVERID. The server gets it in the variable apiKeyEnv, or as a bearer token. */
  apiKey?: string;
  /** Default: "API_KEY". */
  apiKeyEnv?: string;
  /** For http, required. */
  url?: string;
  /** Sealed: weir shows the names only. Default: {}. */
  headers?: { [key: string]: string };
  /** Default: "shared". */
  scope?: McpScope;
  /**
   * Paths that the server can read, absolute or beginning with ~/. It always sees the system's programs and a home
   * directory of its own. Default: [].
   */
  read?: string[];
  /** Paths that the server can read and write. Default: []. */
  write?: string[];
  /** Default: "full". */
  network?: McpNetwork;
  /** The directory in which the server starts; it can write there. Absent: its home directory. */
  cwd?: string;
}

/** Result of mcp:connect. */
export interface McpConnectResult {
  serverId: string;
  status: McpStatus;
  toolCount: number;
  /** Why it does not work; a sentence. */
  error?: string;
}

/** Parameters of mcp:disconnect. */
export interface McpDisconnectParams {
  serverId: string;
}

/** Result of mcp:disconnect. */
export interface McpDisconnectResult {
  success: boolean;
}

/** Parameters of mcp:listConnections. */
export interface McpListConnectionsParams {}

/** Result of mcp:listConnections. */
export interface McpListConnectionsResult {
  connections: McpConnection[];
}

/** Parameters of mcp:listTools. */
export interface McpListToolsParams {
  serverId?: string;
}

/** Result of mcp:listTools. */
export interface McpListToolsResult {
  tools: McpTool[];
}

/** Parameters of mcp:getStatus. */
export interface McpGetStatusParams {
  serverId?: string;
}

/** Result of mcp:getStatus. */
export interface McpGetStatusResult {
  servers: {
    serverId: string;
    status: McpStatus;
    error?: string;
    lastHealthCheck?: string;
  }[];
}

/** Parameters of mcp.get. */
export interface McpGetParams {
  serverId: string;
}

/** Parameters of mcp.start. */
export interface McpStartParams {
  serverId: string;
}

/** Parameters of mcp.restart. */
export interface McpRestartParams {
  serverId: string;
}

/** Parameters of mcp.remove. */
export interface McpRemoveParams {
  serverId: string;
}

/** Result of mcp.remove. */
export interface McpRemoveResult {
  removed: boolean;
}

/** Parameters of mcp.call. */
export interface McpCallParams {
  serverId: string;
  tool: string;
  arguments?: { [key: string]: unknown };
  /** Absent: the setting mcp.callMs. */
  timeoutMs?: number;
  /** The hash of the tool's definition: with another definition it is not called. */
  definition?: string;
}

/** Parameters of mcp.search. */
export interface McpSearchParams {
  query: string;
  serverId?: string;
  /** Default: 10. */
  limit?: number;
}

/** Result of mcp.search. */
export interface McpSearchResult {
  tools: McpTool[];
}

/** Parameters of mcp.logs. */
export interface McpLogsParams {
  serverId: string;
  /** The position of an earlier result: return only what follows. Absent: the last bytes. */
  after?: string;
  /** Default: 65536. */
  bytes?: number;
}

/** Result of mcp.logs. */
export interface McpLogsResult {
  text: string;
  /** The end of text, for after. */
  position: string;
}

/** Parameters of mcp.prompts. */
export interface McpPromptsParams {
  serverId?: string;
}

/** Result of mcp.prompts. */
export interface McpPromptsResult {
  prompts: McpPrompt[];
}

/** Parameters of mcp.prompt. */
export interface McpPromptParams {
  serverId: string;
  name: string;
  arguments?: { [key: string]: string };
}

/** Parameters of mcp.resources. */
export interface McpResourcesParams {
  serverId?: string;
}

/** Result of mcp.resources. */
export interface McpResourcesResult {
  resources: McpResource[];
  templates: McpTemplate[];
}

/** Parameters of mcp.read. */
export interface McpReadParams {
  serverId: string;
  uri: string;
}

/** Parameters of mcp.offers. */
export interface McpOffersParams {
  /**
   * A directory. The file is found there or in the nearest directory above that has one, up to the root of the
   * repository.
   */
  cwd: string;
}

/** Result of mcp.offers. */
export interface McpOffersResult {
  /** The file; absent: there is none. */
  path?: string;
  offers: McpOffer[];
  /** Why the file cannot be used. */
  problem?: string;
}

/** Parameters of mcp.approve. */
export interface McpApproveParams {
  cwd: string;
  name: string;
  /** The hash of the offer that the person has seen. */
  hash: string;
  /** Default: true. */
  approve?: boolean;
  /**
   * The values of the environment variables that the person has confirmed. Sealed. A variable that is missing here is
   * replaced by its default, or the approval is refused.
   */
  variables?: { [key: string]: string };
}

/** Parameters of mcp.progress. */
export interface McpProgressParams {
  /** The id of the mcp.call. */
  requestId: unknown;
  progress: number;
  total?: number;
  message?: string;
}

/** Parameters of event.mcpChanged. */
export interface EventMcpChangedParams {
  seq: number;
  epoch: string;
  timestamp: number;
  serverId: string;
  change: "configured" | "removed" | "state" | "tools";
  state?: McpState;
  status?: McpStatus;
  toolCount?: number;
  error?: string;
}

// permission: Permissions of agents: their requests, the answers of people, and rules that answer automatically.

/**
 * allow_once: this call. allow_session: similar calls until the session is closed. allow_always: similar calls in
 * every session with the same working directory. deny: not this call.
 */
export type PermissionDecision = "allow_once" | "allow_session" | "allow_always" | "deny";

export type PermissionRequestState = "pending" | "allowed" | "denied" | "expired" | "withdrawn";

/** The tool of an MCP server that a request is about. */
export interface PermissionMcpCall {
  serverId: string;
  serverName: string;
  /** The name that the server gives to it. */
  tool: string;
  title?: string;
  /** What the server says about its tool. */
  description?: string;
  /** A hash of the tool's definition. */
  definition: string;
  /** True: a rule allows this tool, but the server has changed its definition since. Default: false. */
  changed?: boolean;
  /** The definition that the rule allows, as JSON; at most 64 KiB. */
  before?: string;
  /** The definition now, as JSON; at most 64 KiB. */
  after?: string;
}

export interface PermissionRequest {
  id: string;
  state: PermissionRequestState;
  sessionId: string;
  taskId: string;
  tool: string;
  /** The input from the agent; if it exceeds 256 KiB, without its longest texts. */
  input?: unknown;
  cwd: string;
  /** The files that the call concerns, with links and dots resolved. */
  paths?: string[];
  /** The whole command, for a shell tool. */
  command?: string;
  /** The simple commands of which the command consists, as they are checked against rules. */
  parts?: string[];
  /** For a tool of an MCP server. */
  mcp?: PermissionMcpCall;
  /** Epoch milliseconds. */
  createdAt: number;
  /** When the request is denied if there is no answer, epoch milliseconds; absent: no limit. */
  expiresAt?: number;
  /**
   * When the request is denied if no front end that can approve has connected, epoch milliseconds; absent: one has
   * connected, and only expiresAt counts.
   */
  approverBy?: number;
  /** Epoch milliseconds. */
  answeredAt?: number;
  /** mode=…, rule:…, user_approved, user_denied, timeout, no_approver, … */
  reason?: string;
  /** A note from the person who answered. */
  note?: string;
  /** The front end that answered, by the name that it gave in initialize. */
  answeredBy?: string;
  /** The rule that allow_session and allow_always would add; absent: one rule is not enough. */
  suggestion?: PermissionNewRule;
  /**
   * All rules that allow_session and allow_always would add: for a compound command, one for each part that no rule
   * allows yet, and one for Write for the file in the working directory that it writes with >. Absent: only allow_once
   * and deny are possible.
   */
  suggestions?: PermissionNewRule[];
}

export type PermissionEffect = "allow" | "deny";

/**
 * A rule matches a call if all of its conditions match. Deny rules take precedence over allow rules. In a pattern, *
 * matches any text without a /, ** any text, ? one character except /, and \ makes the next character literal. A path
 * pattern is absolute, or begins with ./ (the session's working directory) or ~/ (the user's home directory); a
 * pattern that ends in / or /** matches that directory and everything below it. Paths are compared with links and dots
 * resolved. Grep and Glob search directories: an allow rule must match everything below the directory, and a deny rule
 * applies if it matches anything below. A command pattern is compared word by word, after quoting is removed: a * that
 * is a word of its own matches one word, and as the last word all remaining words, or none; quotes make characters
 * literal. A compound command is allowed only if each part is allowed, and each file that it writes with > is allowed
 * by a rule for Write; a word whose value is known only at run time ($x) matches only a last *. A cd to the working
 * directory itself needs no rule if the command has other parts. A command that cannot be parsed is allowed only by a
 * rule that names the tool alone. A rule that denies a command also denies it by its path (/bin/rm), and where it may
 * be what $x expands to.
 */
export interface PermissionNewRule {
  effect: PermissionEffect;
  /** The name of a tool, or a pattern of names. */
  tool: string;
  path?: string;
  command?: string;
  /**
   * For a tool of an MCP server: apply only while the hash of its definition is this one. An allow rule that an answer
   * adds always has it.
   */
  definition?: string;
  /** Apply only in this session; the rule is deleted when the session is closed. */
  sessionId?: string;
  /** Apply only in sessions with this working directory. */
  cwd?: string;
  /** Epoch milliseconds; absent: the rule does not expire. */
  expiresAt?: number;
  note?: string;
}

export interface PermissionRule {
  id: string;
  effect: PermissionEffect;
  tool: string;
  path?: string;
  command?: string;
  definition?: string;
  sessionId?: string;
  cwd?: string;
  expiresAt?: number;
  note?: string;
  /** Epoch milliseconds. */
  createdAt: number;
  /** The front end that added the rule, by the name that it gave in initialize. */
  createdBy?: string;
  /** The number of calls that the rule has decided. */
  uses: number;
  /** Epoch milliseconds; absent: never. */
  usedAt?: number;
}

/** Parameters of permission.list. */
export interface PermissionListParams {
  /** Select requests in this state; absent: pending ones. */
  state?: PermissionRequestState;
  /** True: include requests that are no longer pending. Default: false. */
  all?: boolean;
  sessionId?: string;
  /** Default: 50. */
  limit?: number;
  after?: string;
}

/** Result of permission.list. */
export type PermissionListResult = PermissionRequest[];

/** Parameters of permission.answer. */
export interface PermissionAnswerParams {
  requestId: string;
  decision: PermissionDecision;
  /** For the agent and the log. */
  reason?: string;
  /** With allow_session and allow_always: add this rule instead of the suggested ones. It must match the request. */
  rule?: PermissionNewRule;
  /**
   * With allow_session and allow_always: add these rules. Each one must match a part of the request, and together with
   * the existing rules they must allow it. Either all of them are stored or none.
   */
  rules?: PermissionNewRule[];
}

/** Result of permission.answer. */
export interface PermissionAnswerResult {
  request: PermissionRequest;
  /** The rule that was added, if it was one. */
  rule?: PermissionRule;
  /** All rules that were added. */
  rules?: PermissionRule[];
}

/** Parameters of permission.rules.list. */
export interface PermissionRulesListParams {
  /** Select the rules that apply in this session. */
  sessionId?: string;
}

/** Result of permission.rules.list. */
export type PermissionRulesListResult = PermissionRule[];

/** Parameters of permission.rules.remove. */
export interface PermissionRulesRemoveParams {
  ruleId: string;
}

/** Result of permission.rules.remove. */
export interface PermissionRulesRemoveResult {
  removed: boolean;
}

/** Parameters of permission.rules.preview. */
export interface PermissionRulesPreviewParams {
  rule: PermissionNewRule;
  /**
   * Rules to be added together with this one. The result then covers the calls that all of them with the rules in
   * force decide, and that the rules in force alone do not.
   */
  rules?: PermissionNewRule[];
  /** Default: 20. */
  limit?: number;
}

/** Result of permission.rules.preview. */
export interface PermissionRulesPreviewResult {
  /** The number of calls that the rule matches. */
  matched: number;
  /** The number of calls that were checked: the newest 10,000 at most. */
  lookedAt: number;
  /** The number of matching calls that were not allowed at that time. */
  denied: number;
  /** The newest matching calls. */
  requests: PermissionRequest[];
}

/** Parameters of event.permissionRequested. */
export interface EventPermissionRequestedParams {
  seq: number;
  epoch: string;
  timestamp: number;
  sessionId: string;
  taskId: string;
  request: PermissionRequest;
}

/** Parameters of event.permissionResolved. */
export interface EventPermissionResolvedParams {
  seq: number;
  epoch: string;
  timestamp: number;
  sessionId: string;
  taskId: string;
  requestId: string;
  state: PermissionRequestState;
  reason: string;
  note?: string;
  answeredBy?: string;
}

// question: Questions that MCP servers ask a person.

/** withdrawn: the call that it belongs to ended first. */
export type QuestionState = "pending" | "accepted" | "declined" | "cancelled" | "expired" | "withdrawn";

export interface QuestionRecord {
  id: string;
  state: QuestionState;
  serverId: string;
  serverName: string;
  /** Absent: the call is a person's own. */
  sessionId?: string;
  taskId?: string;
  /** The tool whose call asks, if known. */
  tool?: string;
  mode: ConnectorQuestionMode;
  message: string;
  /** For form: a JSON schema of an object with flat properties, which the answer must fit. */
  schema?: { [key: string]: unknown };
  /** For url: the page to open. weir does not open it by itself. */
  url?: string;
  /** Epoch milliseconds. */
  createdAt: number;
  /** Epoch milliseconds. */
  answeredAt?: number;
  /** The front end that answered, by the name that it gave in initialize. */
  answeredBy?: string;
}

/** Parameters of question.list. */
export interface QuestionListParams {
  /** True: include questions that are no longer pending. Default: false. */
  all?: boolean;
  sessionId?: string;
  /** Default: 50. */
  limit?: number;
  after?: string;
}

/** Result of question.list. */
export type QuestionListResult = QuestionRecord[];

/** Parameters of question.answer. */
export interface QuestionAnswerParams {
  questionId: string;
  action: ConnectorAction;
  /** With accept, for a form: the values of the fields. A field that is left out gets the default of the schema. */
  content?: { [key: string]: unknown };
}

/** Result of question.answer. */
export interface QuestionAnswerResult {
  question: QuestionRecord;
}

/** Parameters of event.questionAsked. */
export interface EventQuestionAskedParams {
  seq: number;
  epoch: string;
  timestamp: number;
  sessionId?: string;
  taskId?: string;
  question: QuestionRecord;
}

/** Parameters of event.questionAnswered. */
export interface EventQuestionAnsweredParams {
  seq: number;
  epoch: string;
  timestamp: number;
  sessionId?: string;
  taskId?: string;
  questionId: string;
  state: QuestionState;
  answeredBy?: string;
}

// recorder: The protocol between the daemon and weir-capture, the program that records what the person does in an X11 session. weir-capture listens, and the daemon connects to it.

/**
 * window_tracking: which window is in front. focus: how long the person works in one window without a break. browser:
 * the titles of pages. keystroke: how many keys are pressed. clipboard: what is copied.
 */
export type RecorderStream = "window_tracking" | "keystroke" | "focus" | "browser" | "clipboard";

/**
 * The graphical session to record. weir-capture inherits no environment, so everything that it needs is here. A
 * sandbox shows only the paths of the session that it was started for: another session needs another process.
 */
export interface RecorderSession {
  /** The X display. Absent: there is none. */
  display?: string;
  /** The file with the cookie of the display. */
  xauthority?: string;
  /** True: this is a Wayland session. X11 shows only some of its windows, so nothing is recorded. Default: false. */
  wayland?: boolean;
  /**
   * The address of the session's D-Bus: the socket of the accessibility bus is in a directory beside it. weir-capture
   * itself uses the accessibility bus alone, whose address the X server knows.
   */
  bus?: string;
}

export interface RecorderStreamState {
  stream: RecorderStream;
  /** True: it records. */
  active: boolean;
  /** Why a stream that was asked for is not active; a sentence. Absent: it is about to be. */
  error?: string;
  /** What an active stream leaves out, and why; a sentence. */
  note?: string;
}

/**
 * Something that the person did. Texts are valid UTF-8 without control characters, except for tabs and newlines in
 * text.
 */
export interface RecorderRow {
  type: ContextActivityType;
  /** When it began, epoch milliseconds. */
  at: number;
  duration_ms?: number;
  app?: string;
  title?: string;
  url?: string;
  /** Of a keystroke or a clipboard row. */
  text?: string;
  /** Of a clipboard row. */
  media_type?: string;
  /** Keys of a keystroke row, bytes of a clipboard row. */
  count?: number;
}

/** Parameters of recorder.set. */
export interface RecorderSetParams {
  streams: RecorderStream[];
  /**
   * True: keep the text of keys where the accessibility bus says that the field is not a password. False: count keys
   * only. Default: false.
   */
  keystroke_text?: boolean;
  session: RecorderSession;
}

/** Result of recorder.set. */
export interface RecorderSetResult {
  streams: RecorderStreamState[];
}

/** Parameters of recorder.flush. */
export interface RecorderFlushParams {
  /**
   * True: give up what is not complete yet: a transfer of the clipboard, and keys that no field has confirmed. The
   * person wants to forget it. Default: false.
   */
  abandon?: boolean;
}

/** Result of recorder.flush. */
export interface RecorderFlushResult {
  flushed: boolean;
}

/** Parameters of recorder.rows. */
export interface RecorderRowsParams {
  /** Random; identifies the process of weir-capture. */
  recorder_id: string;
  /** The number of this batch, from 1. */
  sequence: number;
  rows: RecorderRow[];
  /** Rows that were dropped before these because the queue was full. Default: 0. */
  dropped?: number;
}

/** Result of recorder.rows. */
export interface RecorderRowsResult {
  stored: boolean;
}

/** Parameters of recorder.state. */
export interface RecorderStateParams {
  streams: RecorderStreamState[];
}

// session: Sessions: conversations with a working directory, an agent, a permission mode and a history. A thread of a desktop application is a session.

/**
 * default: ask before every change. acceptEdits: edits of files in the working directory need no permission.
 * bypassPermissions: nothing needs permission. plan: change nothing.
 */
export type SessionPermissionMode = "default" | "acceptEdits" | "bypassPermissions" | "plan";

export type SessionState = "open" | "closed";

/** full: the user's network. model-only: only the socket of weir-broker. none: no network. */
export type SessionNetwork = "full" | "model-only" | "none";

/**
 * direct: get_api_key gives the executor a key. broker: the executor gets no key, and weir-broker makes its model
 * calls. none: no keys and no broker.
 */
export type SessionKeys = "direct" | "broker" | "none";

/** The budget of the session's model calls through the broker, for its whole life. */
export interface SessionBudget {
  /** Input and output tokens together. */
  tokens?: number;
  /** In millionths of the unit of the price table. */
  costMicros?: number;
}

/**
 * Files that the agent reads before its first prompt: absolute paths, or paths below the working directory. AGENTS.md
 * and CLAUDE.md in the working directory are always included.
 */
export type SessionContextFiles = string[];

/**
 * The tools that an agent may use; * matches any characters (mcp__github__*). An empty list: none. A tool that is not
 * listed is denied, whatever rules and modes say.
 */
export type SessionTools = string[];

/** A slash command of an agent. */
export interface SessionCommand {
  /** The name without its slash. */
  name: string;
  description?: string;
  /** The arguments that the command expects. */
  hint?: string;
}

export type SessionCommands = SessionCommand[];

export interface SessionFoundFile {
  /** A path below the session's directory. */
  path: string;
  /** Default: false. */
  directory?: boolean;
}

/** The slash commands that the session's agent last reported. */
export interface SessionAgentCommands {
  /** The agent that offers the commands. */
  agent: string;
  commands: SessionCommands;
}

/** A model that an agent offers. */
export interface SessionModel {
  /** As the agent names it; a task or a session chooses it by this name. */
  name: string;
  /** For people. */
  title?: string;
  /** The agent uses it where no model is named. Default: false. */
  isDefault?: boolean;
}

export type SessionModels = SessionModel[];

/** The models that the session's agent reported last. */
export interface SessionAgentModels {
  /** Whose they are. */
  agent: string;
  models: SessionModels;
}

export type SessionServices = string[];

/** The sandbox of the session's most recently started executor. */
export interface SessionSandbox {
  /** namespace: namespaces, Landlock and seccomp. landlock: Landlock and seccomp. off: no sandbox, as configured. */
  level: "namespace" | "landlock" | "off";
  network: SessionNetwork;
  /** The version of Landlock in the kernel; 0: none. */
  landlock: number;
  /** Paths that the agent can read. */
  read: string[];
  /** Paths that the agent can read and write. */
  write: string[];
  /** Paths below those that the agent does not see. */
  hidden: string[];
  /** The protections that this level does not provide, as text. */
  notHeld: string[];
}

/** The settings of a session, stored as one value. */
export interface SessionTerms {
  network: SessionNetwork;
  keys: SessionKeys;
  services?: SessionServices;
  permissionTimeoutMs?: number;
  budget?: SessionBudget;
  thinkingTokens?: number;
  contextFiles?: SessionContextFiles;
  tools?: SessionTools;
  stream?: boolean;
  useContext?: boolean;
  closeWhenIdle?: boolean;
  sandbox?: SessionSandbox;
  agentCommands?: SessionAgentCommands;
  agentModels?: SessionAgentModels;
  lastAgent?: string;
}

export interface SessionRecord {
  id: string;
  state: SessionState;
  /** The working directory, with its links resolved when the session was created. */
  cwd: string;
  permissionMode: SessionPermissionMode;
  /** Absent: the default agent. */
  agent?: string;
  /** Absent: the agent's default. */
  model?: string;
  /**
   * A title. Absent: none was given, and the session has had no task. The first task sets it to the first line of its
   * prompt; event.taskQueued has the same line, and there is no event.sessionUpdated for this.
   */
  title?: string;
  /** JSON that the front end stores with the session; the daemon does not interpret it. */
  metadata?: unknown;
  network: SessionNetwork;
  keys: SessionKeys;
  /** The providers whose keys the session may use; absent: all. */
  services?: SessionServices;
  /** How long a permission request can be pending; 0: no limit; absent: permissions.timeoutMs. */
  permissionTimeoutMs?: number;
  budget?: SessionBudget;
  /** The most tokens that the model may use for thinking before it answers; absent: the configured value. */
  thinkingTokens?: number;
  contextFiles?: SessionContextFiles;
  /**
   * Absent: for the built-in agent its own tools and those of MCP servers, for other agents every tool that rules and
   * modes allow.
   */
  tools?: SessionTools;
  /** False: agents report only whole messages, no deltas. Absent: true. */
  stream?: boolean;
  /**
   * Whether its agents get recent activity of the person (context:getRecentActivity): windows, focus and pages of the
   * last hour. Absent: the setting chat.context.
   */
  useContext?: boolean;
  /**
   * True: the session was made for one prompt. The daemon closes it when no task has run in it for
   * sessions.closeIdleMs. Absent: it stays open until a client closes it.
   */
  closeWhenIdle?: boolean;
  sandbox?: SessionSandbox;
  /** Absent: the agent has reported none. Not included in session.list. */
  agentCommands?: SessionAgentCommands;
  /** Absent: the agent has reported none. Not included in session.list. */
  agentModels?: SessionAgentModels;
  /** The agent of the last task, named or default; absent: there was none. */
  lastAgent?: string;
  /** The app for which the session was created. Absent: none. */
  appId?: string;
  /** When the last task was submitted, epoch milliseconds; absent: there was none. */
  lastTaskAt?: number;
  /** The session from which this one was forked. */
  parentId?: string;
  /** The last event of the parent that belongs to this session's history. */
  forkSeq?: number;
  /** Epoch milliseconds. */
  createdAt: number;
  /** Epoch milliseconds. */
  updatedAt: number;
  /** Epoch milliseconds. */
  closedAt?: number;
}

/** Parameters of session.create. */
export interface SessionCreateParams {
  /**
   * The working directory: an absolute path. Absent: a new empty directory, which session.delete removes; for a
   * project's daemon, the project directory.
   */
  cwd?: string;
  agent?: string;
  /**
   * For the built-in agent, MODEL or SERVICE/MODEL; the part before the first slash is always the provider. Other
   * agents have their own names.
   */
  model?: string;
  /** Default: "default". */
  permissionMode?: SessionPermissionMode;
  title?: string;
  /** Absent: the configured value. */
  network?: SessionNetwork;
  /** Absent: the configured value. */
  keys?: SessionKeys;
  services?: SessionServices;
  permissionTimeoutMs?: number;
  thinkingTokens?: number;
  contextFiles?: SessionContextFiles;
  /**
   * Absent: for the built-in agent its own tools and those of MCP servers, for other agents every tool that rules and
   * modes allow.
   */
  tools?: SessionTools;
  /** False: agents report only whole messages, no deltas. Absent: true. */
  stream?: boolean;
  /** Whether its agents get recent activity of the person. Absent: the setting chat.context. */
  useContext?: boolean;
  /**
   * True: the session is made for one prompt. The daemon closes it when it has had no running task and no open
   * terminal for sessions.closeIdleMs; session.reopen opens it again.
   */
  closeWhenIdle?: boolean;
  budget?: SessionBudget;
  /**
   * The app for which the session is created: the app can read the list of such sessions (cowork:read), and
   * apps:remove deletes them.
   */
  appId?: string;
  /** JSON to store with the session, at most 64 KiB and 112 levels deep. */
  metadata?: unknown;
}

/** Parameters of session.get. */
export interface SessionGetParams {
  sessionId: string;
}

/** Parameters of session.files. */
export interface SessionFilesParams {
  /** Absent: cwd names the directory. */
  sessionId?: string;
  /** An absolute path, instead of sessionId, for a session that does not exist yet. */
  cwd?: string;
  /** Default: "". */
  query?: string;
  /** Default: 50. */
  limit?: number;
}

/** Result of session.files. */
export interface SessionFilesResult {
  /** The directory to which the paths are relative. */
  cwd: string;
  files: SessionFoundFile[];
  /** False: there are more matches than the limit, or the search stopped after two seconds or 200,000 entries. */
  complete: boolean;
}

/** Parameters of session.list. */
export interface SessionListParams {
  /** Select sessions in this state. */
  state?: SessionState;
  /** Select sessions that were created for this app. */
  appId?: string;
  /** Default: 50. */
  limit?: number;
  /** The last id of the previous page. */
  after?: string;
}

/** Result of session.list. */
export type SessionListResult = SessionRecord[];

/** Parameters of session.update. */
export interface SessionUpdateParams {
  sessionId: string;
  agent?: string | null;
  model?: string | null;
  permissionMode?: SessionPermissionMode;
  title?: string | null;
  network?: SessionNetwork;
  keys?: SessionKeys;
  services?: string[] | null;
  permissionTimeoutMs?: number | null;
  thinkingTokens?: number | null;
  contextFiles?: SessionContextFiles;
  /** Applies to the next tasks. */
  tools?: string[] | null;
  /** Applies to the next tasks. */
  stream?: boolean | null;
  /** Applies to the next tasks; null: the setting chat.context. */
  useContext?: boolean | null;
  closeWhenIdle?: boolean | null;
  budget?: SessionBudget;
  /** At most 64 KiB of JSON, 112 levels deep; null removes it. */
  metadata?: unknown;
}

/** Parameters of session.close. */
export interface SessionCloseParams {
  sessionId: string;
}

/** Parameters of session.reopen. */
export interface SessionReopenParams {
  sessionId: string;
}

/** Parameters of session.delete. */
export interface SessionDeleteParams {
  sessionId: string;
}

/** Result of session.delete. */
export interface SessionDeleteResult {
  deleted: boolean;
}

/** Parameters of session.fork. */
export interface SessionForkParams {
  sessionId: string;
  /** The last event that the fork inherits; absent: the newest. */
  atSeq?: number;
  /** Absent: that of the session; null: none, so that the first task of the fork sets it. */
  title?: string | null;
}

/** Parameters of event.sessionCreated. */
export interface EventSessionCreatedParams {
  seq: number;
  epoch: string;
  timestamp: number;
  sessionId: string;
  session: SessionRecord;
}

/** Parameters of event.sessionUpdated. */
export interface EventSessionUpdatedParams {
  seq: number;
  epoch: string;
  timestamp: number;
  sessionId: string;
  session: SessionRecord;
}

/** Parameters of event.sessionClosed. */
export interface EventSessionClosedParams {
  seq: number;
  epoch: string;
  timestamp: number;
  sessionId: string;
}

/** Parameters of event.sessionDeleted. */
export interface EventSessionDeletedParams {
  seq: number;
  epoch: string;
  timestamp: number;
  sessionId: string;
}

// system: The health of the four services that a desktop shell shows. weir's own parts are in daemon.status.

/**
 * capture: weir-capture and the enabled streams. agents: the executors of tasks. ollama: the provider of this name in
 * the configuration. mcp: the MCP servers.
 */
export type SystemService = "capture" | "agents" | "ollama" | "mcp";

/**
 * running: also a service that is switched off, with the message off. degraded: some of it has failed. failed: all of
 * it has. restarting: after a failure, weir tries again.
 */
export type SystemServiceState = "starting" | "running" | "degraded" | "restarting" | "failed";

/** Parameters of system:retry. */
export interface SystemRetryParams {
  service: SystemService;
}

/** Result of system:retry. */
export interface SystemRetryResult {
  /** False: the attempt has failed at once. */
  success: boolean;
  newState: SystemServiceState;
}

/** Parameters of system:health. */
export interface SystemHealthParams {
  service: SystemService;
  state: SystemServiceState;
  /** What is wrong, or off. */
  message?: string;
}

// task: Tasks: prompts for agents. Submit, watch and stop them.

/** completed, failed and cancelled are final. A task that exceeds its time limit is failed, with the reason timeout. */
export type TaskState = "queued" | "starting" | "running" | "awaiting_permission" | "stopping" | "completed" | "failed" | "cancelled";

export interface TaskTokenUsage {
  input_tokens: number;
  output_tokens: number;
  cache_read_tokens?: number;
  cache_write_tokens?: number;
  /** The tokens in the model's context at the end, if the agent or the provider reports them. */
  context_tokens?: number;
  /** The size of the model's context window. */
  context_limit?: number;
  /** The cost of the task as the agent reports it, in millionths of reported_currency. */
  reported_cost_micros?: number;
  /** USD, … */
  reported_currency?: string;
  /**
   * The cost by the price table, in millionths of its unit, if the agent called the provider itself. Only for a
   * completed task whose model has a price, including prices for the cache if it was used. budget.status has the cost
   * of calls through the broker.
   */
  cost_micros?: number;
}

export interface TaskFailure {
  /**
   * One word: error, timeout, daemon_died, daemon_stopped, EXECUTOR_CRASHED, EXECUTOR_LOST, start_failed,
   * memory_limit, process_limit, output_limit, token_limit, …
   */
  reason: string;
  /** A sentence for people. */
  message: string;
  /** The error code of the agent, if it reported one. */
  code?: string;
  stack?: string;
  /** The exit code of its executor. */
  exit_code?: number;
  /** The signal that ended its executor. */
  signal?: number;
  /** The last lines that its executor wrote to standard error. */
  stderr?: string;
}

/** The limits of a task. Absent: the configured value; 0: no limit. */
export interface TaskLimits {
  /** The memory of all its processes together. */
  memoryBytes?: number;
  /** The processes at a time. */
  processes?: number;
  /** The bytes that it reports. */
  outputBytes?: number;
  /** Input and output tokens together. */
  tokens?: number;
}

/** The limits and the input of a task, stored as one value. */
export interface TaskTerms {
  memoryBytes?: number;
  processes?: number;
  outputBytes?: number;
  tokens?: number;
  tools?: SessionTools;
  stream?: boolean;
  attachments?: TaskAttachments;
  cause?: TaskCause;
}

/** The run of an automation rule that submitted a task. */
export interface TaskCause {
  ruleId: string;
  runId: string;
  /** How many runs of rules led to this one. */
  depth: number;
}

/** A file to send with a prompt: a text of at most 256 KiB, or a picture (PNG, JPEG, GIF, WebP) of at most 5 MiB. */
export interface TaskAttachment {
  /** An absolute path that is visible in the session's sandbox. */
  path: string;
  /** The media type. Absent: detected from the content. The format of a picture is always detected from the content. */
  mime?: string;
}

/** At most 10 MiB together. */
export type TaskAttachments = TaskAttachment[];

/** The change of a file by a task. */
export interface TaskFileChange {
  /** The path below the task's working directory. */
  path: string;
  change: "created" | "modified" | "deleted";
  beforeBytes?: number;
  afterBytes?: number;
  /** Permission bits. task.undo does not restore the set-user-ID and set-group-ID bits of a file. */
  beforeMode?: number;
  afterMode?: number;
  /** True: it is a symbolic link, and the texts are its targets. Default: false. */
  link?: boolean;
  /** True: the file is not text, and its content is not included. Default: false. */
  binary?: boolean;
  /** False: the file was too large to save. It cannot be shown or restored. Default: true. */
  kept?: boolean;
  /**
   * The old text. Absent: there was no file, it is not text, or the response would be too large; then request this
   * path alone.
   */
  before?: string;
  /** The new text. Absent: as for before. */
  after?: string;
}

export interface TaskLeftFile {
  path: string;
  /**
   * changed_since: the file was changed after the task. not_kept: the file was too large to save. not_possible:
   * message has the reason.
   */
  reason: "changed_since" | "not_kept" | "not_possible";
  message?: string;
}

export interface TaskProgress {
  percent?: number;
  message?: string;
  completed_steps?: number;
  total_steps?: number;
}

export interface TaskResult {
  /** The final text of the agent. */
  text?: string;
  message_count: number;
  token_usage?: TaskTokenUsage;
  /**
   * The number of its permission requests that were denied because they timed out (timeout) or no front end that can
   * approve was connected (no_approver); absent: none.
   */
  unanswered?: number;
  error?: TaskFailure;
}

export interface TaskRecord {
  id: string;
  sessionId: string;
  prompt: string;
  state: TaskState;
  /** Tasks with a higher priority start first. */
  priority: number;
  /** Absent: the session's agent. */
  agent?: string;
  cwd: string;
  timeoutMs: number;
  idempotencyKey?: string;
  limits?: TaskLimits;
  /** Absent: the session's tools. */
  tools?: SessionTools;
  /** Absent: the session's setting. */
  stream?: boolean;
  attachments?: TaskAttachments;
  /** Absent: a person submitted it. */
  cause?: TaskCause;
  /** Epoch milliseconds. */
  createdAt: number;
  /** Epoch milliseconds. */
  startedAt?: number;
  /** Epoch milliseconds. */
  endedAt?: number;
  progress?: TaskProgress;
  /** Set when the task is in a final state. */
  result?: TaskResult;
}

/** Parameters of task.submit. */
export interface TaskSubmitParams {
  prompt: string;
  agent?: string;
  /** Tasks with a higher priority start first. Default: 0. */
  priority?: number;
  sessionId?: string;
  /** An absolute path; absent: the session's working directory. */
  cwd?: string;
  idempotencyKey?: string;
  /** The longest run time, from the start of the task; absent: the configured value (600,000). */
  timeoutMs?: number;
  limits?: TaskLimits;
  /** Absent: the session's tools. */
  tools?: SessionTools;
  /** False: the agent reports only whole messages, no deltas. Absent: the session's setting. */
  stream?: boolean;
  /** Files to send with the prompt. They are read when the task starts. */
  attachments?: TaskAttachments;
}

/** Result of task.submit. */
export interface TaskSubmitResult {
  taskId: string;
  state: TaskState;
  sessionId: string;
}

/** Parameters of task.diff. */
export interface TaskDiffParams {
  taskId: string;
  /** Select these paths; absent: all. */
  paths?: string[];
  /** False: list the files without their content. Default: true. */
  texts?: boolean;
}

/** Result of task.diff. */
export interface TaskDiffResult {
  taskId: string;
  cwd: string;
  files: TaskFileChange[];
  /** False: part of the working directory could not be saved before the task, and changes there may be missing. */
  complete: boolean;
  /** True: the changes were undone. Default: false. */
  undone?: boolean;
}

/** Parameters of task.undo. */
export interface TaskUndoParams {
  taskId: string;
  /** Select these paths; absent: all. */
  paths?: string[];
  /** True: only report what would be done. Default: false. */
  dryRun?: boolean;
}

/** Result of task.undo. */
export interface TaskUndoResult {
  restored: string[];
  removed: string[];
  left: TaskLeftFile[];
  /**
   * Files and directories that were restored without their set-user-ID or set-group-ID bit. A restored file belongs to
   * the daemon's user and never gets the bits back; a directory gets set-group-ID back if its owner and group are
   * unchanged. Absent: none.
   */
  withoutSetId?: string[];
}

/** Parameters of task.cancel. */
export interface TaskCancelParams {
  taskId: string;
  /** One word for the log. timeout and daemon_stopped are reserved for the daemon. Default: "user_cancelled". */
  reason?: string;
}

/** Result of task.cancel. */
export interface TaskCancelResult {
  /** False: the task ended by itself before it could be cancelled. */
  cancelled: boolean;
  /** The number of processes that were ended; none is left. */
  processes?: number;
}

/** Parameters of task.list. */
export interface TaskListParams {
  /** Select tasks in this state. */
  state?: TaskState;
  /** Select the tasks of this session. */
  sessionId?: string;
  /** Select tasks with this working directory. */
  cwd?: string;
  /** Default: 50. */
  limit?: number;
  /** The last id of the previous page. */
  after?: string;
}

/** Result of task.list. */
export type TaskListResult = TaskRecord[];

/** Parameters of task.get. */
export interface TaskGetParams {
  taskId: string;
}

/** Parameters of task.stats. */
export interface TaskStatsParams {}

/** Result of task.stats. */
export interface TaskStatsResult {
  total: number;
  /** Tasks that are neither queued nor in a final state. */
  running: number;
  queued: number;
  completed: number;
  failed: number;
  cancelled: number;
}

/** Parameters of task.wait. */
export interface TaskWaitParams {
  taskId: string;
  /** After this time, the response has the task in its current state; absent: no limit. */
  timeoutMs?: number;
}

/** Parameters of event.taskQueued. */
export interface EventTaskQueuedParams {
  seq: number;
  epoch: string;
  timestamp: number;
  taskId: string;
  sessionId: string;
  priority: number;
  /** The beginning of the prompt. */
  summary: string;
}

/** Parameters of event.taskStarted. */
export interface EventTaskStartedParams {
  seq: number;
  epoch: string;
  timestamp: number;
  taskId: string;
  sessionId: string;
}

/** Parameters of event.taskUpdated. */
export interface EventTaskUpdatedParams {
  seq: number;
  epoch: string;
  timestamp: number;
  taskId: string;
  sessionId: string;
  state: TaskState;
}

/** Parameters of event.taskProgress. */
export interface EventTaskProgressParams {
  seq: number;
  epoch: string;
  timestamp: number;
  taskId: string;
  sessionId: string;
  progress: TaskProgress;
}

/** Parameters of event.taskCompleted. */
export interface EventTaskCompletedParams {
  seq: number;
  epoch: string;
  timestamp: number;
  taskId: string;
  sessionId: string;
  message_count: number;
  token_usage?: TaskTokenUsage;
  /** As in the result of the task. */
  unanswered?: number;
}

/** Parameters of event.taskFailed. */
export interface EventTaskFailedParams {
  seq: number;
  epoch: string;
  timestamp: number;
  taskId: string;
  sessionId: string;
  error: TaskFailure;
}

/** Parameters of event.taskCancelled. */
export interface EventTaskCancelledParams {
  seq: number;
  epoch: string;
  timestamp: number;
  taskId: string;
  sessionId: string;
  reason: string;
}

/** Parameters of event.messageCreated. */
export interface EventMessageCreatedParams {
  seq: number;
  epoch: string;
  timestamp: number;
  taskId: string;
  sessionId: string;
  role: "user" | "assistant";
  /** prompt, tool_call, tool_result, content_block_delta, … */
  type: string;
  /** The agent's own number of the message, from 1 in each task; 0 for a prompt and for messages from create_message. */
  sequence: number;
  /** The number of earlier messages that the agent numbered but that never arrived. */
  missing?: number;
  /** Set for messages from create_message. */
  messageId?: string;
  /** Its form depends on the type; for a prompt: {text}. */
  data: unknown;
}

// terminal: Terminals: shells that several front ends can share, and that survive their clients and a restart of the daemon.

export interface TerminalRecord {
  id: string;
  /** The session of the terminal; absent: none. */
  sessionId?: string;
  /** The process id of its shell. */
  pid: number;
  /** The directory in which it was opened. */
  cwd: string;
  shell: string;
  cols: number;
  rows: number;
  useTmux: boolean;
  /** Epoch milliseconds. */
  createdAt: number;
  /** The number of attached clients. */
  clients: number;
  /** True: a client holds its descriptor, and the scrollback is paused. */
  held: boolean;
  /** The bytes of output so far. */
  bytes: number;
}

export interface TerminalRef {
  terminalId: string;
}

/** Parameters of terminal.open. */
export interface TerminalOpenParams {
  sessionId?: string;
  /** An absolute path; absent: the session's directory. One of sessionId and cwd is required. */
  cwd?: string;
  /** The shell: a path, or a name to find in PATH; absent: the user's shell, or bash. */
  shell?: string;
  /**
   * A command that the shell runs with -c; the terminal closes when it ends. Not allowed with useTmux. Absent: an
   * interactive shell.
   */
  command?: string;
  /** Variables to add to the terminal's environment. */
  env?: { [key: string]: string };
  /** Default: 80. */
  cols?: number;
  /** Default: 24. */
  rows?: number;
  /**
   * Run the shell in tmux, with a server of the session that is separate from the user's tmux. Its programs survive
   * the terminal; a new terminal with the same tmuxSessionName attaches to them again. Default: false.
   */
  useTmux?: boolean;
  /** A name without ':' and '.'; absent: weir. */
  tmuxSessionName?: string;
  tmuxWindowName?: string;
}

/** Result of terminal.open. */
export interface TerminalOpenResult {
  terminalId: string;
  pid: number;
}

/** Parameters of terminal.attach. */
export interface TerminalAttachParams {
  terminalId: string;
  /** Default: false. */
  passFd?: boolean;
}

/** Result of terminal.attach. */
export interface TerminalAttachResult {
  terminal: TerminalRecord;
  /** The last output, at most 1 MiB, in base64. */
  scrollback: string;
  /** The offset of the next byte of output, with which terminal.output continues. */
  offset: number;
}

/** Parameters of terminal.detach. */
export interface TerminalDetachParams {
  terminalId: string;
}

/** Parameters of terminal.input. */
export interface TerminalInputParams {
  terminalId: string;
  /** Bytes, in base64. */
  data: string;
}

/** Parameters of terminal.resize. */
export interface TerminalResizeParams {
  terminalId: string;
  cols: number;
  rows: number;
}

/** Parameters of terminal.list. */
export interface TerminalListParams {
  /** Select the terminals of this session. */
  sessionId?: string;
}

/** Result of terminal.list. */
export type TerminalListResult = TerminalRecord[];

/** Parameters of terminal.close. */
export interface TerminalCloseParams {
  terminalId: string;
}

/** Parameters of terminal.output. */
export interface TerminalOutputParams {
  terminalId: string;
  /** The offset of its first byte in the whole output. */
  offset: number;
  /** Bytes, in base64. */
  data: string;
}

/** Parameters of event.terminalOpened. */
export interface EventTerminalOpenedParams {
  seq: number;
  epoch: string;
  timestamp: number;
  terminalId: string;
  sessionId?: string;
  pid: number;
}

/** Parameters of event.terminalExited. */
export interface EventTerminalExitedParams {
  seq: number;
  epoch: string;
  timestamp: number;
  terminalId: string;
  sessionId?: string;
  /** Absent: a signal ended it, or its exit code is not known. */
  exitCode?: number;
  signal?: number;
}

// unpacker: The protocol between the daemon and weir-unpack, the program that unpacks one archive of an app. weir-unpack listens, and the daemon connects to it.

/**
 * Why an archive is not unpacked. not_a_zip: it has no zip directory. damaged: it cannot be read, or its checksums are
 * wrong. unsupported: another compression than deflate, several disks, or another feature that apps do not need.
 * encrypted. too_large, too_many_files, too_compressed: it exceeds a limit. bad_path: a path that leads outside, or
 * that not every system can store. duplicate: two entries of the same name, also if only case or the Unicode form
 * differ. bad_type: a link, device, pipe or socket. overlap: entries that share bytes, or bytes that belong to no
 * entry. disagree: the directory at the end says something else than the entries. nested_archive: a file that is an
 * archive itself. no_space: the disk is full. failed: another error of the disk or the machine.
 */
export type UnpackerRefusal = "not_a_zip" | "damaged" | "unsupported" | "encrypted" | "too_large" | "too_many_files" | "too_compressed" | "bad_path" | "duplicate" | "bad_type" | "overlap" | "disagree" | "nested_archive" | "no_space" | "failed";

/** Parameters of unpacker.unpack. */
export interface UnpackerUnpackParams {
  /** An empty directory, which gets the files. */
  directory: string;
}

/** Result of unpacker.unpack. */
export interface UnpackerUnpackResult {
  /** Absent: everything was unpacked. */
  refusal?: UnpackerRefusal;
  /** With refusal: a sentence. */
  message?: string;
  /** With refusal: the entry that is wrong, in printable form. */
  entry?: string;
  /** Default: 0. */
  files?: number;
  /** Default: 0. */
  bytes?: number;
}

// watcher: The protocol between the daemon and weir-watch, the program that notices changes of files. weir-watch listens, and the daemon connects to it.

/** Parameters of watcher.set. */
export interface WatcherSetParams {
  rule_id: string;
  /**
   * Absolute. * and ? stand for characters of a name, ** for any number of directories. A path without them stands for
   * itself and everything below it.
   */
  paths: string[];
  settle_ms: number;
  /**
   * Epoch milliseconds. Files that have changed since count as changed: the time is over which nobody watched. Absent:
   * none do.
   */
  since?: number;
}

/** Parameters of watcher.remove. */
export interface WatcherRemoveParams {
  rule_id: string;
}

/** Parameters of watcher.quiet. */
export interface WatcherQuietParams {
  rule_id: string;
  /** False: the task has ended. */
  quiet: boolean;
}

/** Parameters of watcher.changed. */
export interface WatcherChangedParams {
  rule_id: string;
  /** The first ones that have changed, were created or removed. A name that is not UTF-8 has replacement characters. */
  paths: string[];
  /** How many have. More than 65,536 are not counted. */
  count: number;
  /** True: the kernel has dropped notices, so that some changes have no path here. Default: false. */
  rescanned?: boolean;
}

/** Parameters of watcher.state. */
export interface WatcherStateParams {
  rule_id: string;
  ready: boolean;
  /** How many are watched. */
  directories: number;
  /** True: a directory that the sandbox shows was removed. Another of the same name would not be seen. Default: false. */
  gone?: boolean;
  /** Why not all are, or why a change is not reported; with what to do. Absent: all is well. */
  problem?: string;
}

/** Every method that has a response, by its name in the protocol. */
export interface Methods {
  /**
   * Identify the client and name the notifications that it does not want. Optional: a client that skips it gets the
   * defaults.
   */
  initialize: { params: InitializeParams; result: InitializeResult };
  /** Check whether the daemon responds. */
  ping: { params: PingParams; result: PingResult };
  /** Get the whole contract as an OpenRPC document. */
  "rpc.discover": { params: RpcDiscoverParams; result: RpcDiscoverResult };
  /** Run an agent on a prompt. The response follows when the agent has ended. */
  execute_prompt: { params: ExecutePromptParams; result: ExecutorExecution };
  /** List the agents in this sandbox, with the reason for each that cannot be used. */
  list_agents: { params: ListAgentsParams; result: ListAgentsResult };
  /**
   * Open a terminal and start a shell in it. The response carries three descriptors in this order: the terminal, the
   * memory of its scrollback, a pidfd of its process.
   */
  spawn_terminal: { params: SpawnTerminalParams; result: SpawnTerminalResult };
  /** Get the descriptors of a terminal again, in the order of spawn_terminal, after the daemon was restarted. */
  get_terminal: { params: GetTerminalParams; result: ExecutorHandedTerminal };
  /** Close a terminal: send SIGHUP, then kill the processes that are left. */
  close_terminal: { params: CloseTerminalParams; result: ExecutorHandedTerminal };
  /** Ask a task to stop. */
  stop_task: { params: StopTaskParams; result: StopTaskResult };
  /** Finish running work within a time limit, then exit. */
  shutdown: { params: ExecutorShutdownParams; result: ExecutorShutdownResult };
  /** An alias of shutdown. */
  terminate: { params: TerminateParams; result: TerminateResult };
  /** Stop reporting until resume_notifications. Usually sent as a notification; a request gets a response. */
  pause_notifications: { params: PauseNotificationsParams; result: PauseNotificationsResult };
  /** Start reporting again. Usually sent as a notification; a request gets a response. */
  resume_notifications: { params: ResumeNotificationsParams; result: ResumeNotificationsResult };
  /**
   * The handshake, the first one or a repeated one: the daemon identifies itself, and the executor reports its tasks
   * and terminals.
   */
  resume: { params: ResumeParams; result: ResumeResult };
  /** Get the key of a provider. */
  get_api_key: { params: GetApiKeyParams; result: GetApiKeyResult };
  /** Ask for permission to use a tool. */
  request_permission: { params: RequestPermissionParams; result: RequestPermissionResult };
  /** Get the session's history, MCP servers, context files and model. */
  get_execution_context: { params: GetExecutionContextParams; result: GetExecutionContextResult };
  /** Get the tools of MCP servers that this task may use. */
  list_mcp_tools: { params: ListMcpToolsParams; result: ListMcpToolsResult };
  /** Search the tools of MCP servers that this task may use, best match first. */
  search_mcp_tools: { params: SearchMcpToolsParams; result: SearchMcpToolsResult };
  /** Call a tool of an MCP server. */
  call_mcp_tool: { params: CallMcpToolParams; result: CallMcpToolResult };
  /** List the prompts, resources or templates of an MCP server that this task may use. */
  list_mcp_items: { params: ListMcpItemsParams; result: ListMcpItemsResult };
  /** Get the text of a prompt, or read a resource, of an MCP server that this task may use. */
  fetch_mcp_item: { params: FetchMcpItemParams; result: FetchMcpItemResult };
  /** Save the content of files before the task changes them, so that the change can be shown and undone. */
  keep_files: { params: KeepFilesParams; result: KeepFilesResult };
  /** Store a message and get its id. report_message is faster. */
  create_message: { params: CreateMessageParams; result: CreateMessageResult };
  /** List all agents in the order of preference, with their state as an executor sees it in its sandbox. */
  "agent.list": { params: AgentListParams; result: AgentListResult };
  /** List the slash commands of an agent. */
  "agent.commands": { params: AgentCommandsParams; result: AgentCommandsResult };
  /** List the models that can be selected. */
  "agent.models": { params: AgentModelsParams; result: AgentModelsResult };
  /** Get the settings of the person. */
  "app:getSettings": { params: AppGetSettingsParams; result: AppSettings };
  /** Set the theme of front ends. */
  "app:setTheme": { params: AppSetThemeParams; result: AppSetThemeResult };
  /** Set the profile of the person. It replaces the previous one. */
  "app:setProfile": { params: AppSetProfileParams; result: AppSetProfileResult };
  /** Install an app from a zip archive, or update it to a newer version. */
  "apps:install": { params: AppsInstallParams; result: AppsInstallResult };
  /** Remove an app with its files, its permissions and its sessions. */
  "apps:remove": { params: AppsRemoveParams; result: AppsRemoveResult };
  /** Grant permissions to an app. They replace what it was granted before. */
  "apps.grant": { params: AppsGrantParams; result: AppsInstalledApp };
  /** Read a file of an app, in pieces. */
  "apps.file": { params: AppsFileParams; result: AppsFileResult };
  /** List the installed apps, by id. */
  "apps:list": { params: AppsListParams; result: AppsListResult };
  /** List the tools of MCP servers that an app was granted. */
  "apps:listTools": { params: AppsListToolsParams; result: AppsListToolsResult };
  /** Call a tool of an MCP server for an app. */
  "apps:callTool": { params: AppsCallToolParams; result: AppsCallToolResult };
  /** Get what an app is, and what it was granted. */
  "apps:getAppConfig": { params: AppsGetAppConfigParams; result: AppsGetAppConfigResult };
  /** Open a connection for an installed app. */
  "apps.open": { params: AppsOpenParams; result: AppsOpenResult };
  /** List the entries of the audit log, newest first, in pages. */
  "audit.list": { params: AuditListParams; result: AuditListResult };
  /** Verify the hash chain: no entry was changed, and none is missing. */
  "audit.verify": { params: AuditVerifyParams; result: AuditVerifyResult };
  /** Create a rule. */
  "automation:create": { params: AutomationCreateParams; result: AutomationRule };
  /** Change a rule. A field that is given replaces the whole field. */
  "automation:update": { params: AutomationUpdateParams; result: AutomationRule };
  /** Delete a rule. Its run is cancelled. Its receipts stay. */
  "automation:delete": { params: AutomationDeleteParams; result: AutomationDeleteResult };
  /** Start a rule by hand, also one that is disabled. */
  "automation:trigger": { params: AutomationTriggerParams; result: AutomationTriggerResult };
  /** List receipts, newest first, in pages. */
  "automation:getRunLog": { params: AutomationGetRunLogParams; result: AutomationGetRunLogResult };
  /** Say when a trigger would be due next, without creating a rule. */
  "automation.preview": { params: AutomationPreviewParams; result: AutomationPreviewResult };
  /** Show the address and the secret of a rule's webhook. */
  "automation.webhook": { params: AutomationWebhookParams; result: AutomationWebhookResult };
  /** Pass on a delivery to a webhook. */
  "automation.deliver": { params: AutomationDeliverParams; result: AutomationDeliverResult };
  /** Show whether automation is on, and all rules, oldest first. */
  "automation.status": { params: AutomationStatusParams; result: AutomationStatusResult };
  /** Enable a rule; without one, switch automation on. */
  "automation.enable": { params: AutomationEnableParams; result: AutomationEnableResult };
  /**
   * Disable a rule; without one, switch automation off. What runs goes on; what waits for an earlier run is cancelled
   * (disabled).
   */
  "automation.disable": { params: AutomationDisableParams; result: AutomationDisableResult };
  /** Accept connections from an executor on the listening socket that this message carries. */
  "broker.serve": { params: BrokerServeParams; result: BrokerServeResult };
  /** Close the socket of an executor that has ended, and its calls. */
  "broker.leave": { params: BrokerLeaveParams; result: BrokerLeaveResult };
  /** Ask a provider for its models. */
  "broker.models": { params: BrokerModelsParams; result: BrokerModelsResult };
  /** Ask whether a call may be made, and reserve its highest possible usage in the budget until broker.settle. */
  "broker.reserve": { params: BrokerReserveParams; result: BrokerReserveResult };
  /** Report the usage of a call and release the rest of its reservation. */
  "broker.settle": { params: BrokerSettleParams; result: BrokerSettleResult };
  /** Get the usage, the reservations and the rest of the budget, for the day and for a session. */
  "budget.status": { params: BudgetStatusParams; result: BudgetStatusResult };
  /** Get the state of each stream. */
  "capture:getStatus": { params: CaptureGetStatusParams; result: CaptureGetStatusResult };
  /** Enable or disable a stream. */
  "capture:toggleStream": { params: CaptureToggleStreamParams; result: CaptureToggleStreamResult };
  /** Get the setting of each stream and its default. */
  "capture:getStreamConfig": { params: CaptureGetStreamConfigParams; result: CaptureGetStreamConfigResult };
  /** Get what a person has consented to. */
  "capture.getConsent": { params: CaptureGetConsentParams; result: CaptureConsent };
  /** Give or withdraw the consent of the person at this machine. */
  "capture.consent": { params: CaptureConsentParams; result: CaptureConsent };
  /** Remove recorded activity. */
  "capture.forget": { params: CaptureForgetParams; result: CaptureForgetResult };
  /** Send a message to a thread, as a task. Without a thread, start a new one. */
  "chat.send": { params: ChatSendParams; result: ChatSendResult };
  /** Send a message to a thread, and stream the answer through a port. Without a thread, start a new one. */
  "chat:sendMessage": { params: ChatSendMessageParams; result: ChatSendMessageResult };
  /** Let the task of a port begin, for a client that gets its chunks as notifications. */
  "chat:ack": { params: ChatAckParams; result: ChatAckResult };
  /** Stream the answer of a task once more, from its beginning. */
  "chat:resume": { params: ChatResumeParams; result: ChatResumeResult };
  /** List threads, the one with the newest message first. */
  "chat:getThreads": { params: ChatGetThreadsParams; result: ChatGetThreadsResult };
  /** Show the messages of a thread: all, or some of them from its end. */
  "chat:getThread": { params: ChatGetThreadParams; result: ChatThread };
  /** Start or reach the server, and negotiate the protocol. */
  "connector.open": { params: ConnectorOpenParams; result: ConnectorOpenResult };
  /** Get the whole list of tools, prompts, resources or templates. */
  "connector.list": { params: ConnectorListParams; result: ConnectorListResult };
  /** Call a tool. */
  "connector.call": { params: ConnectorCallParams; result: ConnectorCallResult };
  /** Get the text of a prompt. */
  "connector.prompt": { params: ConnectorPromptParams; result: ConnectorPromptResult };
  /** Read a resource. */
  "connector.read": { params: ConnectorReadParams; result: ConnectorReadResult };
  /** Put a question of the server to a person. */
  "connector.ask": { params: ConnectorAskParams; result: ConnectorAskResult };
  /** Search activity by keywords, best match first. */
  "context:query": { params: ContextQueryParams; result: ContextQueryResult };
  /** List activity, newest first. */
  "context:getRecentActivity": { params: ContextGetRecentActivityParams; result: ContextGetRecentActivityResult };
  /** Get what the person works on now, and what to do next. */
  "context:getContextCard": { params: ContextGetContextCardParams; result: ContextCard };
  /** Read for an app. */
  "cowork:read": { params: CoworkReadParams; result: CoworkReadResult };
  /** Get the state of the daemon: its process, its subsystems, its clients. */
  "daemon.status": { params: DaemonStatusParams; result: DaemonStatusResult };
  /** Complete an id from the part that a person typed: its beginning or its end. */
  "daemon.find": { params: DaemonFindParams; result: DaemonFindResult };
  /** Stop the daemon: accept no new work, finish running tasks, exit. With force, exit at once. */
  "daemon.stop": { params: DaemonStopParams; result: DaemonStopResult };
  /** Restart the daemon in place with the program that is on the disk now, without losing anything. */
  "daemon.restart": { params: DaemonRestartParams; result: DaemonRestartResult };
  /** Get the size of the store and the number of its entries. */
  "db.stats": { params: DbStatsParams; result: DbStatsResult };
  /**
   * Read the whole store and look for damage. This takes time in a large store; other requests are still served. A
   * damaged store becomes read-only.
   */
  "db.check": { params: DbCheckParams; result: DbCheckResult };
  /** Write a consistent copy of the store to a new file while the daemon continues to work. */
  "db.backup": { params: DbBackupParams; result: DbBackupResult };
  /** Delete what retention no longer keeps, and return free space to the disk. */
  "db.compact": { params: DbCompactParams; result: DbCompactResult };
  /** Subscribe to events: first the stored ones from a given point on, then each new one, exactly once. */
  "event.subscribe": { params: EventSubscribeParams; result: EventSubscribeResult };
  /** End a subscription of this connection. */
  "event.unsubscribe": { params: EventUnsubscribeParams; result: EventUnsubscribeResult };
  /** List the events of the log, oldest first, in pages. */
  "event.list": { params: EventListParams; result: EventListResult };
  /** Store the key of a provider. A previous key is replaced. */
  "key.set": { params: KeySetParams; result: KeyRecord };
  /** List the providers that have a key. */
  "key.list": { params: KeyListParams; result: KeyListResult };
  /** Delete the key of a provider. */
  "key.delete": { params: KeyDeleteParams; result: KeyDeleteResult };
  /** Get a key in clear, for a program of the user that calls a provider directly, such as weir-agent. */
  "key.give": { params: KeyGiveParams; result: KeyGiveResult };
  /** Seal all keys with a new master key. A crash at any point leaves keys that can be unsealed. */
  "key.rotate": { params: KeyRotateParams; result: KeyRotateResult };
  /** Configure a server and start it. */
  "mcp:connect": { params: McpConnectParams; result: McpConnectResult };
  /** Stop a server and keep its configuration. */
  "mcp:disconnect": { params: McpDisconnectParams; result: McpDisconnectResult };
  /** List the configured servers. */
  "mcp:listConnections": { params: McpListConnectionsParams; result: McpListConnectionsResult };
  /** List the tools of one server, or of all. Starts no server: the lists are stored. */
  "mcp:listTools": { params: McpListToolsParams; result: McpListToolsResult };
  /** Get the state of one server, or of all. */
  "mcp:getStatus": { params: McpGetStatusParams; result: McpGetStatusResult };
  /** Get the configuration and the state of a server. */
  "mcp.get": { params: McpGetParams; result: McpServer };
  /** Start a configured server. The response follows when its tools are known, after 35 s at the latest. */
  "mcp.start": { params: McpStartParams; result: McpServer };
  /** Stop a server, start it again and fetch its tools again. The response follows as for mcp.start. */
  "mcp.restart": { params: McpRestartParams; result: McpServer };
  /** Stop a server and forget its configuration, its keys, its tools, its log and its home directory. */
  "mcp.remove": { params: McpRemoveParams; result: McpRemoveResult };
  /** Call a tool as yourself: no permission is asked. Starts the server if necessary. */
  "mcp.call": { params: McpCallParams; result: ConnectorCallResult };
  /** Search the stored tools by words in their names and descriptions, best match first. Starts no server. */
  "mcp.search": { params: McpSearchParams; result: McpSearchResult };
  /** Read what a server has written to standard error, and its log messages. */
  "mcp.logs": { params: McpLogsParams; result: McpLogsResult };
  /** List the prompts of one server, or of all. Starts no server: the lists are stored. */
  "mcp.prompts": { params: McpPromptsParams; result: McpPromptsResult };
  /** Get the text of a prompt. Starts the server if necessary. */
  "mcp.prompt": { params: McpPromptParams; result: ConnectorPromptResult };
  /** List the resources of one server, or of all. Starts no server: the lists are stored. */
  "mcp.resources": { params: McpResourcesParams; result: McpResourcesResult };
  /** Read a resource. Starts the server if necessary. */
  "mcp.read": { params: McpReadParams; result: ConnectorReadResult };
  /** List the servers that the .mcp.json of a project offers. weir starts none before mcp.approve. */
  "mcp.offers": { params: McpOffersParams; result: McpOffersResult };
  /** Approve or decline a server that a project offers. */
  "mcp.approve": { params: McpApproveParams; result: McpOffer };
  /** List permission requests, newest first, in pages. */
  "permission.list": { params: PermissionListParams; result: PermissionListResult };
  /** Answer a permission request. The first answer counts. */
  "permission.answer": { params: PermissionAnswerParams; result: PermissionAnswerResult };
  /** List the rules in force, oldest first. */
  "permission.rules.list": { params: PermissionRulesListParams; result: PermissionRulesListResult };
  /** Add a rule. */
  "permission.rules.add": { params: PermissionNewRule; result: PermissionRule };
  /** Remove a rule. */
  "permission.rules.remove": { params: PermissionRulesRemoveParams; result: PermissionRulesRemoveResult };
  /** Show which past calls a rule would have matched, before it is added. */
  "permission.rules.preview": { params: PermissionRulesPreviewParams; result: PermissionRulesPreviewResult };
  /** List questions, newest first, in pages. */
  "question.list": { params: QuestionListParams; result: QuestionListResult };
  /** Answer a question. The first answer counts. */
  "question.answer": { params: QuestionAnswerParams; result: QuestionAnswerResult };
  /** Say which streams to record, in which session. */
  "recorder.set": { params: RecorderSetParams; result: RecorderSetResult };
  /** Deliver everything that was recorded so far. */
  "recorder.flush": { params: RecorderFlushParams; result: RecorderFlushResult };
  /** Store rows. Answered after they are committed. */
  "recorder.rows": { params: RecorderRowsParams; result: RecorderRowsResult };
  /** Create a session. */
  "session.create": { params: SessionCreateParams; result: SessionRecord };
  /** Get a session. */
  "session.get": { params: SessionGetParams; result: SessionRecord };
  /** Find files and directories below a session's directory, to complete a path. */
  "session.files": { params: SessionFilesParams; result: SessionFilesResult };
  /** List sessions, newest first, in pages. */
  "session.list": { params: SessionListParams; result: SessionListResult };
  /**
   * Change the settings of a session. Absent fields stay as they are, and null removes a value. Started tasks keep
   * their settings.
   */
  "session.update": { params: SessionUpdateParams; result: SessionRecord };
  /** Close a session: cancel its queued tasks, stop its running task, accept no new ones. The history stays. */
  "session.close": { params: SessionCloseParams; result: SessionRecord };
  /** Reopen a closed session, with its settings and its history. */
  "session.reopen": { params: SessionReopenParams; result: SessionRecord };
  /**
   * Delete a session with its tasks and events, and the directory that was made for it unless another session uses it.
   * Forks keep the history that they inherited.
   */
  "session.delete": { params: SessionDeleteParams; result: SessionDeleteResult };
  /** Create a session with the settings of another one and its history up to one of its events. */
  "session.fork": { params: SessionForkParams; result: SessionRecord };
  /** Try a service again that has failed or is degraded. */
  "system:retry": { params: SystemRetryParams; result: SystemRetryResult };
  /** Submit a prompt for an agent to the queue. */
  "task.submit": { params: TaskSubmitParams; result: TaskSubmitResult };
  /** Show the files in the working directory that a task has changed so far. */
  "task.diff": { params: TaskDiffParams; result: TaskDiffResult };
  /** Undo the file changes of a task: restore changed and deleted files, remove new ones. */
  "task.undo": { params: TaskUndoParams; result: TaskUndoResult };
  /**
   * Cancel a task. A queued task ends at once; for a running task, the response follows when all its processes have
   * ended.
   */
  "task.cancel": { params: TaskCancelParams; result: TaskCancelResult };
  /** List tasks, newest first, in pages. */
  "task.list": { params: TaskListParams; result: TaskListResult };
  /** Get a task, with its result. */
  "task.get": { params: TaskGetParams; result: TaskRecord };
  /** Count tasks by state. */
  "task.stats": { params: TaskStatsParams; result: TaskStatsResult };
  /** Wait for a task to end; its state says whether it ended in time. */
  "task.wait": { params: TaskWaitParams; result: TaskRecord };
  /** Open a terminal in a session or in a directory. */
  "terminal.open": { params: TerminalOpenParams; result: TerminalOpenResult };
  /** Attach to a terminal: the response has the scrollback, and terminal.output has new output. */
  "terminal.attach": { params: TerminalAttachParams; result: TerminalAttachResult };
  /** Stop receiving the output of a terminal. The terminal stays open. */
  "terminal.detach": { params: TerminalDetachParams; result: TerminalRef };
  /** Send input to the terminal. */
  "terminal.input": { params: TerminalInputParams; result: TerminalRef };
  /** Set the size of the terminal. The last call counts. */
  "terminal.resize": { params: TerminalResizeParams; result: TerminalRef };
  /** List the open terminals, oldest first. */
  "terminal.list": { params: TerminalListParams; result: TerminalListResult };
  /** Close a terminal and end its processes. The response follows when they have ended. */
  "terminal.close": { params: TerminalCloseParams; result: TerminalRef };
  /** Unpack the archive whose descriptor comes with the request. Sent once; the program serves no other archive. */
  "unpacker.unpack": { params: UnpackerUnpackParams; result: UnpackerUnpackResult };
}

/** Every notification that a program can send to the daemon or to its peer. */
export interface Notifications {
  /**
   * Cancel a pending request of this connection. It still gets a response, with the error -32800. An unknown id is
   * ignored.
   */
  "$/cancel_request": CancelRequestParams;
  /** Kill a task at once. */
  cancel_task: CancelTaskParams;
  /** Confirm that everything up to this sequence number is stored, so that the executor can drop it. */
  confirm_messages: ConfirmMessagesParams;
  /** Report the progress of a call_mcp_tool. */
  mcp_call_progress: McpCallProgressParams;
  /** Report that the tools of an MCP server have changed. */
  mcp_server_changed: McpServerChangedParams;
  /** Report an event of the agent. */
  report_message: ReportMessageParams;
  /** Report the progress of a task. */
  report_progress: ReportProgressParams;
  /** Report the slash commands of the agent: a prompt that begins with one of them runs it. */
  report_commands: ReportCommandsParams;
  /** The models that the agent offers; the session or the task names one of them. */
  report_models: ReportModelsParams;
  /** Report an error after which the agent continues. */
  report_error: ReportErrorParams;
  /** Send several notifications in one message. */
  batch_notification: BatchNotificationParams;
  /** Report the result of a prompt whose execute_prompt has lost its connection. */
  report_completion: ReportCompletionParams;
  /** Report that the process of a terminal has ended. */
  report_terminal_exit: ReportTerminalExitParams;
  /** Cancel a call, and tell the server. */
  "connector.cancel": ConnectorCancelParams;
  /** Report whether the server answers. Sent after each check, and when the server ends. */
  "connector.state": ConnectorStateParams;
  /** Report that a list of the server has changed. */
  "connector.changed": ConnectorChangedParams;
  /** Report the progress of a call. */
  "connector.progress": ConnectorProgressParams;
  /** Report the state of all streams, whenever one changes. */
  "recorder.state": RecorderStateParams;
  /** Watch paths, or watch other paths than before. */
  "watcher.set": WatcherSetParams;
  /** Stop watching. A change that has not been reported is forgotten. */
  "watcher.remove": WatcherRemoveParams;
  /** Ignore changes while the rule's own task runs, and for settle_ms after it. */
  "watcher.quiet": WatcherQuietParams;
  /** Report that files have changed, and that nothing more has for settle_ms. */
  "watcher.changed": WatcherChangedParams;
  /** Report whether all directories are watched. */
  "watcher.state": WatcherStateParams;
}

/** Every event that the daemon sends. */
export interface Events {
  /** A setting of the person has changed. Setting the value that it has changes nothing. */
  "event.settingsChanged": EventSettingsChangedParams;
  /** An app was installed, updated or removed, was granted other permissions, or has changed its status. */
  "event.appsChanged": EventAppsChangedParams;
  /** A rule was created, changed, deleted, enabled or disabled; or automation was switched on or off. */
  "event.automationChanged": EventAutomationChangedParams;
  /** A receipt was written, or a run has changed its state. */
  "event.automationRun": EventAutomationRunParams;
  /** Consent, the setting or the state of a stream has changed, or activity was removed. */
  "event.captureChanged": EventCaptureChangedParams;
  /** The port of a message: a descriptor comes with this notification, one end of a socket pair. */
  "chat:streamPort": ChatStreamPortParams;
  /** A chunk of an answer, for a client that cannot receive descriptors. */
  "chat:streamChunk": ChatStreamChunkParams;
  /** The daemon is about to exit, and connections will close. Sent again if the stop is forced later. */
  "event.daemonStopping": EventDaemonStoppingParams;
  /** The position of a subscription: every event up to seq was sent or did not match. Not part of the log. */
  "event.cursor": EventCursorParams;
  /** The progress of a call, sent to the connection that made it. Not stored. */
  "mcp.progress": McpProgressParams;
  /** A server was configured or removed, has changed its state, or has other tools. */
  "event.mcpChanged": EventMcpChangedParams;
  /** A permission request is pending. */
  "event.permissionRequested": EventPermissionRequestedParams;
  /** A permission request was answered, has timed out or was withdrawn. */
  "event.permissionResolved": EventPermissionResolvedParams;
  /** A question is pending. */
  "event.questionAsked": EventQuestionAskedParams;
  /** A question was answered, has timed out or was withdrawn. */
  "event.questionAnswered": EventQuestionAnsweredParams;
  /** A session was created. */
  "event.sessionCreated": EventSessionCreatedParams;
  /** The settings of a session have changed. */
  "event.sessionUpdated": EventSessionUpdatedParams;
  /** A session was closed and accepts no more tasks. */
  "event.sessionClosed": EventSessionClosedParams;
  /** A session was deleted with its tasks and events: from here on, their sequence numbers are missing from the log. */
  "event.sessionDeleted": EventSessionDeletedParams;
  /** The state of a service. Not part of the log. */
  "system:health": SystemHealthParams;
  /** A task was submitted to the queue. */
  "event.taskQueued": EventTaskQueuedParams;
  /** An agent has started to work on a task. */
  "event.taskStarted": EventTaskStartedParams;
  /**
   * A task has changed to a state that has no event of its own: starting, awaiting_permission, running again,
   * stopping.
   */
  "event.taskUpdated": EventTaskUpdatedParams;
  /** An agent reported the progress of a task. */
  "event.taskProgress": EventTaskProgressParams;
  /** A task was completed; task.get has its text. */
  "event.taskCompleted": EventTaskCompletedParams;
  /** A task has failed. */
  "event.taskFailed": EventTaskFailedParams;
  /** A task was cancelled. */
  "event.taskCancelled": EventTaskCancelledParams;
  /** A message of a session: a prompt of a person, or a report of an agent. */
  "event.messageCreated": EventMessageCreatedParams;
  /** Output of a terminal, sent to attached clients. */
  "terminal.output": TerminalOutputParams;
  /** A terminal was opened. */
  "event.terminalOpened": EventTerminalOpenedParams;
  /** The process of a terminal has ended, by itself or because the terminal was closed. */
  "event.terminalExited": EventTerminalExitedParams;
}

/** Every error word (data.code) and its numeric code. */
export interface ErrorCodes {
  /**
   * The line is not valid JSON, or weir rejects it: a duplicate key, nesting deeper than 128, invalid UTF-8, a lone
   * surrogate, or text after the value.
   */
  parse_error: -32700;
  /** The line is longer than the limit; the rest of it was skipped. */
  message_too_long: -32700;
  /** The JSON is not a JSON-RPC 2.0 message. */
  invalid_request: -32600;
  /** The batch has more entries than the limit. */
  batch_too_long: -32600;
  /** There is no such method, or the caller may not use it. */
  method_not_found: -32601;
  /** The parameters do not match the method; data.path names the field. */
  invalid_params: -32602;
  /** The daemon failed while it processed the request. */
  internal_error: -32603;
  /** A part of the daemon that the request needs is off or does not work. */
  subsystem_unavailable: -32003;
  /** The request was cancelled with $/cancel_request. */
  request_cancelled: -32800;
  /** The connection has too many unanswered requests. */
  too_many_waiting: -32010;
  /** The response is larger than a message may be, or than the room that unread output leaves. */
  result_too_long: -32011;
  /** The client called initialize on this connection before. */
  already_initialized: -32012;
  /** The daemon does not speak the protocol version that the client needs. */
  unsupported_protocol: -32013;
  /** The limit of connections is reached. */
  too_many_connections: -32014;
  /** The daemon is stopping and takes no new work. */
  stopping: -32015;
  /** The other side did not respond in time. */
  timeout: -32016;
  /** The process that connected belongs to an executor and may not act for the user. */
  executor_refused: -32039;
  /** The connection ended before the response arrived. */
  disconnected: -32017;
  /** The token belongs to another executor or another task, or has expired. */
  token_refused: -32025;
  /** The executor belongs to another daemon: the secret is not the one of the first handshake. */
  handshake_refused: -32026;
  /** The executor is already working on a task. */
  executor_busy: -32027;
  /** There is no agent of this name. */
  agent_not_found: -32028;
  /** The agent could not be started. */
  agent_failed: -32029;
  /** The session may not use the key of this provider, or gets no keys because it uses the broker's socket. */
  key_refused: -32038;
  /** The session has requested keys too often; data.retry_in_ms says when the next request is accepted. */
  too_many_key_requests: -32040;
  /** No API key is configured for the provider. */
  key_not_found: -32030;
  /** The executor does not work on this task. */
  nothing_running: -32001;
  /** No app with this id is installed. */
  app_not_found: -32000;
  /** The app has no such file. */
  app_file_not_found: -32000;
  /**
   * The archive is not installed, and nothing was changed. data.reason has a word of unpacker.Refusal, and data.entry
   * the entry that is wrong.
   */
  archive_refused: -32061;
  /** The manifest of the app is missing or not valid; the message names the field. Nothing was changed. */
  manifest_refused: -32062;
  /** An app with this id is installed in this version or a later one; data has both versions. */
  app_not_newer: -32063;
  /** The manifest of the app does not ask for this permission. */
  permission_not_requested: -32064;
  /** Too many apps are being installed at a time. */
  too_many_installs: -32065;
  /** There is no rule with this id. */
  automation_not_found: -32000;
  /** Automation is switched off; automation.enable without a rule switches it on. */
  automation_disabled: -32003;
  /**
   * The trigger cannot be used: an expression that cannot be read, a time zone that does not exist, a time in the
   * past; the message says where, and what is expected.
   */
  trigger_invalid: -32066;
  /** A text names a field in {{ }} that the cause of the rule does not have; the message lists those that it has. */
  template_invalid: -32067;
  /** The limit of rules is reached. */
  too_many_automations: -32068;
  /** The delivery was refused: there is no such webhook, or its signature, its time or its id is not valid. */
  webhook_refused: -32069;
  /**
   * The call could exceed the budget of the session or of the day; data has the budget, the amount left and the
   * highest possible cost of the call.
   */
  budget_exceeded: -32037;
  /** No such reservation. */
  broker_call_not_found: -32000;
  /** The thread has no message with this id. */
  message_not_found: -32000;
  /** No port of this connection waits for the ACK of this task. */
  port_not_found: -32000;
  /** A limit of open ports is reached; the message names it. */
  too_many_ports: -32060;
  /** The arguments do not fit the schema of the tool; the message names the argument and says what is expected. */
  mcp_arguments_refused: -32052;
  /** The MCP server could not be started or used; the message has the reason. */
  mcp_server_failed: -32051;
  /** The server has changed the definition of the tool since the call was decided about. The tool was not called. */
  mcp_tool_changed: -32059;
  /** The MCP server answered a request with an error; data has its code, message and data. */
  mcp_request_failed: -32054;
  /** The app may not do this: it names another app, or it was not granted the tool. */
  app_refused: -32070;
  /** The read lane has no such method. */
  read_not_found: -32000;
  /** The new program could not take over; the daemon continues with the old one. */
  restart_failed: -32034;
  /** A file of this name exists and is not overwritten. */
  file_exists: -32022;
  /** The file could not be read or written; the message has the reason. */
  file_failed: -32023;
  /** A check, a backup or a compaction is in progress. */
  db_busy: -32024;
  /** The log has no such event, or it does not belong to the session. */
  event_not_found: -32000;
  /** This connection has no such subscription. */
  subscription_not_found: -32000;
  /**
   * The log is not the one that the client knows, and its sequence numbers mean other events. data has the new epoch,
   * firstSeq and lastSeq.
   */
  epoch_changed: -32020;
  /** The connection has reached its limit of subscriptions. */
  too_many_subscriptions: -32021;
  /**
   * The master key is missing, unreadable or not the one that sealed the keys; nothing was changed. The message says
   * what to do.
   */
  keys_locked: -32003;
  /** There is no key for this provider. */
  no_such_key: -32000;
  /** There is no MCP server with this id. */
  mcp_server_not_found: -32000;
  /** The server has no such tool; the message names the nearest one. */
  mcp_tool_not_found: -32000;
  /** The configuration of the server is not possible; the message has the reason. */
  mcp_server_refused: -32056;
  /** The server ended during the call. Whether the call had an effect is not known, and weir does not repeat it. */
  mcp_server_lost: -32053;
  /** The limit of servers (mcp.servers) is reached. */
  too_many_mcp_servers: -32057;
  /** The server has too many calls at a time (mcp.calls). */
  too_many_mcp_calls: -32058;
  /** The project offers no server of this name, or the entry has changed since. */
  mcp_not_offered: -32000;
  /** There is no permission request with this id. */
  permission_not_found: -32000;
  /** The request was answered, has timed out or was withdrawn; data has its state and reason. */
  permission_answered: -32001;
  /** There is no rule with this id. */
  rule_not_found: -32000;
  /** The rule could never match, or would match less than it seems to; the message has the reason. */
  rule_refused: -32035;
  /** The limit of rules (permissions.rules) is reached. */
  too_many_rules: -32036;
  /** There is no question with this id. */
  question_not_found: -32000;
  /** The question was answered, has timed out or was withdrawn; data has its state. */
  question_answered: -32001;
  /** The answer does not fit the fields of the question; the message names the field and says what is expected. */
  answer_refused: -32055;
  /** There is no session with this id. */
  session_not_found: -32000;
  /** The session is closed: it accepts no tasks and no changes. */
  session_closed: -32001;
  /** The session has a running task; stop it first. */
  session_busy: -32018;
  /**
   * The provider in the model's name is neither known nor configured. In SERVICE/MODEL, the provider is the part
   * before the first slash.
   */
  service_unknown: -32000;
  /** A directory does not respond, for example a network mount whose server is down. */
  directory_unavailable: -32050;
  /** There is no task with this id. */
  task_not_found: -32000;
  /** The task has already ended. */
  task_not_cancellable: -32001;
  /** The queue is full (limit: tasks.queue). */
  queue_full: -32002;
  /** The task has not ended yet: wait for it, or cancel it. */
  task_at_work: -32041;
  /** The idempotency key belongs to a task that was submitted with other parameters. */
  idempotency_conflict: -32019;
  /** There is no terminal with this id. */
  terminal_not_found: -32000;
  /** The terminal could not be opened. */
  terminal_failed: -32031;
  /** Another client holds the terminal's descriptor. */
  terminal_taken: -32032;
  /** The terminal's process has ended. */
  terminal_closed: -32001;
  /** The terminal's environment may not have a variable of this name. */
  environment_refused: -32602;
  /** The limit of terminals (terminals.max) is reached. */
  too_many_terminals: -32033;
}

export type ErrorWord = keyof ErrorCodes;

/** An error object of the protocol. */
export interface RpcError<Word extends ErrorWord = ErrorWord> {
  code: ErrorCodes[Word];
  message: string;
  data: { code: Word; path?: string; [key: string]: unknown };
}
