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

/** Every method that is answered, by its name on the wire. */
export interface Methods {
  /** Say who you are and which notifications you do not want. Optional: a client that skips it gets the defaults. */
  initialize: { params: InitializeParams; result: InitializeResult };
  /** Ask whether the daemon is there. */
  ping: { params: PingParams; result: PingResult };
  /** The whole contract as an OpenRPC document. */
  "rpc.discover": { params: RpcDiscoverParams; result: RpcDiscoverResult };
  /** How the daemon is: its process, its parts, its clients. */
  "daemon.status": { params: DaemonStatusParams; result: DaemonStatusResult };
  /** Stop the daemon: take nothing new, finish what runs, leave. With force, at once. */
  "daemon.stop": { params: DaemonStopParams; result: DaemonStopResult };
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
}

export type ErrorWord = keyof ErrorCodes;

/** An error as it is on the wire. */
export interface RpcError<Word extends ErrorWord = ErrorWord> {
  code: ErrorCodes[Word];
  message: string;
  data: { code: Word; path?: string; [key: string]: unknown };
}
