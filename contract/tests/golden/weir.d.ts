// Generated from the files of contract/ by contract/generate; do not edit.

// wire: Names without a prefix.

/** Parameters of ping. */
export interface PingParams {}

/** Result of ping. */
export type PingResult = boolean;

/** Parameters of shutdown. */
export interface WireShutdownParams {
  /** Default: 30000. */
  timeout_ms?: number;
}

/** Result of shutdown. */
export interface WireShutdownResult {
  ok: boolean;
}

/** Parameters of getURLList. */
export interface GetUrlListParams {}

/** Result of getURLList. */
export type GetUrlListResult = string[];

/** Parameters of $/poke. */
export interface PokeParams {
  id: unknown;
}

// sample: Every keyword of the contract once, for the tests of the generator, the decoder, the encoder and the copier.

/** A colour; *\/ ends no comment. */
export type SampleColor = "red" | "dark-green" | "lightBlue";

/** Has its namespace's name, so it is a record. */
export interface SampleRecord {
  id: SampleId;
  color?: SampleColor;
  /** A name that is a macro for some compilers. Default: true. */
  unix?: boolean;
}

/** A type that is a plain string in C. */
export type SampleId = string;

/** A declared array. */
export type SampleNames = string[];

/** A declared map. */
export type SampleCounts = { [key: string]: number };

/** Holds itself through an array and through a map. */
export interface SampleTreeNode {
  label: string;
  children: SampleTreeNode[];
  named?: { [key: string]: SampleTreeNode };
}

export interface SampleCreated {
  type: "created";
  sample: SampleRecord;
}

/** What happened; type tells. */
export type SampleChange = SampleCreated | {
  type: "recolored";
  from?: SampleColor;
  to: SampleColor;
} | {
  type: "default";
};

/** Parameters of sample.everything. */
export interface SampleEverythingParams {
  flag: boolean;
  /** Default: true. */
  flagByDefault?: boolean;
  count: number;
  /** Default: 50. */
  percent?: number;
  between?: number;
  /** Default: -9223372036854775808. */
  lowest?: number;
  /** Default: 0.25. */
  ratio?: number;
  open?: number;
  number?: number;
  /** At most sixteen, "quotes" and all. */
  text: string;
  /** Default: "hello, \"you\"\n\\ ?? ü". */
  greeting?: string;
  binary?: string;
  when?: string;
  link?: string;
  /** Default: "high". */
  level?: "low" | "high";
  /** A sibling of a reference. Default: "dark-green". */
  color?: SampleColor;
  version: "v1";
  versionMaybe?: "v2";
  nothing: null;
  anything?: unknown;
  /** Any value too. */
  annotated?: unknown;
  /** Default: {"a": [1, "two", null]}. */
  anyByDefault?: unknown;
  /** Refuses what it does not know. */
  closed?: {
    a: number;
    /** Default: "b". */
    b?: string;
  };
  openObject?: {
    inner?: {
      deep: ("x" | "y")[];
    };
  };
  empty?: {};
  list?: number[];
  /** Default: ["Read", "Write"]. */
  listByDefault?: string[];
  /** Default: []. */
  emptyByDefault?: string[];
  matrix?: number[][];
  records?: {
    key: string;
    value?: unknown;
  }[];
  colors?: SampleColor[];
  map?: { [key: string]: number };
  mapOfAny?: { [key: string]: unknown };
  /** Default: {"k": ["v"]}. */
  mapByDefault?: { [key: string]: SampleNames };
  change?: SampleChange;
  changes?: SampleChange[];
  /** Default: {"kind": "square", "side": 2}. */
  shape?: {
    kind: "circle";
    radius: number;
  } | {
    kind: "square";
    side: number;
  };
  maybeText?: string | null;
  /** Default: 7. */
  maybeCount?: number | null;
  /** Default: null. */
  maybeNull?: number | null;
  requiredMaybe: boolean | null;
  maybeSample?: SampleRecord | null;
  maybeList?: string[] | null;
  maybeChange?: {
    op: "add";
    n: number;
  } | {
    op: "clear";
  } | null;
  /** Default: {"id": "s1", "color": "red"}. */
  sample?: SampleRecord;
  tree?: SampleTreeNode;
  span?: SharedSpan;
  /**
   * A keyword of C.
   * @deprecated
   */
  int?: number;
  /** A name that C cannot spell. */
  "content-type"?: string;
  password?: string;
}

