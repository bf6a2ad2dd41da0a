// Generated from the files of contract/ by contract/generate; do not edit.

// core: The protocol itself: say who you are, ask whether the daemon is there and what it can do.

/** Who is calling, for the daemon's log and status. */
export interface CoreClientInfo {
  name: string;
  version?: string;
}

export interface CoreServerInfo {
  name: string;
  version: string;
}

/**
 * How a person who looks elsewhere is called when a task waits for them or has ended. auto: by the terminal's bell,
 * and by a notification of the desktop where there is one. bell: by the bell alone.
 */
export type CoreNotify = "auto" | "bell" | "off";

/** What the daemon accepts on this connection. */
export interface CoreLimits {
  maxMessageBytes: number;
  maxBatchEntries: number;
  maxWaitingRequests: number;
}

/** Parameters of initialize. */
export interface InitializeParams {
  client?: CoreClientInfo;
  /** The newest protocol that the client speaks, MAJOR.MINOR. Default: "1.0". */
  protocolVersion?: string;
  /**
   * A person is there who can answer permission requests: they are pushed to this connection, subscribed or not.
   * Default: false.
   */
  approves?: boolean;
  /** Names of notifications that this connection shall not receive. */
  optOutNotificationMethods?: string[];
}

/** Result of initialize. */
export interface InitializeResult {
  /** The protocol that both sides speak from here on. */
  protocolVersion: string;
  server: CoreServerInfo;
  limits: CoreLimits;
  /** The best level at which agents run here; off: they have all rights of the user, and a front end shows that. */
  sandbox: "namespace" | "landlock" | "off";
  notify?: CoreNotify;
  /** Every notification that the daemon may push. */
  notifications: string[];
}

/** Parameters of ping. */
export interface PingParams {}

/** Result of ping. */
export interface PingResult {
  pong: boolean;
  /** The daemon's clock, epoch milliseconds. */
  timestamp: number;
}

/** Parameters of rpc.discover. */
export interface RpcDiscoverParams {}

/** Result of rpc.discover. */
export type RpcDiscoverResult = unknown;

/** Parameters of $/cancel_request. */
export interface CancelRequestParams {
  /** The id of the request, as it was sent. */
  requestId: unknown;
}

// executor: The dialect between the daemon and an executor, the process that runs an agent. The executor listens on EXECUTOR_SOCKET, the daemon connects.

/** What the user's plan with the service leaves, as the agent says. */
export interface ExecutorQuota {
  /** Which: five_hour, seven_day, … */
  name?: string;
  used_percent?: number;
  /** Epoch milliseconds. */
  resets_at?: number;
  /** The service refuses calls until then. */
  exceeded?: boolean;
}

/** Tokens, in the long words or the short ones. */
export interface ExecutorUsage {
  input_tokens?: number;
  output_tokens?: number;
  cache_read_tokens?: number;
  cache_write_tokens?: number;
  input?: number;
  output?: number;
  /** In the model's context now. */
  context_tokens?: number;
  /** That fit into it. */
  context_limit?: number;
  /** What the agent says that the task has cost so far, in millionths of reported_currency. */
  reported_cost_micros?: number;
  /** USD, … */
  reported_currency?: string;
  quota?: ExecutorQuota;
  /** The one with which all of it was used; absent: more than one, or not known. */
  model?: string;
}

export interface ExecutorError {
  /** Default: "". */
  message?: string;
  code?: string;
  stack?: string;
}

/** What became of a prompt. */
export interface ExecutorExecution {
  /** completed, failed or cancelled. */
  status: string;
  /** How many messages were reported. */
  message_count?: number;
  token_usage?: ExecutorUsage;
  error?: ExecutorError;
  /** The agent's final text. */
  text?: string;
}

/** A task that an executor works on, or has worked on, as the daemon finds it when it comes back. */
export interface ExecutorHanded {
  task_id: string;
  /** Of what it has reported so far. */
  last_sequence: number;
  /** Absent: it is still at work. */
  execution?: ExecutorExecution;
}

export interface ExecutorHandedTerminal {
  terminal_id: string;
  pty_pid: number;
  /** Default: false. */
  use_tmux?: boolean;
  /** Where it was opened. */
  cwd?: string;
  shell?: string;
  /** Epoch milliseconds. */
  created_at?: number;
  /** Its process has ended; it is remembered until close_terminal says forget. Default: false. */
  exited?: boolean;
  exit_code?: number;
  signal?: number;
}

export interface ExecutorNotification {
  method: string;
  /** As the method has them. */
  params?: unknown;
}

/** Something that was said in the session before. */
export interface ExecutorSaid {
  role: "user" | "assistant";
  type: string;
  /** As the type has it. */
  content: unknown;
  task_id?: string;
  /** Epoch milliseconds. */
  timestamp?: number;
}

/** An agent that is a program: how it is started, and which of the executor's adapters speaks with it. */
export interface ExecutorLaunch {
  name: string;
  /** stdio, acp, claude-code, … */
  adapter: string;
  /** The program's path, and its arguments. */
  command: string[];
  /** Besides the executor's own. */
  env?: { [key: string]: string };
  /** How long it may say nothing while it works, where its protocol has no other sign of life. Default: 60000. */
  silence_ms?: number;
}

/** An agent as the executor finds it from inside of its sandbox. */
export interface ExecutorAgent {
  name: string;
  adapter: string;
  usable: boolean;
  /** Why it is not usable; a sentence. */
  reason?: string;
  /** That it would take, where that is known. */
  model?: string;
  /** Of the model. */
  service?: string;
  version?: string;
}

/** A service with models, and how it is spoken to. */
export interface ExecutorProvider {
  service: string;
  format: "anthropic" | "openai";
  /** Without a / at its end. */
  url: string;
  /** Which carries the key; empty: it needs none. */
  header: string;
  /** Before the key in that header. Default: "". */
  prefix?: string;
  /** Besides. */
  headers?: { [key: string]: string };
  /** Where the session names none; absent: the first that the service lists. */
  model?: string;
  /** One is stored, and the session may use it. Default: false. */
  has_key?: boolean;
  /** Default: 10000. */
  connect_ms?: number;
  /** How long a stream may bring nothing. Default: 120000. */
  silence_ms?: number;
  /** Default: 5. */
  retries?: number;
  /** That the model can take; close to it the history is summarised. Default: 200000. */
  context_tokens?: number;
  /** That an answer may have. Default: 16000. */
  output_tokens?: number;
}

export interface ExecutorMcpServer {
  name: string;
  command: string;
  args: string[];
  env?: { [key: string]: string };
}

/** What the daemon notes of an executor on the disk, so that the next daemon finds it. Not sent to anybody. */
export interface ExecutorRecord {
  /** Of its weir-jail. */
  pid: number;
  /** Of that process, in clock ticks since boot. */
  start_time: number;
  boot_id: string;
  /** Which: a name of the configuration's executors; weir is the built-in one. */
  executor: string;
  /** The secret with which the daemon proves itself. */
  hand_shake: string;
  /** It knows resume: it keeps what is not confirmed. Default: false. */
  resumes?: boolean;
  use: "warm" | "tasks" | "terminals" | "broker";
  session_id?: string;
  /** That it works on. */
  task_id?: string;
  /** A terminal without a session. Default: false. */
  own_session?: boolean;
  /** What its sandbox was made for: level, network, rights, working directory; absent: for no session yet. */
  rules?: string;
  /** That its sandbox reached; absent: not known yet. */
  level?: "namespace" | "landlock" | "off";
  /** It has no network. Default: false. */
  closed?: boolean;
  /** A sum of the configuration that it was started with. */
  settings?: string;
  /** Of the process that listened when the daemon first connected; absent where weir-jail listens, or nobody did yet. */
  listener_pid?: number;
  /** Of that process, in clock ticks since boot. */
  listener_start_time?: number;
}

/** Parameters of execute_prompt. */
export interface ExecutePromptParams {
  /** Good for this task and this executor only. */
  session_token: string;
  /** Default: "". */
  session_id?: string;
  /** Default: "task". */
  task_id?: string;
  prompt: string;
  /** Default: "/". */
  cwd?: string;
  /**
   * Those that it may use; * stands for any characters, and ["*"] for all that rules and modes allow. Absent: Read,
   * Write, Edit, Bash, Grep, Glob.
   */
  tools?: string[];
  /** Default: "default". */
  permission_mode?: SessionPermissionMode;
  /** Default: 600000. */
  timeout_ms?: number;
  /** False: only whole messages are reported, no deltas. Default: true. */
  stream?: boolean;
  /** Files that come with the prompt. One that cannot be read ends the task as failed, with the code attachment_failed. */
  attachments?: TaskAttachments;
  /**
   * Which agent: one of the launches, or one of the executor's own; absent: the executor takes the first that is
   * usable, its own before the launches. Sent to weir-executor only.
   */
  agent?: string;
  /** Programs that can play the agent. Sent to weir-executor only. */
  launches?: ExecutorLaunch[];
  /**
   * There are others that were not offered. Where none of the launches can be used, nor an agent of the executor's own
   * that comes before them, it shall end as failed with the code agent_not_usable; they are offered to another
   * executor then.
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
  /** In the order in which one is taken where none is named. */
  agents: ExecutorAgent[];
}

/** Parameters of spawn_terminal. */
export interface SpawnTerminalParams {
  session_token: string;
  cwd: string;
  /** A name that is looked up in PATH, or a path. Default: "bash". */
  shell?: string;
  /** Run by the shell, with -c; absent: it is for somebody who types. */
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
  /** The id that it shall have; absent: the executor makes one. */
  terminal_id?: string;
}

/** Result of spawn_terminal. */
export interface SpawnTerminalResult {
  terminal_id: string;
  /** As the executor sees it. */
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
  /** How it ended is stored, so that the executor need not remember it any more. Default: false. */
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
  /** completed: what ran has ended; interrupted: it had to be ended; idle: nothing ran. */
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
  /** The newest version of these methods that the daemon speaks, MAJOR.MINOR. Default: "1.0". */
  protocol_version?: string;
  /** The last stored sequence of each task that the daemon knows to be here. */
  confirmed?: { [key: string]: number };
  /** New tokens of these tasks, in the place of those of the daemon before. */
  tokens?: { [key: string]: string };
}

