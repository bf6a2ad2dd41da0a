// Compiled, and run, by a project that has the package in its node_modules: what it exports, and what its types accept and refuse.
import { DaemonError, IpcChannels, WeirClient, type EventItem, type IpcHandlerMap, type MCPListToolsResponse } from "@weir/client";
import { connectApp, type App, type CoworkActiveWindow } from "@weir/client/app";
import { Desktop, handle, type IpcMainLike } from "@weir/client/main";
import { createAppCowork, createCowork, invoke, type AppReads, type IpcRendererLike } from "@weir/client/renderer";
import { IpcChatTransport } from "@weir/client/transport";
import type { ChatTransport as ChatTransport5, UIMessage as UIMessage5 } from "ai5";
import type { ChatTransport as ChatTransport6, UIMessage as UIMessage6 } from "ai6";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same: Same<IpcHandlerMap["mcp:listTools"]["response"], MCPListToolsResponse> = true;
const isVoid: Same<IpcHandlerMap["mcp:listConnections"]["request"], void> = true;

export async function typed(client: WeirClient, ipcRenderer: IpcRendererLike, ipcMain: IpcMainLike): Promise<unknown[]> {
  const cowork = createCowork(ipcRenderer);
  const tools: string[] = (await cowork.mcp.listTools()).tools.map((tool) => tool.name);
  const { connections } = await client.invoke("mcp:listConnections");
  const status: "starting" | "running" | "stopped" | "error" | undefined = connections[0]?.status;
  await invoke(ipcRenderer, "mcp:disconnect", { serverId: "one" });
  handle(ipcMain, IpcChannels.mcp.getStatus, async (_event, request) => client.invoke("mcp:getStatus", request));
  // @ts-expect-error no such method
  void client.call("no.such.method");
  // @ts-expect-error the prompt is missing
  void client.call("task.submit", {});
  // @ts-expect-error a number is no prompt
  void client.call("task.submit", { prompt: 1 });
  // @ts-expect-error a void channel takes nothing
  void client.invoke("mcp:listConnections", {});
  // @ts-expect-error the server is missing
  void client.invoke("mcp:disconnect");
  // @ts-expect-error no such channel
  void cowork.mcp.remove;
  const five: ChatTransport5<UIMessage5> = new IpcChatTransport({ chat: client.chat });
  const six: ChatTransport6<UIMessage6> = new IpcChatTransport({ chat: client.chat });
  return [same, isVoid, tools, status, five, six, Desktop, DaemonError];
}

export async function reads(ipcRenderer: IpcRendererLike): Promise<unknown[]> {
  const app: App = await connectApp({ fd: 3, appId: "notes" });
  const page: AppReads = createAppCowork(ipcRenderer);
  const active: CoworkActiveWindow = await app.context.activeWindow();
  const title: string | undefined = active.window?.windowTitle;
  const { conversations, nextCursor } = await page.data.conversations({ limit: 2 });
  const zone: string = (await page.context.currentTime()).timeZone;
  // @ts-expect-error words are needed
  void app.data.search();
  // @ts-expect-error apps call no tools
  void app.callTool;
  // @ts-expect-error a number is no time
  void app.context.recentActivity({ since: 1 });
  return [title, conversations[0]?.title, nextCursor, zone, (await app.user.profile()).role, (await app.user.preferences()).theme];
}

export function narrowed(item: EventItem): string | undefined {
  switch (item.method) {
    case "event.taskCompleted":
      return item.params.taskId;
    case "gap":
      return String(item.params.toSeq);
    case "epochChanged":
      return item.params.epoch;
    default:
      return undefined;
  }
}

const client = await WeirClient.connect({ name: "consumer" });
process.stdout.write(`${(await client.call("ping")).pong}\n`);
client.close();
