// Generated from the files of contract/ by contract/generate; do not edit.

import type {
  SampleRecord,
  SampleSetModeParams,
  SampleSetModeResult,
} from "../../weir.js";

/** The name of every channel. */
export const IpcChannels = {
  sample: {
    /** Answers null; its name has the other separator. */
    setMode: "sample:setMode",
    /** Its parameters are a declared type. */
    created: "sample:created",
  },
} as const;
export type IpcChannel = typeof IpcChannels;

export type SampleSetModeRequest = SampleSetModeParams;
export type SampleSetModeResponse = SampleSetModeResult;
export type SampleCreatedEvent = SampleRecord;

/** Every channel that can be invoked, with its request and its response. */
export type IpcHandlerMap = {
  "sample:setMode": { request: SampleSetModeRequest; response: SampleSetModeResponse };
};

/** Every channel that the daemon pushes. */
export type IpcEventMap = {
  "sample:created": SampleCreatedEvent;
};
