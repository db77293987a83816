/** Other versions of Node, as they come from npm. */
import { installTool, type Tool } from "./npm-tool.js";

/** The versions that are supported beside the one that runs the tests, the newest of each line that was tried. */
export const nodeVersions = ["22.23.3", "24.21.0", "26.10.0"] as const;

export interface NodeBinary {
  readonly path: string;
  readonly remove: Tool["remove"];
}

/** @returns why it cannot be had when the registry is not reached, or has no binary for this machine. */
export async function installNode(version: string): Promise<NodeBinary | string> {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const tool = await installTool(`${name}@${version}`);
  if (typeof tool === "string") return tool;
  return { path: tool.path(`${name}/bin/node`), remove: tool.remove };
}