/** Result of sample.everything. */
export interface SampleEverythingResult {
  closed?: {
    a: number;
  };
  tree?: SampleTreeNode;
  change?: SampleChange;
  anything: unknown;
  maybe: string | null;
}

/** Parameters of sample.echo. */
export interface SampleEchoParams {
  /** Default: false. */
  upper?: boolean;
  text: string;
  /** Default: 1. */
  times?: number;
}

/** Result of sample.echo. */
export type SampleEchoResult = string;

/** Parameters of sample.wait. */
export interface SampleWaitParams {}

/** Parameters of sample.note. */
export interface SampleNoteParams {
  line: string;
}

/** Result of sample.names. */
export type SampleNamesResult = SampleRecord[];

/** Parameters of sample.counts. */
export interface SampleCountsParams {}

/** Parameters of sample:setMode. */
export interface SampleSetModeParams {
  mode: "on" | "off";
}

/** Result of sample:setMode. */
export type SampleSetModeResult = null;

/** Parameters of sample.level. */
export interface SampleLevelParams {}

/** Result of sample.level. */
export type SampleLevelResult = "low" | "high";

/** Parameters of event.sampleChanged. */
export interface EventSampleChangedParams {
  change: SampleChange;
  seq: number;
}

// shared: Types that another namespace uses.

export interface SharedSpan {
  from: number;
  to?: number | null;
}

/** Parameters of shared.sample. */
export interface SharedSampleParams {
  sample?: SampleRecord;
}

/** Result of shared.sample. */
export type SharedSampleResult = unknown;

/** Every method that has a response, by its name in the protocol. */
export interface Methods {
  /** Is anyone there? */
  ping: { params: PingParams; result: PingResult };
  /** A function of libc has this name; the executor answers. */
  shutdown: { params: WireShutdownParams; result: WireShutdownResult };
  /** A run of capitals is one word. */
  getURLList: { params: GetUrlListParams; result: GetUrlListResult };
  /** Takes one of each and gives it back. */
  "sample.everything": { params: SampleEverythingParams; result: SampleEverythingResult };
  /** Say a text several times. */
  "sample.echo": { params: SampleEchoParams; result: SampleEchoResult };
  /** Answers when it is told to. */
  "sample.wait": { params: SampleWaitParams; result: SampleChange };
  /** Answers an array. */
  "sample.names": { params: SampleRecord; result: SampleNamesResult };
  /** Answers a declared map. */
  "sample.counts": { params: SampleCountsParams; result: SampleCounts };
  /** Answers null; its name has the other separator. */
  "sample:setMode": { params: SampleSetModeParams; result: SampleSetModeResult };
  /** Answers a word. */
  "sample.level": { params: SampleLevelParams; result: SampleLevelResult };
  /** Needs a type of the namespace that needs this one's types. */
  "shared.sample": { params: SharedSampleParams; result: SharedSampleResult };
}

/** Every notification that a program can send to the daemon or to its peer. */
export interface Notifications {
  /** Both ends take it. */
  "$/poke": PokeParams;
  /** Is never answered. */
  "sample.note": SampleNoteParams;
}

/** Every event that the daemon sends. */
export interface Events {
  /** Something changed. */
  "event.sampleChanged": EventSampleChangedParams;
  /** Its parameters are a declared type. */
  "sample:created": SampleRecord;
}

/** Every error word (data.code) and its numeric code. */
export interface ErrorCodes {
  /** It did not work: "quoted", back\slash, why??! */
  sample_failed: -32050;
  /** It is busy. */
  sample_busy: -32051;
  /** It is gone. */
  shared_gone: -32052;
}

export type ErrorWord = keyof ErrorCodes;

/** An error object of the protocol. */
export interface RpcError<Word extends ErrorWord = ErrorWord> {
  code: ErrorCodes[Word];
  message: string;
  data: { code: Word; path?: string; [key: string]: unknown };
}
