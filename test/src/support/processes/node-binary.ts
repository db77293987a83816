/** Provides other versions of Node from npm. */
import { installTool, type Tool } from "./npm-tool.js";

/** The supported versions besides the one that runs the tests: the newest tested one of each line. */
export const nodeVersions = ["22.23.3", "24.21.0", "26.10.0"] as const;

export interface NodeBinary {
  readonly path: string;
  readonly remove: Tool["remove"];
}

/**
 * @returns the reason why it is unavailable if the registry is unreachable, or has no binary for
 * this machine.
 */
export async function installNode(version: string): Promise<NodeBinary | string> {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const tool = await installTool(`${name}@${version}`);
  if (typeof tool === "string") return tool;
  return { path: tool.path(`${name}/bin/node`), remove: tool.remove };
}
