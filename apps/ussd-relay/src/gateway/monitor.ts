/** `/health` and `/metrics`, for who runs the relay. They tell nothing of users. */
import { type Pages, textPage } from "./pages.js";

export interface MonitorOptions {
  /** Rejects, with why, when the relay cannot do its work. */
  readonly check: () => Promise<void>;
  /** Prometheus text. */
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

/** The first that owns a path answers it. */
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
