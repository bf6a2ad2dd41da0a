/** What an app may read, as typed functions over any way to read it. */

import type {
  AppProfile,
  AppSettings,
  CoworkActiveWindow,
  CoworkConversations,
  CoworkConversationsArgs,
  CoworkCurrentTime,
  CoworkNamespace,
  CoworkRecentActivity,
  CoworkRecentActivityArgs,
  CoworkSearchArgs,
  CoworkSearchResults,
} from "../weir.js";
import { InvalidResponseError } from "./errors.js";
import { checkArguments, checkData } from "./validate.js";

/** What an app can read. Each function rejects with a WeirError. */
export interface AppReads {
  context: {
    /** The window that was in front in the last five minutes. */
    activeWindow(): Promise<CoworkActiveWindow>;
    /** What the person did, newest first. */
    recentActivity(options?: CoworkRecentActivityArgs): Promise<CoworkRecentActivity>;
    /** The local time and its time zone. */
    currentTime(): Promise<CoworkCurrentTime>;
  };
  user: {
    preferences(): Promise<AppSettings>;
    profile(): Promise<AppProfile>;
  };
  data: {
    /** The threads that were created for this app, the one with the newest message first. */
    conversations(options?: CoworkConversationsArgs): Promise<CoworkConversations>;
    /** Activity by keywords, best match first. */
    search(query: string, options?: Omit<CoworkSearchArgs, "query">): Promise<CoworkSearchResults>;
  };
}

/** A read of cowork:read without its appId. */
export interface AppRead {
  ns: CoworkNamespace;
  method: string;
  args: object;
}

/** Makes the functions. `read` gets reads whose arguments fit the contract, and returns the result of cowork:read. */
export function makeReads(read: (request: AppRead) => Promise<unknown>): AppReads {
  const via =
    <Args extends object, Data>(ns: CoworkNamespace, method: string, argsType: string, dataType: string) =>
    async (args?: Args): Promise<Data> => {
      const given = args ?? {};
      checkArguments(argsType, given);
      const result = await read({ ns, method, args: given });
      const data = (result as { data?: unknown } | null)?.data;
      if (data === undefined) throw new InvalidResponseError(`the response to ${ns}.${method}`, "result.data", "is missing");
      checkData(`${ns}.${method}`, dataType, data);
      return data as Data;
    };
  const nothing = "cowork.NoArgs";
  const window = via<object, CoworkActiveWindow>("context", "activeWindow", nothing, "cowork.ActiveWindow");
  const time = via<object, CoworkCurrentTime>("context", "currentTime", nothing, "cowork.CurrentTime");
  const preferences = via<object, AppSettings>("user", "preferences", nothing, "app.Settings");
  const profile = via<object, AppProfile>("user", "profile", nothing, "app.Profile");
  const search = via<CoworkSearchArgs, CoworkSearchResults>("data", "search", "cowork.SearchArgs", "cowork.SearchResults");
  return {
    context: {
      activeWindow: () => window(),
      recentActivity: via("context", "recentActivity", "cowork.RecentActivityArgs", "cowork.RecentActivity"),
      currentTime: () => time(),
    },
    user: { preferences: () => preferences(), profile: () => profile() },
    data: {
      conversations: via("data", "conversations", "cowork.ConversationsArgs", "cowork.Conversations"),
      search: (query, options) => search({ ...options, query }),
    },
  };
}
