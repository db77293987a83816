/** Serves `/health` and `/metrics` for the operator. Neither reveals users' data. */
import { type Pages, textPage } from "./pages.js";

export interface MonitorOptions {
  /** Rejects when the node or the store does not answer. */
  readonly check: () => Promise<void>;
  /** Returns the Prometheus text. */
  readonly metrics: () => Promise<{ readonly text: string; readonly contentType: string }>;
}

const paths = ["/health", "/metrics"];

export function monitorPages({ check, metrics }: MonitorOptions): Pages {
  return {
    owns: (path) => paths.includes(path),
    async answer({ pathname }) {
      if (pathname === "/health") {
        return check().then(
          () => textPage(200, "ok"),
          () => textPage(503, "The node or the store does not answer."),
        );
      }
      const { text, contentType } = await metrics();
      return { status: 200, headers: { "content-type": contentType }, body: text };
    },
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
