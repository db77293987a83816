/**
 * Serves `/health` and `/metrics` for the operator. Neither reveals users' data. Both are open to every
 * client, so requests at the same time share one call of the node and the store.
 */
import { RecordsAway } from "../records/records.js";
import { type Pages, textPage } from "./pages.js";

export interface MonitorOptions {
  /**
   * Returns the text of the page. Rejects when the node or the store does not answer, or the node is the wrong one.
   */
  readonly check: () => Promise<string>;
  /** Returns the Prometheus text. */
  readonly metrics: () => Promise<{ readonly text: string; readonly contentType: string }>;
}

const nodeAway = "The node does not answer, or is the wrong one, or lacks the contract.";
const recordsAway = "The records do not answer, refuse writes, may be removed, or are lost.";

const paths = ["/health", "/metrics"];

export function monitorPages(options: MonitorOptions): Pages {
  const check = shared(options.check);
  const metrics = shared(options.metrics);
  return {
    owns: (path) => paths.includes(path),
    async answer({ pathname }) {
      if (pathname === "/health") {
        return check().then(
          (body) => textPage(200, body),
          (error) => textPage(503, error instanceof RecordsAway ? recordsAway : nodeAway),
        );
      }
      const { text, contentType } = await metrics();
      return { status: 200, headers: { "content-type": contentType }, body: text };
    },
  };
}

/** Returns a function whose calls during a run share its result. */
function shared<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** Combines pages; the first that owns a path answers it. */
export function joinPages(...several: readonly (Pages | undefined)[]): Pages | undefined {
  const all = several.filter((pages) => pages !== undefined);
  if (all.length === 0) return undefined;
  const owner = (path: string) => all.find((pages) => pages.owns(path));
  return {
    owns: (path) => owner(path) !== undefined,
    answer: (url, headers) =>
      owner(url.pathname)?.answer(url, headers) ?? Promise.resolve(textPage(404, "Not found.")),
  };
}
