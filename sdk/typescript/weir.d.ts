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
  /** Names of notifications that this connection shall not receive. */
  optOutNotificationMethods?: string[];
}

/** Result of initialize. */
export interface InitializeResult {
  /** The protocol that both sides speak from here on. */
  protocolVersion: string;
  server: CoreServerInfo;
  limits: CoreLimits;
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

// chat: Talk to an agent.

/** Parameters of chat.send. */
export interface ChatSendParams {
  message: string;
  /** Default: 0. */
  priority?: number;
  /** A session's id. */
  threadId?: string;
}

/** Result of chat.send. */
export interface ChatSendResult {
  taskId: string;
  threadId: string;
}

// config: The daemon's configuration file: JSON with comments, in $XDG_CONFIG_HOME/weir/config.jsonc.

export type ConfigLogLevel = "error" | "warn" | "info" | "debug";

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

/** Parameters of daemon.stop. */
export interface DaemonStopParams {
  /** Do not wait for what runs. Default: false. */
  force?: boolean;
}

/** Result of daemon.stop. */
export interface DaemonStopResult {
  stopping: boolean;
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

// session: Conversations: a working directory, an agent, a permission mode, and what was said. A desktop thread is the same thing.

/**
 * default: ask before anything that changes something. acceptEdits: file edits in the working directory need no
 * question. bypassPermissions: nothing does. plan: change nothing.
 */
export type SessionPermissionMode = "default" | "acceptEdits" | "bypassPermissions" | "plan";

export type SessionState = "open" | "closed";

export interface SessionRecord {
  id: string;
  state: SessionState;
  /** The working directory. */
  cwd: string;
  permissionMode: SessionPermissionMode;
  /** Absent: the default agent. */
  agent?: string;
  /** Absent: the agent's own choice. */
  model?: string;
  title?: string;
  /** Whatever the front end keeps with the session: JSON that the daemon does not look into. */
  metadata?: unknown;
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
  /** The working directory: an absolute path. */
  cwd: string;
  agent?: string;
  model?: string;
  /** Default: "default". */
  permissionMode?: SessionPermissionMode;
  title?: string;
  /** Kept with the session; at most 64 KiB of JSON. */
  metadata?: unknown;
}

/** Parameters of session.get. */
export interface SessionGetParams {
  sessionId: string;
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
  /** At most 64 KiB of JSON; null removes it. */
  metadata?: unknown;
}

/** Parameters of session.close. */
export interface SessionCloseParams {
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
}

export interface TaskFailure {
  /** A word: error, timeout, daemon_died, daemon_stopped, EXECUTOR_CRASHED, … */
  reason: string;
  /** A sentence for people. */
  message: string;
  /** The agent's own word, where it had one. */
  code?: string;
  stack?: string;
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
}

/** Result of task.submit. */
export interface TaskSubmitResult {
  taskId: string;
  state: TaskState;
  sessionId: string;
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
}

/** Parameters of task.list. */
export interface TaskListParams {
  /** Only these. */
  state?: TaskState;
  /** Only those of a session. */
  sessionId?: string;
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
  /** The agent's own number, from 1, of what it reports in one task; 0 for a prompt. */
  sequence: number;
  /** As the type has it; of a prompt: {text}. */
  data: unknown;
}

/** Every method that is answered, by its name on the wire. */
export interface Methods {
  /** Say who you are and which notifications you do not want. Optional: a client that skips it gets the defaults. */
  initialize: { params: InitializeParams; result: InitializeResult };
  /** Ask whether the daemon is there. */
  ping: { params: PingParams; result: PingResult };
  /** The whole contract as an OpenRPC document. */
  "rpc.discover": { params: RpcDiscoverParams; result: RpcDiscoverResult };
  /** Say something in a thread, as a task; without a thread a new one begins. */
  "chat.send": { params: ChatSendParams; result: ChatSendResult };
  /** How the daemon is: its process, its parts, its clients. */
  "daemon.status": { params: DaemonStatusParams; result: DaemonStatusResult };
  /** Stop the daemon: take nothing new, finish what runs, leave. With force, at once. */
  "daemon.stop": { params: DaemonStopParams; result: DaemonStopResult };
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
  /** Begin a conversation. */
  "session.create": { params: SessionCreateParams; result: SessionRecord };
  /** One session. */
  "session.get": { params: SessionGetParams; result: SessionRecord };
  /** Sessions, newest first, a page at a time. */
  "session.list": { params: SessionListParams; result: SessionListResult };
  /** Change a session; what is absent stays, what is null goes. Tasks that have started keep what they started with. */
  "session.update": { params: SessionUpdateParams; result: SessionRecord };
  /**
   * End a conversation: queued tasks are cancelled, the one at work is stopped, new ones are refused. What was said
   * stays.
   */
  "session.close": { params: SessionCloseParams; result: SessionRecord };
  /** Remove a session with its tasks and events. What forks of it inherited stays theirs. */
  "session.delete": { params: SessionDeleteParams; result: SessionDeleteResult };
  /** A new session with the same settings and the history of another, up to one of its events. */
  "session.fork": { params: SessionForkParams; result: SessionRecord };
  /** Queue a prompt for an agent. */
  "task.submit": { params: TaskSubmitParams; result: TaskSubmitResult };
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
}

/** Every notification that a program may send to the daemon or to its peer. */
export interface Notifications {
  /**
   * Cancel a request of this connection that waits for its answer. It is still answered, with -32800. An unknown id is
   * ignored.
   */
  "$/cancel_request": CancelRequestParams;
}

/** Everything that the daemon pushes. */
export interface Events {
  /** The daemon is about to leave; connections will close. */
  "event.daemonStopping": EventDaemonStoppingParams;
  /** Where a subscription stands: everything up to seq has been sent or did not match. Not a part of the log. */
  "event.cursor": EventCursorParams;
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
  /** The connection ended before the answer came. */
  disconnected: -32017;
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
  /** There is no session with this id. */
  session_not_found: -32000;
  /** The session is closed: it takes no tasks and no changes. */
  session_closed: -32001;
  /** A task of the session is at work; stop it first. */
  session_busy: -32018;
  /** There is no task with this id. */
  task_not_found: -32000;
  /** The task is in a final state, and nothing changes that. */
  task_not_cancellable: -32001;
  /** As many tasks wait as may wait. */
  queue_full: -32002;
  /** The idempotency key belongs to a task that was submitted with other parameters. */
  idempotency_conflict: -32019;
}

export type ErrorWord = keyof ErrorCodes;

/** An error as it is on the wire. */
export interface RpcError<Word extends ErrorWord = ErrorWord> {
  code: ErrorCodes[Word];
  message: string;
  data: { code: Word; path?: string; [key: string]: unknown };
}