/** Result of resume. */
export interface ResumeResult {
  /** The version that the executor speaks, of the same MAJOR number. Absent: 1.0. */
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
  /** As the tool has it. */
  tool_input?: unknown;
  /** Makes a repeat after a reconnect harmless. Once its answer was delivered, a repeat is a new question. */
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
  /** What the person who answered wrote. */
  note?: string;
}

/** Parameters of get_execution_context. */
export interface GetExecutionContextParams {
  session_token: string;
  /** False: `messages` stays empty, which is quicker. Default: true. */
  history?: boolean;
  /** About so many bytes of it at most, the newest. Default: 4194304. */
  history_bytes?: number;
  /** Only what was said behind the end of this task, for who knows the rest; see `continues`. */
  after_task?: string;
  /** True: `commands` are wanted. The daemon reads the files itself, since the sandbox may hide them. Default: false. */
  commands?: boolean;
  /** The name of one of them whose text is wanted. */
  command?: string;
}

/** Result of get_execution_context. */
export interface GetExecutionContextResult {
  session_id: string;
  task_id: string;
  /** The newest that fit into 4 MiB, in their order. Pieces of a block that is there whole are left out. */
  messages: ExecutorSaid[];
  /**
   * `messages` are all that was said behind after_task. Absent or false: nothing of that task is in the log any more,
   * or too much was said since; then they are what they are without after_task.
   */
  continues?: boolean;
  mcp_servers: ExecutorMcpServer[];
  context_files: string[];
  model_config?: {
    model: string;
    thinking_tokens?: number;
  };
  /** As in model_config, also where no model is named. */
  thinking_tokens?: number;
  /** Commands and skills in files of the directory and of the home, as agent.commands has them. */
  commands?: AgentCommand[];
  /** The one that was asked for. Absent: there is none of this name. */
  command?: {
    kind: AgentCommandKind;
    path: string;
    /** Without its front matter, 64 KiB at most. */
    text: string;
  };
  /** In the order in which they are tried. */
  providers?: ExecutorProvider[];
  /**
   * Of a session whose keys are the broker's: a Unix socket on which weir-broker speaks the providers' HTTP, below
   * /SERVICE, and adds the key.
   */
  model_socket?: string;
}

/** Parameters of keep_files. */
export interface KeepFilesParams {
  session_token: string;
  task_id?: string;
  /**
   * Absolute, or below the working directory; they need not be there yet. Absent: the whole working directory, since
   * it is not known what will change.
   */
  paths?: string[];
}

/** Result of keep_files. */
export interface KeepFilesResult {
  /** Files that are kept now. */
  kept: number;
  /** False: something was too large, too much, or outside of the working directory. */
  complete: boolean;
}

