// Makes the generated documents: from the RPC contract, the node's settings and commands, and the
// simulator and its results, and the README's figures from the benchmark's. Requires a build.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { commandsPage } from "../apps/node/dist/commands/commands-page.js";
import { tandemManPage } from "../apps/node/dist/commands/man.js";
import { commands } from "../apps/node/dist/commands/table.js";
import { configFileSchema, settingsPage } from "../apps/node/dist/config/reference.js";
import { relayManPage } from "../apps/ussd-relay/dist/commands/table.js";
import { methodsPage } from "../packages/rpc/dist/generate/markdown.js";
import { openRpc } from "../packages/rpc/dist/generate/openrpc.js";
import { alertRules } from "../packages/rpc/dist/server/metrics/alerts.js";
import { dashboard } from "../packages/rpc/dist/server/metrics/dashboard.js";
import { studyDocuments } from "./difficulty-study-page.mjs";
import { withSpeed } from "./readme-speed.mjs";
import { simulatorDocuments } from "./simulator-pages.mjs";
import { trustDocuments } from "./simulator-trust.mjs";

export const root = fileURLToPath(new URL("..", import.meta.url));
const read = (name) => {
  try {
    return readFileSync(join(root, name), "utf8");
  } catch {
    return undefined;
  }
};

/** Returns the paths of all generated documents below the repository, with their texts. */
const generated = async () => [
  ["packages/rpc/openrpc.json", `${JSON.stringify(openRpc(), null, 2)}\n`],
  ["docs/methods.md", methodsPage()],
  ["docs/settings.md", settingsPage()],
  ["docs/settings.schema.json", `${JSON.stringify(configFileSchema(), null, 2)}\n`],
  ["docs/monitoring/grafana.json", `${JSON.stringify(dashboard(), null, 2)}\n`],
  ["docs/monitoring/alerts.yml", alertRules()],
  ["docs/commands.md", await commandsPage()],
  ["docs/man/tandem.1", await tandemManPage(commands)],
  ["docs/man/tandem-relay.1", relayManPage()],
  ...(await simulatorDocuments(read)),
  ...studyDocuments(read),
  ...trustDocuments(read),
  ["README.md", withSpeed(read("README.md"), JSON.parse(read("docs/benchmarks.json")))],
];

/** Returns those of the generated documents that differ from the files. */
export async function staleDocuments() {
  const documents = await generated();
  return documents.filter(([name, text]) => read(name) !== text);
}