/** Parameters of create_message. */
export interface CreateMessageParams {
  session_token: string;
  task_id?: string;
  message: {
    role: "user" | "assistant";
    /** As the type has it. */
    content: unknown;
    type: string;
  };
  /** Makes a repeat harmless: the same key is the same message. */
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
   * message_start, message_stop, usage, error; or another word.
   */
  event_type?: string;
  /** As the type has it. */
  event_data?: unknown;
  message_type?: string;
  /** event_data under its other name. */
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
  /** Whose they are. */
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
    /** Whatever helps. */
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

// agent: Who can work: weir's own agents, and programs of others.

export interface AgentRecord {
  /** With which a task or a session chooses it. */
  name: string;
  /** How it is spoken with; executor: it is a whole executor of the configuration. */
  adapter: string;
  /**
   * weir: one of its own. config: the configuration names it. path: it is known, and was found in PATH or looked for
   * there.
   */
  source: "weir" | "config" | "path";
  usable: boolean;
  /** Why it is not usable, and what would help. */
  reason?: string;
  /** It is the one that is taken where none is named. Default: false. */
  chosen?: boolean;
  /** Its path. */
  program?: string;
  /** Of the model that it would take. */
  service?: string;
  model?: string;
  version?: string;
}

export type AgentCommandKind = "command" | "skill";

/** A prompt that begins with / and this name runs it. */
export interface AgentCommand {
  /** Without the slash. Of a file in a folder: folder:file. */
  name: string;
  description?: string;
  /** What may stand behind it. */
  hint?: string;
  kind: AgentCommandKind;
  /**
   * weir: the built-in agent's own. project, user: a file below the directory, or below the home. agent: what another
   * agent has reported.
   */
  source: "weir" | "project" | "user" | "agent";
  /** Of the file. */
  path?: string;
}

export interface AgentModel {
  /** As the service has it; a task or a session chooses it as SERVICE/NAME. */
  name: string;
  /** For people. */
  title?: string;
  /** That it can take, where that is known. */
  contextTokens?: number;
  /** The one of the configuration, which is taken where the service is, and no model is named. Default: false. */
  isDefault?: boolean;
}

/** A service with models. */
export interface AgentService {
  name: string;
  /** It needs no key, or the session may use one that is stored. */
  usable: boolean;
  /** It is the one that is taken where no model is named. Default: false. */
  chosen?: boolean;
  /** The one of the configuration first; then as the service lists them. */
  models: AgentModel[];
  /** False: the service was not asked, has not answered as it should, or has more than 500. */
  complete: boolean;
  /** Why it has not told its models, and what would help. */
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
  /** Absent: the session's, else the last that worked in it, else builtin. */
  agent?: string;
  /** An absolute path, in place of sessionId. */
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
  /** Absent: the session's, else the last that worked in it, else builtin. */
  agent?: string;
}

/** Result of agent.models. */
export interface AgentModelsResult {
  agent: string;
  /** The session's. */
  model?: string;
  /** Of the built-in agent; of another one empty. */
  services: AgentService[];
  /** Of another agent. Absent: it has reported none. */
  models?: SessionModels;
}

// audit: Who did what: keys, permissions, executors, sandboxes, settings. A chain in which no entry can be changed or cut unnoticed.

export interface AuditEntry {
  /** From 1, without a hole. */
  no: number;
  /** Epoch milliseconds. */
  at: number;
  /** key.set, key.used, permission.answered, executor.started, … */
  what: string;
  uid: number;
  /** 0: the daemon itself. */
  pid: number;
  /** The name that it gave in initialize; weird: the daemon itself; executor ID: that one. */
  client: string;
  sessionId?: string;
  taskId?: string;
  /** What there is to say of it; never a secret. */
  data?: unknown;
  /** Of this entry and the one before it; hexadecimal. */
  hash: string;
}

/** Parameters of audit.list. */
export interface AuditListParams {
  /** Only these: a whole word (key.set) or how it begins (key). */
  what?: string;
  sessionId?: string;
  /** Default: 50. */
  limit?: number;
  /** The last number of the page before. */
  before?: number;
}

/** Result of audit.list. */
export type AuditListResult = AuditEntry[];

/** Parameters of audit.verify. */
export interface AuditVerifyParams {}

/** Result of audit.verify. */
export interface AuditVerifyResult {
  sound: boolean;
  /** That are there. */
  entries: number;
  /** The first entry that is wrong or missing. */
  no?: number;
  problem?: string;
}

// broker: The model calls of executors that hold no key: weir-broker makes them, the daemon decides.

/** How a service is spoken to. */
export interface BrokerProvider {
  service: string;
  /** Without a / at its end; what the executor asks for is put behind it. */
  url: string;
  /** Which carries the key. */
  header: string;
  /** Before the key in that header. */
  prefix: string;
  /** How usage is told. */
  format: "anthropic" | "openai";
}

/** Parameters of broker.serve. */
export interface BrokerServeParams {
  executorId: string;
  sessionId: string;
  /** That this session may use. */
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
  /** Besides. */
  headers?: { [key: string]: string };
  /** Absent: the service needs none. */
  api_key?: string;
}

/** Result of broker.models. */
export interface BrokerModelsResult {
  models: AgentModel[];
  /** False: it has more. */
  complete: boolean;
  /** Why there are none. */
  error?: string;
}

/** Parameters of broker.reserve. */
export interface BrokerReserveParams {
  executorId: string;
  service: string;
  /** Empty where the request names none. */
  model: string;
  /** Estimated, rather too high. */
  inputTokens: number;
  /**
   * At most, of all answers together; absent: the request does not say, and as much as is configured is reserved for
   * each answer.
   */
  outputTokens?: number;
  /** That the request wants. Default: 1. */
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
  /** Absent: the provider did not tell, and what was reserved stands as used. */
  inputTokens?: number;
  /** Likewise. */
  outputTokens?: number;
  /** Of HTTP; 0: there was no answer. */
  status: number;
}

/** Result of broker.settle. */
export interface BrokerSettleResult {
  settled: boolean;
}

// budget: What model calls through weir-broker have used and may use.

/** Money is in millionths of the unit in which the price table is written. */
export interface BudgetAccount {
  inputTokens: number;
  outputTokens: number;
  costMicros: number;
  reservedTokens: number;
  reservedMicros: number;
  /** Absent: none. */
  tokensLimit?: number;
  /** Absent: none. */
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

// chat: Talk to an agent.

/** Parameters of chat.send. */
export interface ChatSendParams {
  message: string;
  /** Default: 0. */
  priority?: number;
  /** A session's id. */
  threadId?: string;
  /** An absolute path, as in task.submit; absent: the thread's. */
  cwd?: string;
  /** As in task.submit. */
  attachments?: TaskAttachments;
}

/** Result of chat.send. */
export interface ChatSendResult {
  taskId: string;
  threadId: string;
}

// config: The daemon's configuration file: JSON with comments, in $XDG_CONFIG_HOME/weir/config.jsonc.

export type ConfigLogLevel = "error" | "warn" | "info" | "debug";

export interface ConfigExecutor {
  /** The program, found by PATH or by its path, and its arguments. */
  command: string[];
  /** Absolute paths that it sees besides the system's, read-only: where its program lies, say. */
  read?: string[];
  /** Absolute paths that it sees and may change. */
  write?: string[];
  /**
   * Where it is started: an absolute path, which it then sees; absent: /, and where the sandbox is off, the directory
   * of the configuration file.
   */
  cwd?: string;
}

export interface ConfigProvider {
  url: string;
  /** Which carries the key; absent: as the service is known, else Authorization. */
  header?: string;
  /** Before the key in that header; absent: as the service is known, else "Bearer ". */
  prefix?: string;
  /** How requests and usage are written; absent: as the service is known, else openai. */
  format?: "anthropic" | "openai";
  /** False: it wants none; absent: as the service is known, else it does. */
  key?: boolean;
  /** That every request carries besides. */
  headers?: { [key: string]: string };
  /**
   * Where a session names none; absent: weir's choice for the services that it knows, else the first that the service
   * lists.
   */
  model?: string;
  /** Default: 10000. */
  connectMs?: number;
  /** How long a stream may bring nothing. Default: 120000. */
  silenceMs?: number;
  /** Default: 5. */
  retries?: number;
  /** That its models can take; close to it the history is summarised. Absent: 200000, of ollama 32000. */
  contextTokens?: number;
  /** That an answer may have. Absent: 16000, of ollama 8000. */
  outputTokens?: number;
}

/** A program that is an agent. */
export interface ConfigAgent {
  /**
   * How it is spoken with. stdio: user_message, token, tool_use, done. acp: the Agent Client Protocol. claude-code:
   * Claude Code's stream-json.
   */
  adapter: "stdio" | "acp" | "claude-code";
  /** The program, found by PATH or by its path, and its arguments. */
  command: string[];
  /** Besides PATH, HOME, LANG and TERM. No place for keys: every agent's program can be read by its tools. */
  env?: { [key: string]: string };
  /** Paths that it sees besides the system's and its own program's: absolute, or ~/ for the home. */
  read?: string[];
  /** Paths that it sees and may change: where it keeps its own settings, say. */
  write?: string[];
  /** How long a stdio agent may say nothing while it works. Default: 60000. */
  silenceMs?: number;
  /** It may be taken where no agent is named. Default: true. */
  automatic?: boolean;
}

/** For a million tokens, in whatever unit all prices here are. */
export interface ConfigPrice {
  input: number;
  output: number;
  /** Of input that the service had kept. Budgets count it as input. */
  cacheRead?: number;
  /** Of input that the service keeps. Budgets count it as input. */
  cacheWrite?: number;
}

/** The whole file. Every setting has a default; an unknown one is an error. */
export interface ConfigSettings {
  /** Default: {}. */
  log?: {
    /** Default: "info". */
    level?: ConfigLogLevel;
    /** A longer log file becomes weird.log.1, and a new one begins. Default: 8388608. */
    maxBytes?: number;
  };
  /** Default: {}. */
  limits?: {
    /** Clients at once. Default: 16384. */
    connections?: number;
    /** Of one message. Default: 16777216. */
    messageBytes?: number;
    /** Of one batch. Default: 1000. */
    batchEntries?: number;
    /** Requests of one connection that wait for their answer. Default: 10000. */
    waitingRequests?: number;
    /** A client that leaves more than this unread is no longer read from. Default: 262144. */
    outputPauseBytes?: number;
    /** A client that leaves more than this unread is cut off. Default: 67108864. */
    outputBytes?: number;
    /** Memory for one parsed message. Default: 268435456. */
    parseBytes?: number;
    /** Of one connection. Default: 64. */
    subscriptions?: number;
    /** Clients of one user at once. Default: 16384. */
    connectionsPerUser?: number;
    /** Of all connections of one user together; who asks for more waits. 0: no limit. Default: 4000000. */
    requestsPerSecond?: number;
  };
  /** Default: {}. */
  tasks?: {
    /** Tasks that may wait. Default: 1000. */
    queue?: number;
    /** Tasks that run at the same time; 0: as many as there are cores, at least 3. Default: 0. */
    atOnce?: number;
    /** How long a task may run that says nothing of it. Default: 600000. */
    timeoutMs?: number;
    /** How long a task that is asked to stop may take before it is ended. Default: 10000. */
    stopMs?: number;
    /** How long a daemon that is asked to stop waits for tasks at work. Default: 30000. */
    drainMs?: number;
    /** Of tasks and sessions that name none. */
    agent?: string;
    /** Of all processes of a task together; 0: no limit. Default: 0. */
    memoryBytes?: number;
    /** Of a task at the same time; 0: no limit. Default: 0. */
    processes?: number;
    /** Of all that a task reports; 0: no limit. Default: 0. */
    outputBytes?: number;
    /** That a task may use, in and out together; 0: no limit. Default: 0. */
    tokens?: number;
  };
  /**
   * Executors that others wrote, by the name with which a task or a session chooses one as its agent. Each listens on
   * EXECUTOR_SOCKET.
   */
  executors?: { [key: string]: ConfigExecutor };
  /** Agents that are programs, by their names; besides those that are known and found in PATH. */
  agents?: { [key: string]: ConfigAgent };
  /** That a model may think before it answers, in sessions that do not say; 0: none. Default: 0. */
  thinkingTokens?: number;
  /** How executors are kept. Default: {}. */
  pool?: {
    /** Executors that are ready before a task needs them. Default: 3. */
    warm?: number;
    /** Executors that wait for the next task of their session; more are ended, the oldest first. Default: 3. */
    idle?: number;
    /** How long one may be idle before it is ended. Default: 300000. */
    idleMs?: number;
    /** How long an executor may take until it listens. Default: 5000. */
    startMs?: number;
    /** How long one that is asked to leave may take before it is ended. Default: 30000. */
    shutdownMs?: number;
    /** How long an executor waits for a daemon that is gone; then it puts down what it has and ends. Default: 600000. */
    orphanMs?: number;
    /** Messages of one executor that wait to be stored: above, it is told to pause. Default: 100. */
    pauseAt?: number;
    /** Below, it is told to go on. Default: 50. */
    resumeAt?: number;
    /** That an executor sends as one. Default: 10. */
    batchMessages?: number;
    /** How long one may gather what a single turn of its loop brings. Default: 100. */
    batchMs?: number;
  };
  /**
   * The best level that is tried. namespace: namespaces, Landlock and seccomp, and where namespaces cannot be had,
   * landlock. landlock: Landlock and seccomp; where they cannot be had either, nothing is started. off: agents run
   * with all rights of the user. Default: "namespace".
   */
  sandbox?: "namespace" | "landlock" | "off";
  /** Of sessions that do not say. Default: "full". */
  network?: SessionNetwork;
  /** How front ends call a person who looks elsewhere. Default: "auto". */
  notify?: CoreNotify;
  /**
   * What agents see of the disk besides their working directory and the system's programs. Absolute paths, or ~/ for
   * the home. Default: {}.
   */
  view?: {
    read?: string[];
    write?: string[];
    /**
     * Below what they see; besides what is always hidden: ~/.ssh, ~/.gnupg, ~/.aws, browser profiles, weir's own
     * state, …
     */
    hide?: string[];
  };
  /** Default: {}. */
  permissions?: {
    /** How long a request waits for an answer, in all; 0: without limit. Default: 0. */
    timeoutMs?: number;
    /**
     * How long it waits for a front end that can approve, where none is connected; once one was, only timeoutMs
     * counts. Default: 30000.
     */
    approverMs?: number;
    /** That there may be. Default: 10000. */
    rules?: number;
  };
  /** Default: {}. */
  keys?: {
    /** Of sessions that do not say. Default: "direct". */
    access?: SessionKeys;
    /** How often one session may ask for a key. Default: 60. */
    perMinute?: number;
  };
  /** Services with models, by the name of their key. anthropic, openai and ollama are known. */
  providers?: { [key: string]: ConfigProvider };
  /** What model calls through weir-broker may use; 0: no limit. Default: {}. */
  budget?: {
    /** Default: 0. */
    dayTokens?: number;
    /** In the unit of the prices. A day ends at midnight, UTC. Default: 0. */
    dayCost?: number;
    /** Of sessions that do not say. Default: 0. */
    sessionTokens?: number;
    /** Default: 0. */
    sessionCost?: number;
    /** Reserved for a call that does not say how much it wants at most. Default: 32000. */
    outputTokens?: number;
  };
  /**
   * By model; a name that ends in * is for all that begin so, and the longest that fits counts. A model without a
   * price is refused where a budget is in money.
   */
  prices?: { [key: string]: ConfigPrice };
  /** Default: {}. */
  terminals?: {
    /** At once. Default: 256. */
    max?: number;
  };
  /** Default: {}. */
  sessions?: {
    /**
     * Sessions that were made for one prompt (closeWhenIdle, as weir run makes them) are closed when nothing has been
     * at work in them for so long; 0: never. Default: 86400000.
     */
    closeIdleMs?: number;
  };
  /** What the store keeps. Sessions stay until they are deleted. Default: {}. */
  retention?: {
    /** Events, and tasks that have ended, are removed when they are older; 0: never. Default: 90. */
    days?: number;
    /**
     * When the store is larger, the oldest events are removed, and the tasks that ended with them; 0: no limit.
     * Default: 10737418240.
     */
    bytes?: number;
    /**
     * When more is kept of files as they were before tasks changed them, that of the oldest tasks is removed; 0: no
     * limit. Default: 2147483648.
     */
    keptBytes?: number;
  };
}

// daemon: The daemon itself: how it is, and how to stop it.

/** ok: all is well. degraded: something works worse than it should. failed: something does not work at all. */
export type DaemonHealth = "ok" | "degraded" | "failed";

/** A part of the daemon, checked at the moment of the question. */
export interface DaemonSubsystem {
  health: DaemonHealth;
  /** What is wrong and what to do, where something is. */
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
  /** The worst of the subsystems. */
  health: DaemonHealth;
  /**
   * `store` is degraded while it is being opened, while it is being checked after a crash, and where something that
   * was stored was gone when it was opened; failed where it is damaged, or where its file was deleted, replaced or cut
   * under the running daemon.
   */
  subsystems: { [key: string]: DaemonSubsystem };
  /** Connections, this one included. */
  clients: number;
  /** Resident memory of the daemon. */
  memory_bytes: number;
  socket: string;
  /** The directory of its state and its log. */
  state: string;
  /** The configuration file in use; null where there is none. */
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
  /** The newest first. */
  ids: string[];
  /** There are others. */
  more: boolean;
}

/** Parameters of daemon.stop. */
export interface DaemonStopParams {
  /** Do not wait for what runs: end it with all of its processes. Default: false. */
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
  /** Of the new program. */
  version: string;
  /** How long nobody was served. */
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

// db: The daemon's store: its size, its health, copies of it.

/** Parameters of db.stats. */
export interface DbStatsParams {}

/** Result of db.stats. */
export interface DbStatsResult {
  path: string;
  /** The version of its tables. */
  schema: number;
  fileBytes: number;
  /** Committed, but not yet in the main file. */
  walBytes: number;
  /** Inside of the file, to be used again; db.compact gives them back. */
  freeBytes: number;
  sessions: number;
  tasks: number;
  /** In the log, or close to it: lastSeq - firstSeq + 1. */
  events: number;
  firstSeq: number;
  lastSeq: number;
  epoch: string;
  /** Transactions since the daemon started. */
  commits: number;
  /** Operations in them. */
  changes: number;
}

/** Parameters of db.check. */
export interface DbCheckParams {
  /** Leave out whether the indexes agree with their tables. Default: false. */
  quick?: boolean;
}

/** Result of db.check. */
export interface DbCheckResult {
  ok: boolean;
  problems: string[];
}

/** Parameters of db.backup. */
export interface DbBackupParams {
  /** An absolute path; the file must not be there yet. */
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

// event: The log of everything that happened: follow it from any point, or read it in pages.

/** What was pushed: the notification's method and params. */
export interface EventEntry {
  method: string;
  /** With seq, epoch and timestamp. */
  params: unknown;
}

/** Events that were asked for and that retention has removed. */
export interface EventGap {
  fromSeq: number;
  /** The last that is gone. */
  toSeq: number;
}

/** Names of events (event.taskQueued) or how they begin behind their dot (task, session, message). */
export type EventTopics = string[];

/** Parameters of event.subscribe. */
export interface EventSubscribeParams {
  topics?: EventTopics;
  /** Only what belongs to this session, or what it inherited. */
  sessionId?: string;
  /** Only what belongs to this task. */
  taskId?: string;
  /** The first event wanted; absent: only new ones. */
  fromSeq?: number;
  /** Of the log that fromSeq belongs to; another one is refused with epoch_changed. */
  epoch?: string;
}

/** Result of event.subscribe. */
export interface EventSubscribeResult {
  subscriptionId: string;
  epoch: string;
  /** Where it begins. */
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
  /** Of the log that fromSeq belongs to; another one is refused with epoch_changed. */
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
  /** The oldest that retention has left. */
  firstSeq: number;
  /** The newest; 0 in an empty log. */
  lastSeq: number;
  gap?: EventGap;
}

/** Parameters of event.cursor. */
export interface EventCursorParams {
  subscriptionId: string;
  seq: number;
  epoch: string;
  /** Whether all stored events are through. */
  live: boolean;
  gap?: EventGap;
}

// handover: What the daemon writes for the program that takes over from it (daemon.restart), into memory that only that program gets. Not sent to anybody.

export type HandoverDescriptors = number[];

/** Requests without an answer, which the new program receives once more. */
export interface HandoverReplay {
  /** They are an array, answered together. Default: false. */
  batch?: boolean;
  /** Of the answers that the batch has already. Default: 0. */
  answersBytes?: number;
  /** They were more than a message may have. Default: false. */
  tooLong?: boolean;
  /** Of the line. */
  bytes: number;
}

/** A line that waits to be sent and carries descriptors. */
export interface HandoverCarrier {
  /** In the bytes that wait. */
  start: number;
  end: number;
  descriptors: HandoverDescriptors;
}

/**
 * One end of a connection. Its bytes lie behind the document: its replays, the beginning of a line, what was read and
 * not looked at, what is not sent.
 */
export interface HandoverPeer {
  fd: number;
  caller: number;
  /** Of the last request to the other side. */
  nextId: number;
  /** The other side has shut down its writing. Default: false. */
  ended?: boolean;
  /** Its owner wants to hear nothing for now. Default: false. */
  unread?: boolean;
  /** Inside of a line that is too long. Default: false. */
  skipping?: boolean;
  /** Where its bytes begin. */
  at: number;
  /** Default: 0. */
  partialBytes?: number;
  /** Default: 0. */
  backlogBytes?: number;
  /** Default: 0. */
  outputBytes?: number;
  carriers: HandoverCarrier[];
  replays: HandoverReplay[];
  /** Ids, as JSON, of the calls of daemon.restart. */
  owed: string[];
  /** Of the line whose beginning is there. */
  nextDescriptors: HandoverDescriptors;
  /** Of the last line that was read. */
  arrivingDescriptors: HandoverDescriptors;
}

/** A client that gets what a terminal shows. */
export interface HandoverAttachment {
  /** Its descriptor. */
  client: number;
  /** What is before it was sent. */
  offset: number;
}

/** What was typed and not taken by the terminal yet. */
export interface HandoverInput {
  /** Whose call waits for that: it is made once more, without the bytes. */
  client?: number;
  bytes: number;
}

export interface HandoverExit {
  code?: number;
  signal?: number;
}

/** Its input lies behind the document. */
export interface HandoverTerminal {
  id: string;
  sessionId?: string;
  cwd: string;
  shell: string;
  useTmux: boolean;
  createdAt: number;
  pid: number;
  /** That has it. */
  executor?: string;
  /** It has ended; somebody still reads what it showed. */
  over: boolean;
  /** And its end is in the log. */
  told: boolean;
  /** And its end is to be told. */
  owesEvent: boolean;
  exit?: HandoverExit;
  master?: number;
  /** Of its scrollback. */
  memory?: number;
  /** Bytes that it has shown. */
  total: number;
  /** The client that has the descriptor too. */
  holder?: number;
  attachments: HandoverAttachment[];
  inputs: HandoverInput[];
  /** Where its bytes begin. */
  at: number;
}

export interface HandoverTerminals {
  terminals: HandoverTerminal[];
}

export interface HandoverToken {
  text: string;
  expiresMs: number;
}

/** The connection to an executor that would not know what to do with another one. */
export interface HandoverLink {
  peer: HandoverPeer;
  token?: HandoverToken;
  /** The id of execute_prompt, which is not answered yet. */
  prompt?: number;
  said: string;
  outputBytes: number;
  tokens: number;
  overLimit: boolean;
  paused: boolean;
  refused: number;
}

/** What its record on the disk does not tell. */
export interface HandoverExecutor {
  id: string;
  terminalToken?: HandoverToken;
  link?: HandoverLink;
}

export interface HandoverExecutors {
  executors: HandoverExecutor[];
}

export interface HandoverSubscription {
  /** Empty: the one that a connection has by itself. */
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

export interface HandoverClient {
  peer: HandoverPeer;
  initialized: boolean;
  /** Default: false. */
  approves?: boolean;
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
  /** Of this format. */
  version: number;
  /** The version of the program that wrote it. */
  program: string;
  /** Since when nobody is served, of the monotonic clock. */
  frozenNs: number;
  startedNs: number;
  startedAtMs: number;
  lastSubscription: number;
  socket: HandoverSocket;
  stateFd: number;
  clients: HandoverClient[];
  /** What further parts of the daemon hand over, by their names. */
  parts: { [key: string]: unknown };
}

// key: Keys of services that agents use. They go in and never come out to a client.

export interface KeyRecord {
  service: string;
  /** The last four characters; of a key with fewer than twelve, none. */
  lastFour: string;
  /** Epoch milliseconds. */
  createdAt: number;
  /** When an executor or the broker last got it; epoch milliseconds; absent: never. */
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
   * Where the master key is given from outside (WEIR_MASTER_KEY_FILE, a systemd credential): an absolute path of a
   * file with the new one, which the caller then puts in the old one's place.
   */
  keyFile?: string;
}

/** Result of key.rotate. */
export interface KeyRotateResult {
  /** That were sealed anew. */
  keys: number;
  /** Where the new one is. */
  masterKey: string;
}

// permission: What agents may do: their requests, the answers of people, and the rules that answer for them.

/**
 * allow_once: this call. allow_session: calls like it, until the session is closed. allow_always: calls like it, in
 * every session whose working directory is the same. deny: not this call.
 */
export type PermissionDecision = "allow_once" | "allow_session" | "allow_always" | "deny";

export type PermissionRequestState = "pending" | "allowed" | "denied" | "expired" | "withdrawn";

export interface PermissionRequest {
  id: string;
  state: PermissionRequestState;
  sessionId: string;
  taskId: string;
  tool: string;
  /** As the agent gave it; where that is over 256 KiB, without its longest texts. */
  input?: unknown;
  cwd: string;
  /** The files that it is about, resolved: without links and dots. */
  paths?: string[];
  /** Of a shell's tool: the whole command. */
  command?: string;
  /** Of a command: the simple commands in it, as they are judged. */
  parts?: string[];
  /** Epoch milliseconds. */
  createdAt: number;
  /** Epoch milliseconds: it is refused then if nobody has answered; absent: it waits for an answer without limit. */
  expiresAt?: number;
  /**
   * Epoch milliseconds: it is refused then if no front end that can approve has connected; absent: one was there, and
   * only expiresAt counts.
   */
  approverBy?: number;
  /** Epoch milliseconds. */
  answeredAt?: number;
  /** mode=…, rule:…, user_approved, user_denied, timeout, no_approver, … */
  reason?: string;
  /** What the person who answered wrote. */
  note?: string;
  /** The front end, by the name that it gave in initialize. */
  answeredBy?: string;
  /** The rule that allow_session and allow_always would make; absent where one is not enough. */
  suggestion?: PermissionNewRule;
  /**
   * All the rules that they would make: of a compound command, one for each part that no rule allows yet. Absent: only
   * allow_once and deny are possible.
   */
  suggestions?: PermissionNewRule[];
}

export type PermissionEffect = "allow" | "deny";

/**
 * A rule matches a call when all that it names fits. Deny beats allow. In a pattern * stands for any text without a /,
 * ** for any text, ? for one character but /, and \ takes the next character as it is. A path pattern is absolute, or
 * begins with ./ for the session's working directory or ~/ for the user's home; one that ends in / or /** is that
 * directory and everything below. A path is judged without links and dots. Grep and Glob look through directories:
 * they are allowed by a pattern for everything below, and denied where anything below is. A command pattern is
 * compared word by word, after quotes: a * as a word of its own stands for one word, as the last word for all that
 * follow, none included; quotes make characters plain. A compound command is allowed only when each part of it is, and
 * each file that it writes by > too, by a rule for Write; what is only known when it runs ($x) is allowed only by a
 * last *. A cd to the working directory itself needs no rule beside other parts. A command that cannot be understood
 * is allowed only by a rule that names the tool alone. A rule that denies a command also denies it by its path
 * (/bin/rm), and where it may be meant ($x).
 */
export interface PermissionNewRule {
  effect: PermissionEffect;
  /** A tool's name, or a pattern of it. */
  tool: string;
  path?: string;
  command?: string;
  /** Only in this session; it ends with it. */
  sessionId?: string;
  /** Only in sessions with this working directory. */
  cwd?: string;
  /** Epoch milliseconds; absent: it stays. */
  expiresAt?: number;
  note?: string;
}

export interface PermissionRule {
  id: string;
  effect: PermissionEffect;
  tool: string;
  path?: string;
  command?: string;
  sessionId?: string;
  cwd?: string;
  expiresAt?: number;
  note?: string;
  /** Epoch milliseconds. */
  createdAt: number;
  /** The front end, by the name that it gave in initialize. */
  createdBy?: string;
  /** Calls that it has decided. */
  uses: number;
  /** Epoch milliseconds; absent: never. */
  usedAt?: number;
}

/** Parameters of permission.list. */
export interface PermissionListParams {
  /** Only these; absent: only pending ones. */
  state?: PermissionRequestState;
  /** Those that were answered too. Default: false. */
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
  /** For the agent and the record. */
  reason?: string;
  /** With allow_session and allow_always: this rule in the place of the suggested ones; it must match the request. */
  rule?: PermissionNewRule;
  /**
   * Likewise, several, instead of rule: each must match something of the request, and together with the rules in force
   * they must allow it. All of them are stored, or none.
   */
  rules?: PermissionNewRule[];
}

/** Result of permission.answer. */
export interface PermissionAnswerResult {
  request: PermissionRequest;
  /** That was made, where it was one. */
  rule?: PermissionRule;
  /** All that were made. */
  rules?: PermissionRule[];
}

/** Parameters of permission.rules.list. */
export interface PermissionRulesListParams {
  /** Only those that count in this session. */
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
   * Those that are added with it: then it is told what all of them decide together, with the rules in force, that
   * those in force alone do not.
   */
  rules?: PermissionNewRule[];
  /** Default: 20. */
  limit?: number;
}

/** Result of permission.rules.preview. */
export interface PermissionRulesPreviewResult {
  /** Of the calls that were looked at. */
  matched: number;
  /** The newest 10,000 at most. */
  lookedAt: number;
  /** Of the matched ones: those that were not allowed then. */
  denied: number;
  /** The newest of the matched ones. */
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

// session: Conversations: a working directory, an agent, a permission mode, and what was said. A desktop thread is the same thing.

/**
 * default: ask before anything that changes something. acceptEdits: file edits in the working directory need no
 * question. bypassPermissions: nothing does. plan: change nothing.
 */
export type SessionPermissionMode = "default" | "acceptEdits" | "bypassPermissions" | "plan";

export type SessionState = "open" | "closed";

/** full: as the user's own. model-only: none but the socket of weir-broker. none: none at all. */
export type SessionNetwork = "full" | "model-only" | "none";

/** direct: get_api_key gives the executor a key. broker: it gets none, and weir-broker makes its calls. none: neither. */
export type SessionKeys = "direct" | "broker" | "none";

/** What the model calls of a session may use through the broker, over its whole life. */
export interface SessionBudget {
  /** In and out together. */
  tokens?: number;
  /** Millionths of the unit of the price table. */
  costMicros?: number;
}

/**
 * Files that an agent is given to read before its first prompt: absolute paths, or below the working directory.
 * AGENTS.md and CLAUDE.md there are always among them.
 */
export type SessionContextFiles = string[];

/**
 * Tools that an agent may use; * stands for any characters (mcp__github__*). An empty list: none. A tool that is not
 * listed is refused, whatever rules and modes say.
 */
export type SessionTools = string[];

/** A slash command of an agent. */
export interface SessionCommand {
  /** Without its slash. */
  name: string;
  description?: string;
  /** What may stand behind its name. */
  hint?: string;
}

export type SessionCommands = SessionCommand[];

export interface SessionFoundFile {
  /** Below the session's directory. */
  path: string;
  /** Default: false. */
  directory?: boolean;
}

/** The slash commands that the session's agent reported last. */
export interface SessionAgentCommands {
  /** Whose they are. */
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

/** What was in force the last time an executor of the session was started. */
export interface SessionSandbox {
  /**
   * namespace: namespaces, Landlock and seccomp. landlock: the last two. off: nothing, since the configuration says
   * so.
   */
  level: "namespace" | "landlock" | "off";
  network: SessionNetwork;
  /** The version that the kernel has; 0: none. */
  landlock: number;
  /** Paths that it sees. */
  read: string[];
  /** Paths that it sees and may change. */
  write: string[];
  /** Paths below those that it does not see. */
  hidden: string[];
  /** What this level cannot hold, in words. */
  notHeld: string[];
}

/** What of a session is kept as one piece. */
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
  closeWhenIdle?: boolean;
  sandbox?: SessionSandbox;
  agentCommands?: SessionAgentCommands;
  agentModels?: SessionAgentModels;
  lastAgent?: string;
}

export interface SessionRecord {
  id: string;
  state: SessionState;
  /** The working directory, with the links in it resolved when it was named. */
  cwd: string;
  permissionMode: SessionPermissionMode;
  /** Absent: the default agent. */
  agent?: string;
  /** Absent: the agent's own choice. */
  model?: string;
  /**
   * Absent: none was given, and it had no task yet; its first one gives it a title, the first line of the prompt. No
   * event tells of that, event.taskQueued has the same line.
   */
  title?: string;
  /** Whatever the front end keeps with the session: JSON that the daemon does not look into. */
  metadata?: unknown;
  network: SessionNetwork;
  keys: SessionKeys;
  /** Whose keys it may use; absent: all that there are. */
  services?: SessionServices;
  /**
   * How long a permission request waits for an answer; 0: without limit; absent: as configured
   * (permissions.timeoutMs).
   */
  permissionTimeoutMs?: number;
  budget?: SessionBudget;
  /** That the model may think before it answers; absent: as configured. */
  thinkingTokens?: number;
  contextFiles?: SessionContextFiles;
  /** Absent: the built-in agent's own, and for other agents all that rules and modes allow. */
  tools?: SessionTools;
  /** False: agents report whole messages only, no deltas. Absent: true. */
  stream?: boolean;
  /**
   * True: it was made for a prompt, and the daemon closes it when no task of it has been at work for
   * sessions.closeIdleMs. Absent: it stays open until somebody closes it.
   */
  closeWhenIdle?: boolean;
  sandbox?: SessionSandbox;
  /** Absent: none were reported; and in session.list. */
  agentCommands?: SessionAgentCommands;
  /** Absent: none were reported; and in session.list. */
  agentModels?: SessionAgentModels;
  /** Who worked in it last, named or chosen; absent: nobody yet. */
  lastAgent?: string;
  /** When its last task was submitted; epoch milliseconds. Absent: it had none. */
  lastTaskAt?: number;
  /** The session that this one was forked from. */
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
   * The working directory: an absolute path. Absent: an empty directory of the session's own, which session.delete
   * removes; of a project's daemon, the project.
   */
  cwd?: string;
  agent?: string;
  /**
   * For the built-in agent a name, or SERVICE/NAME: what stands before the first slash is always the service. Other
   * agents have names of their own.
   */
  model?: string;
  /** Default: "default". */
  permissionMode?: SessionPermissionMode;
  title?: string;
  /** Absent: as configured. */
  network?: SessionNetwork;
  /** Absent: as configured. */
  keys?: SessionKeys;
  services?: SessionServices;
  permissionTimeoutMs?: number;
  thinkingTokens?: number;
  contextFiles?: SessionContextFiles;
  /** Absent: the built-in agent's own, and for other agents all that rules and modes allow. */
  tools?: SessionTools;
  /** False: agents report whole messages only, no deltas. Absent: true. */
  stream?: boolean;
  /**
   * For a session that is made for one prompt: the daemon closes it when no task of it has been at work, and no
   * terminal of it open, for sessions.closeIdleMs; session.reopen opens it again.
   */
  closeWhenIdle?: boolean;
  budget?: SessionBudget;
  /** Kept with the session; at most 64 KiB of JSON. */
  metadata?: unknown;
}

/** Parameters of session.get. */
export interface SessionGetParams {
  sessionId: string;
}

/** Parameters of session.files. */
export interface SessionFilesParams {
  /** Absent: cwd says where. */
  sessionId?: string;
  /** An absolute path, in place of sessionId: for a session that is yet to be made. */
  cwd?: string;
  /** Default: "". */
  query?: string;
  /** Default: 50. */
  limit?: number;
}

/** Result of session.files. */
export interface SessionFilesResult {
  /** Below which the paths lie. */
  cwd: string;
  files: SessionFoundFile[];
  /**
   * False: there are more matches than the limit, or not all of the directory could be looked at in two seconds or
   * 200,000 entries.
   */
  complete: boolean;
}

/** Parameters of session.list. */
export interface SessionListParams {
  /** Only these. */
  state?: SessionState;
  /** Default: 50. */
  limit?: number;
  /** The last id of the page before. */
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
  /** For the next tasks. */
  tools?: string[] | null;
  /** For the next tasks. */
  stream?: boolean | null;
  closeWhenIdle?: boolean | null;
  budget?: SessionBudget;
  /** At most 64 KiB of JSON; null removes it. */
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
  /** The last event that the fork shall know; absent: all there are. */
  atSeq?: number;
  title?: string;
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

// task: Work for agents: submit it, watch it, stop it.

/** completed, failed and cancelled are final. A time-out is failed with the reason timeout. */
export type TaskState = "queued" | "starting" | "running" | "awaiting_permission" | "stopping" | "completed" | "failed" | "cancelled";

export interface TaskTokenUsage {
  input_tokens: number;
  output_tokens: number;
  cache_read_tokens?: number;
  cache_write_tokens?: number;
  /** In the model's context in the end, where the agent or the provider says so. */
  context_tokens?: number;
  /** That fit into it. */
  context_limit?: number;
  /** What the agent says that the task cost, in millionths of reported_currency. */
  reported_cost_micros?: number;
  /** USD, … */
  reported_currency?: string;
  /**
   * What all of that costs by the price table, in millionths of its unit, where the agent called the service itself:
   * of a task that has completed, with a model whose price is known, that of its cache too where it was used. What
   * goes through the broker is in budget.status.
   */
  cost_micros?: number;
}

export interface TaskFailure {
  /**
   * A word: error, timeout, daemon_died, daemon_stopped, EXECUTOR_CRASHED, EXECUTOR_LOST, start_failed, memory_limit,
   * process_limit, output_limit, token_limit, …
   */
  reason: string;
  /** A sentence for people. */
  message: string;
  /** The agent's own word, where it had one. */
  code?: string;
  stack?: string;
  /** With which its executor ended. */
  exit_code?: number;
  /** That ended its executor. */
  signal?: number;
  /** The last lines that its executor wrote there. */
  stderr?: string;
}

/** What a task may use; what is absent is as configured, 0 is without limit. */
export interface TaskLimits {
  /** Of all its processes together. */
  memoryBytes?: number;
  /** At the same time. */
  processes?: number;
  /** Of all that it reports. */
  outputBytes?: number;
  /** In and out together. */
  tokens?: number;
}

/** What of a task is kept as one piece: its limits, and what it was given. */
export interface TaskTerms {
  memoryBytes?: number;
  processes?: number;
  outputBytes?: number;
  tokens?: number;
  tools?: SessionTools;
  stream?: boolean;
  attachments?: TaskAttachments;
}

/** A file that comes with a prompt: a text of at most 256 KiB, or a picture (PNG, JPEG, GIF, WebP) of at most 5 MiB. */
export interface TaskAttachment {
  /** An absolute path, which the session's sandbox must show. */
  path: string;
  /** Its media type. Absent: as its content says. The content also decides which kind of picture it is. */
  mime?: string;
}

/** At most 10 MiB together. */
export type TaskAttachments = TaskAttachment[];

/** What a task did to a file. */
export interface TaskFileChange {
  /** Below the task's working directory. */
  path: string;
  change: "created" | "modified" | "deleted";
  beforeBytes?: number;
  afterBytes?: number;
  /** Permission bits. task.undo never restores set-user-ID and set-group-ID of a file. */
  beforeMode?: number;
  afterMode?: number;
  /** It is a symbolic link; the texts are where it leads. Default: false. */
  link?: boolean;
  /** It is not text, so none is here. Default: false. */
  binary?: boolean;
  /** False: it was too large, and cannot be shown or put back. Default: true. */
  kept?: boolean;
  /**
   * The text; absent where there was none, where it is not text, and where the answer would be too long: ask for the
   * path alone.
   */
  before?: string;
  /** Likewise. */
  after?: string;
}

export interface TaskLeftFile {
  path: string;
  /**
   * changed_since: somebody has changed it after the task. not_kept: its old content was too large. not_possible:
   * message says why.
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
  /** The agent's final text. */
  text?: string;
  message_count: number;
  token_usage?: TaskTokenUsage;
  /**
   * So many permission requests of it were refused because their time was over (timeout) or no front end that can
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
  /** Higher goes first. */
  priority: number;
  /** Absent: the session's. */
  agent?: string;
  cwd: string;
  timeoutMs: number;
  idempotencyKey?: string;
  limits?: TaskLimits;
  /** Absent: the session's. */
  tools?: SessionTools;
  /** Absent: as the session has it. */
  stream?: boolean;
  attachments?: TaskAttachments;
  /** Epoch milliseconds. */
  createdAt: number;
  /** Epoch milliseconds. */
  startedAt?: number;
  /** Epoch milliseconds. */
  endedAt?: number;
  progress?: TaskProgress;
  /** Of a task in a final state. */
  result?: TaskResult;
}

/** Parameters of task.submit. */
export interface TaskSubmitParams {
  prompt: string;
  agent?: string;
  /** Higher goes first. Default: 0. */
  priority?: number;
  sessionId?: string;
  /** An absolute path; absent: the session's. */
  cwd?: string;
  idempotencyKey?: string;
  /** How long it may run, once started; absent: as configured (600,000). */
  timeoutMs?: number;
  limits?: TaskLimits;
  /** Absent: the session's. */
  tools?: SessionTools;
  /** False: the agent reports whole messages only, no deltas. Absent: as the session has it. */
  stream?: boolean;
  /** Files that come with the prompt. They are read when the task starts. */
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
  /** Only these; absent: all. */
  paths?: string[];
  /** False: which files, without their content. Default: true. */
  texts?: boolean;
}

/** Result of task.diff. */
export interface TaskDiffResult {
  taskId: string;
  cwd: string;
  files: TaskFileChange[];
  /** False: not all of the working directory could be kept before, so something may be missing. */
  complete: boolean;
  /** It was put back. Default: false. */
  undone?: boolean;
}

/** Parameters of task.undo. */
export interface TaskUndoParams {
  taskId: string;
  /** Only these; absent: all. */
  paths?: string[];
  /** Only say what would be done. Default: false. */
  dryRun?: boolean;
}

/** Result of task.undo. */
export interface TaskUndoResult {
  restored: string[];
  removed: string[];
  left: TaskLeftFile[];
  /**
   * Files and directories that were put back without their set-user-ID or set-group-ID bit. A file never gets them
   * back, since it now belongs to the daemon's user; a directory gets set-group-ID back where its owner and group are
   * as before. Absent: none.
   */
  withoutSetId?: string[];
}

/** Parameters of task.cancel. */
export interface TaskCancelParams {
  taskId: string;
  /** A word for the log; not timeout or daemon_stopped, which are the daemon's own. Default: "user_cancelled". */
  reason?: string;
}

/** Result of task.cancel. */
export interface TaskCancelResult {
  /** False only where it ended by itself first. */
  cancelled: boolean;
  /** How many processes were ended with it; nothing of it is left. */
  processes?: number;
}

/** Parameters of task.list. */
export interface TaskListParams {
  /** Only these. */
  state?: TaskState;
  /** Only those of a session. */
  sessionId?: string;
  /** Only those whose working directory is this one. */
  cwd?: string;
  /** Default: 50. */
  limit?: number;
  /** The last id of the page before. */
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
  /** All between queued and final. */
  running: number;
  queued: number;
  completed: number;
  failed: number;
  cancelled: number;
}

/** Parameters of task.wait. */
export interface TaskWaitParams {
  taskId: string;
  /** Answer after this time with the task as it is then; absent: wait without end. */
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
  /** How the prompt begins. */
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
  /** As in its result. */
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
  /**
   * The agent's own number, from 1, of what it reports in one task; 0 for a prompt and for what was stored by
   * create_message.
   */
  sequence: number;
  /** So many messages before this one were announced by their numbers and never came. */
  missing?: number;
  /** Of a message that was stored by create_message. */
  messageId?: string;
  /** As the type has it; of a prompt: {text}. */
  data: unknown;
}

// terminal: Terminals: shells that several front ends can share, that outlive their clients and a restart of the daemon.

export interface TerminalRecord {
  id: string;
  /** Absent: it belongs to none. */
  sessionId?: string;
  /** Of its shell. */
  pid: number;
  /** Where it was opened. */
  cwd: string;
  shell: string;
  cols: number;
  rows: number;
  useTmux: boolean;
  /** Epoch milliseconds. */
  createdAt: number;
  /** How many are attached. */
  clients: number;
  /** A client holds its descriptor: scrollback pauses. */
  held: boolean;
  /** Of output so far. */
  bytes: number;
}

export interface TerminalRef {
  terminalId: string;
}

/** Parameters of terminal.open. */
export interface TerminalOpenParams {
  sessionId?: string;
  /** An absolute path; absent: the session's. One of the two must be there. */
  cwd?: string;
  /** A name that is looked up in PATH, or a path; absent: the user's, or bash. */
  shell?: string;
  /**
   * Run by the shell, with -c, and the terminal ends with it; not with useTmux. Absent: the shell is for somebody who
   * types.
   */
  command?: string;
  /** Added to the terminal's environment. */
  env?: { [key: string]: string };
  /** Default: 80. */
  cols?: number;
  /** Default: 24. */
  rows?: number;
  /**
   * Through tmux, with a server of the session's own that the user's tmux knows nothing of. What runs in it outlives
   * the terminal; another one with the same tmuxSessionName comes back to it. Default: false.
   */
  useTmux?: boolean;
  /** Without ':' and '.'; absent: weir. */
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
  /** Of the next byte of output: terminal.output goes on there. */
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
  /** Only those of a session. */
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
  /** Of its first byte in all the output. */
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
  /** Absent: a signal ended it, or nobody saw how. */
  exitCode?: number;
  signal?: number;
}

/** Every method that is answered, by its name on the wire. */
export interface Methods {
  /** Say who you are and which notifications you do not want. Optional: a client that skips it gets the defaults. */
  initialize: { params: InitializeParams; result: InitializeResult };
  /** Ask whether the daemon is there. */
  ping: { params: PingParams; result: PingResult };
  /** The whole contract as an OpenRPC document. */
  "rpc.discover": { params: RpcDiscoverParams; result: RpcDiscoverResult };
  /** Run an agent on a prompt; answered when it has ended. */
  execute_prompt: { params: ExecutePromptParams; result: ExecutorExecution };
  /** Which agents could be used in here, and why others could not. */
  list_agents: { params: ListAgentsParams; result: ListAgentsResult };
  /**
   * Make a terminal and start a shell in it. The answer carries the terminal's descriptor, the memory of its
   * scrollback and a pidfd of its process, in this order.
   */
  spawn_terminal: { params: SpawnTerminalParams; result: SpawnTerminalResult };
  /** The descriptors of a terminal again, in the order of spawn_terminal; for a daemon that has come back. */
  get_terminal: { params: GetTerminalParams; result: ExecutorHandedTerminal };
  /** End a terminal: hang up, then end what is left of its processes. */
  close_terminal: { params: CloseTerminalParams; result: ExecutorHandedTerminal };
  /** Ask a task to come to an end. */
  stop_task: { params: StopTaskParams; result: StopTaskResult };
  /** Finish what runs, within a time, and leave. */
  shutdown: { params: ExecutorShutdownParams; result: ExecutorShutdownResult };
  /** The same as shutdown, under its other name. */
  terminate: { params: TerminateParams; result: TerminateResult };
  /** Report nothing until resume_notifications comes. Sent as a notification; a request is answered. */
  pause_notifications: { params: PauseNotificationsParams; result: PauseNotificationsResult };
  /** Go on reporting. Sent as a notification; a request is answered. */
  resume_notifications: { params: ResumeNotificationsParams; result: ResumeNotificationsResult };
  /** The hand-shake, first or again: the daemon proves itself, and the executor hands over what it has. */
  resume: { params: ResumeParams; result: ResumeResult };
  /** A key for a service, when it is needed. */
  get_api_key: { params: GetApiKeyParams; result: GetApiKeyResult };
  /** May the agent use this tool? */
  request_permission: { params: RequestPermissionParams; result: RequestPermissionResult };
  /** What was said in the session before, its MCP servers, context files and model. */
  get_execution_context: { params: GetExecutionContextParams; result: GetExecutionContextResult };
  /** Keep what these files hold before the task changes them, so that it can be shown and put back. */
  keep_files: { params: KeepFilesParams; result: KeepFilesResult };
  /** Store a message and learn its id; report_message is the faster way. */
  create_message: { params: CreateMessageParams; result: CreateMessageResult };
  /**
   * All agents, in the order in which one is taken where none is named, with their state as an executor finds it in
   * its sandbox.
   */
  "agent.list": { params: AgentListParams; result: AgentListResult };
  /** The slash commands that an agent knows. */
  "agent.commands": { params: AgentCommandsParams; result: AgentCommandsResult };
  /** The models that can be chosen. */
  "agent.models": { params: AgentModelsParams; result: AgentModelsResult };
  /** The audit log, newest first, a page at a time. */
  "audit.list": { params: AuditListParams; result: AuditListResult };
  /** Go over the whole chain: is every entry as it was written, and is none missing? */
  "audit.verify": { params: AuditVerifyParams; result: AuditVerifyResult };
  /** Accept connections of an executor on the listening socket that comes with this message. */
  "broker.serve": { params: BrokerServeParams; result: BrokerServeResult };
  /** The executor is gone: its socket and its calls too. */
  "broker.leave": { params: BrokerLeaveParams; result: BrokerLeaveResult };
  /** Ask a service which models it has. */
  "broker.models": { params: BrokerModelsParams; result: BrokerModelsResult };
  /** May this call be made? What it could use at most is taken off the budget until it is settled. */
  "broker.reserve": { params: BrokerReserveParams; result: BrokerReserveResult };
  /** What the call has used. The rest of its reservation is given back. */
  "broker.settle": { params: BrokerSettleParams; result: BrokerSettleResult };
  /** What was used, what is reserved and what is left: of the day, and of a session. */
  "budget.status": { params: BudgetStatusParams; result: BudgetStatusResult };
  /** Say something in a thread, as a task; without a thread a new one begins. */
  "chat.send": { params: ChatSendParams; result: ChatSendResult };
  /** How the daemon is: its process, its parts, its clients. */
  "daemon.status": { params: DaemonStatusParams; result: DaemonStatusResult };
  /** Whole ids for a part of one, as a person types it: its beginning, or its end. */
  "daemon.find": { params: DaemonFindParams; result: DaemonFindResult };
  /** Stop the daemon: take nothing new, finish what runs, leave. With force, at once. */
  "daemon.stop": { params: DaemonStopParams; result: DaemonStopResult };
  /** Go over to the daemon's program as it is on the disk now, without losing anything. */
  "daemon.restart": { params: DaemonRestartParams; result: DaemonRestartResult };
  /** How much is stored, and how much of the disk it takes. */
  "db.stats": { params: DbStatsParams; result: DbStatsResult };
  /**
   * Read the whole store and look for damage. Takes a while where it is large; everything else goes on. Into a store
   * that is found damaged nothing is written any more.
   */
  "db.check": { params: DbCheckParams; result: DbCheckResult };
  /** Write a consistent copy of the store into a new file while everything goes on. */
  "db.backup": { params: DbBackupParams; result: DbBackupResult };
  /** Remove what retention no longer keeps, and give free space back to the disk. */
  "db.compact": { params: DbCompactParams; result: DbCompactResult };
  /** Get events: first those stored from a point on, then each as it happens, none twice, none left out. */
  "event.subscribe": { params: EventSubscribeParams; result: EventSubscribeResult };
  /** End a subscription of this connection. */
  "event.unsubscribe": { params: EventUnsubscribeParams; result: EventUnsubscribeResult };
  /** The log, oldest first, a page at a time. */
  "event.list": { params: EventListParams; result: EventListResult };
  /** Keep a key for a service; one that was there is replaced. */
  "key.set": { params: KeySetParams; result: KeyRecord };
  /** The services that have a key. */
  "key.list": { params: KeyListParams; result: KeyListResult };
  /** Forget the key of a service. */
  "key.delete": { params: KeyDeleteParams; result: KeyDeleteResult };
  /** A key in clear, for a program of the user's own that speaks to a service itself: weir-agent. */
  "key.give": { params: KeyGiveParams; result: KeyGiveResult };
  /** Seal all keys anew under a new master key. Whatever happens meanwhile, they can be opened afterwards. */
  "key.rotate": { params: KeyRotateParams; result: KeyRotateResult };
  /** Permission requests, newest first, a page at a time. */
  "permission.list": { params: PermissionListParams; result: PermissionListResult };
  /** Answer a permission request. The first answer counts. */
  "permission.answer": { params: PermissionAnswerParams; result: PermissionAnswerResult };
  /** The rules that are in force, oldest first. */
  "permission.rules.list": { params: PermissionRulesListParams; result: PermissionRulesListResult };
  /** Add a rule. */
  "permission.rules.add": { params: PermissionNewRule; result: PermissionRule };
  /** Remove a rule. */
  "permission.rules.remove": { params: PermissionRulesRemoveParams; result: PermissionRulesRemoveResult };
  /** Which calls of the past a rule would have matched, before it is added. */
  "permission.rules.preview": { params: PermissionRulesPreviewParams; result: PermissionRulesPreviewResult };
  /** Begin a conversation. */
  "session.create": { params: SessionCreateParams; result: SessionRecord };
  /** One session. */
  "session.get": { params: SessionGetParams; result: SessionRecord };
  /** Files and directories below a session's directory, for the completion of a path. */
  "session.files": { params: SessionFilesParams; result: SessionFilesResult };
  /** Sessions, newest first, a page at a time. */
  "session.list": { params: SessionListParams; result: SessionListResult };
  /** Change a session; what is absent stays, what is null goes. Tasks that have started keep what they started with. */
  "session.update": { params: SessionUpdateParams; result: SessionRecord };
  /**
   * End a conversation: queued tasks are cancelled, the one at work is stopped, new ones are refused. What was said
   * stays.
   */
  "session.close": { params: SessionCloseParams; result: SessionRecord };
  /** Open a closed session again: it takes tasks, with its settings and all that was said. */
  "session.reopen": { params: SessionReopenParams; result: SessionRecord };
  /**
   * Remove a session with its tasks and events, and the directory that was made for it unless another session works
   * there. What forks of it inherited stays theirs.
   */
  "session.delete": { params: SessionDeleteParams; result: SessionDeleteResult };
  /** A new session with the same settings and the history of another, up to one of its events. */
  "session.fork": { params: SessionForkParams; result: SessionRecord };
  /** Queue a prompt for an agent. */
  "task.submit": { params: TaskSubmitParams; result: TaskSubmitResult };
  /** What a task has changed of the files in its working directory, so far or in all. */
  "task.diff": { params: TaskDiffParams; result: TaskDiffResult };
  /** Put back what a task has changed: what it changed and deleted is as before, what it made is gone. */
  "task.undo": { params: TaskUndoParams; result: TaskUndoResult };
  /** Stop a task: at once where it waits; where it runs, the answer comes when nothing of it is left. */
  "task.cancel": { params: TaskCancelParams; result: TaskCancelResult };
  /** Tasks, newest first, a page at a time. */
  "task.list": { params: TaskListParams; result: TaskListResult };
  /** One task, with its result. */
  "task.get": { params: TaskGetParams; result: TaskRecord };
  /** How many tasks there are, by state. */
  "task.stats": { params: TaskStatsParams; result: TaskStatsResult };
  /** Wait for the end of a task; its state tells whether it came in time. */
  "task.wait": { params: TaskWaitParams; result: TaskRecord };
  /** Open a terminal, in a session or in a directory. */
  "terminal.open": { params: TerminalOpenParams; result: TerminalOpenResult };
  /** Get what the terminal shows: the scrollback in the answer, then terminal.output as it comes. */
  "terminal.attach": { params: TerminalAttachParams; result: TerminalAttachResult };
  /** Get no more output of the terminal; it goes on without this client. */
  "terminal.detach": { params: TerminalDetachParams; result: TerminalRef };
  /** Type into the terminal. */
  "terminal.input": { params: TerminalInputParams; result: TerminalRef };
  /** Give the terminal another size; the last one who says so wins. */
  "terminal.resize": { params: TerminalResizeParams; result: TerminalRef };
  /** The terminals that are open, oldest first. */
  "terminal.list": { params: TerminalListParams; result: TerminalListResult };
  /** End a terminal and its processes; answered when they are gone. */
  "terminal.close": { params: TerminalCloseParams; result: TerminalRef };
}

/** Every notification that a program may send to the daemon or to its peer. */
export interface Notifications {
  /**
   * Cancel a request of this connection that waits for its answer. It is still answered, with -32800. An unknown id is
   * ignored.
   */
  "$/cancel_request": CancelRequestParams;
  /** End a task at once. */
  cancel_task: CancelTaskParams;
  /** Everything up to this sequence is stored for good and need not be kept. */
  confirm_messages: ConfirmMessagesParams;
  /** An event of the agent. */
  report_message: ReportMessageParams;
  /** How far the task is. */
  report_progress: ReportProgressParams;
  /** The slash commands that the agent knows: a prompt that begins with one of them runs it. */
  report_commands: ReportCommandsParams;
  /** The models that the agent offers; the session or the task names one of them. */
  report_models: ReportModelsParams;
  /** Something went wrong and the agent goes on. */
  report_error: ReportErrorParams;
  /** Several notifications in one message. */
  batch_notification: BatchNotificationParams;
  /** What became of a prompt whose execute_prompt can no longer be answered, since its connection is gone. */
  report_completion: ReportCompletionParams;
  /** The process of a terminal has ended. */
  report_terminal_exit: ReportTerminalExitParams;
}

/** Everything that the daemon pushes. */
export interface Events {
  /** The daemon is about to leave; connections will close. Comes again when the stop is forced later. */
  "event.daemonStopping": EventDaemonStoppingParams;
  /** Where a subscription stands: everything up to seq has been sent or did not match. Not a part of the log. */
  "event.cursor": EventCursorParams;
  /** An agent waits for somebody to allow a call. */
  "event.permissionRequested": EventPermissionRequestedParams;
  /** A request that waited was answered, has timed out or is not wanted any more. */
  "event.permissionResolved": EventPermissionResolvedParams;
  /** A session began. */
  "event.sessionCreated": EventSessionCreatedParams;
  /** A session's settings changed. */
  "event.sessionUpdated": EventSessionUpdatedParams;
  /** A session takes no more tasks. */
  "event.sessionClosed": EventSessionClosedParams;
  /** A session was removed, with its tasks and events: their numbers are missing from the log from here on. */
  "event.sessionDeleted": EventSessionDeletedParams;
  /** A task was submitted and waits for its turn. */
  "event.taskQueued": EventTaskQueuedParams;
  /** An agent works on the task. */
  "event.taskStarted": EventTaskStartedParams;
  /**
   * A task went from one state to another that has no event of its own: starting, awaiting_permission, running again,
   * stopping.
   */
  "event.taskUpdated": EventTaskUpdatedParams;
  /** How far a task is, says its agent. */
  "event.taskProgress": EventTaskProgressParams;
  /** A task has ended well; task.get has its text. */
  "event.taskCompleted": EventTaskCompletedParams;
  /** A task has ended without success. */
  "event.taskFailed": EventTaskFailedParams;
  /** A task was stopped. */
  "event.taskCancelled": EventTaskCancelledParams;
  /** A person or an agent said something, or an agent used a tool. */
  "event.messageCreated": EventMessageCreatedParams;
  /** Output of a terminal, to those who are attached to it. */
  "terminal.output": TerminalOutputParams;
  /** A terminal was opened. */
  "event.terminalOpened": EventTerminalOpenedParams;
  /** A terminal's process has ended, by itself or because the terminal was closed. */
  "event.terminalExited": EventTerminalExitedParams;
}

/** Every error word, data.code of an error, with the code that goes with it. */
export interface ErrorCodes {
  /**
   * The line is not JSON, or is JSON that weir refuses: a duplicate key, nesting over 128, invalid UTF-8, a lone
   * surrogate, text behind the value.
   */
  parse_error: -32700;
  /** The line is longer than the limit; the rest of it was skipped. */
  message_too_long: -32700;
  /** The JSON is not a JSON-RPC 2.0 message. */
  invalid_request: -32600;
  /** The batch has more entries than the limit. */
  batch_too_long: -32600;
  /** No such method, or the caller may not know of it. */
  method_not_found: -32601;
  /** The parameters do not fit the method; data.path names the field. */
  invalid_params: -32602;
  /** The daemon failed while it worked on the request. */
  internal_error: -32603;
  /** A part of the daemon that the request needs is off or broken. */
  subsystem_unavailable: -32003;
  /** The request was cancelled with $/cancel_request. */
  request_cancelled: -32800;
  /** The connection has too many unanswered requests. */
  too_many_waiting: -32010;
  /** The answer is longer than a message may be. */
  result_too_long: -32011;
  /** The connection has said initialize before. */
  already_initialized: -32012;
  /** The daemon does not speak the protocol version that the client needs. */
  unsupported_protocol: -32013;
  /** The daemon has no room for another connection. */
  too_many_connections: -32014;
  /** The daemon is stopping and takes no new work. */
  stopping: -32015;
  /** The other side did not answer in time. */
  timeout: -32016;
  /** The process that connected belongs to an executor, and those do not speak for the user. */
  executor_refused: -32039;
  /** The connection ended before the answer came. */
  disconnected: -32017;
  /** The token is not one of this executor's, is another task's, or has expired. */
  token_refused: -32025;
  /** The executor belongs to another daemon: the secret is not the one of the first hand-shake. */
  handshake_refused: -32026;
  /** The executor works on a task already. */
  executor_busy: -32027;
  /** There is no agent of this name. */
  agent_not_found: -32028;
  /** The agent could not be started. */
  agent_failed: -32029;
  /** The session may not use this service's key, or gets no key at all but the broker's socket. */
  key_refused: -32038;
  /** The session has asked for keys more often than it may; data.retry_in_ms tells when it may again. */
  too_many_key_requests: -32040;
  /** No API key is configured for the service. */
  key_not_found: -32030;
  /** The executor does not work on this task. */
  nothing_running: -32001;
  /**
   * The call could cost more than the session's or the day's budget has left; data tells which, how much is left and
   * how much it could cost.
   */
  budget_exceeded: -32037;
  /** There is no reservation with this id. */
  broker_call_not_found: -32000;
  /** The new program could not take over; the daemon goes on as it was. */
  restart_failed: -32034;
  /** A file of this name is there already, and is left alone. */
  file_exists: -32022;
  /** The file could not be written; the message says why. */
  file_failed: -32023;
  /** A check, a backup or a compaction is under way. */
  db_busy: -32024;
  /** The log has no such event, or not for this session. */
  event_not_found: -32000;
  /** This connection has no such subscription. */
  subscription_not_found: -32000;
  /**
   * The log is another one than the client knows: its numbers mean other events. data has the new epoch, firstSeq and
   * lastSeq.
   */
  epoch_changed: -32020;
  /** The connection has as many subscriptions as it may have. */
  too_many_subscriptions: -32021;
  /** The master key is missing, unreadable or another one; nothing was changed. The message tells what to do. */
  keys_locked: -32003;
  /** There is no key for this service. */
  no_such_key: -32000;
  /** There is no permission request with this id. */
  permission_not_found: -32000;
  /** The request was answered, has timed out or is not wanted any more; data has its state and reason. */
  permission_answered: -32001;
  /** There is no rule with this id. */
  rule_not_found: -32000;
  /** The rule could never match, or says less than it seems to; the message tells why. */
  rule_refused: -32035;
  /** There are as many rules as there may be. */
  too_many_rules: -32036;
  /** There is no session with this id. */
  session_not_found: -32000;
  /** The session is closed: it takes no tasks and no changes. */
  session_closed: -32001;
  /** A task of the session is at work; stop it first. */
  session_busy: -32018;
  /**
   * The model names a service that is neither known nor configured: in SERVICE/NAME, what stands before the first
   * slash.
   */
  service_unknown: -32000;
  /** A directory does not answer, as on a network mount whose server is gone. */
  directory_unavailable: -32050;
  /** There is no task with this id. */
  task_not_found: -32000;
  /** The task is in a final state, and nothing changes that. */
  task_not_cancellable: -32001;
  /** As many tasks wait as may wait. */
  queue_full: -32002;
  /** The task has not ended yet: wait for it, or cancel it. */
  task_at_work: -32041;
  /** The idempotency key belongs to a task that was submitted with other parameters. */
  idempotency_conflict: -32019;
  /** There is no terminal with this id. */
  terminal_not_found: -32000;
  /** The terminal could not be made. */
  terminal_failed: -32031;
  /** Another client holds the terminal's descriptor. */
  terminal_taken: -32032;
  /** The terminal's process has ended. */
  terminal_closed: -32001;
  /** A variable of this name is not passed to a terminal. */
  environment_refused: -32602;
  /** There are as many terminals as there may be. */
  too_many_terminals: -32033;
}

export type ErrorWord = keyof ErrorCodes;

/** An error as it is on the wire. */
export interface RpcError<Word extends ErrorWord = ErrorWord> {
  code: ErrorCodes[Word];
  message: string;
  data: { code: Word; path?: string; [key: string]: unknown };
}
