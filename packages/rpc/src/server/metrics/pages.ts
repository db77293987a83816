/**
 * Serves `/health` for load balancers and `/metrics` for Prometheus. Counters are plain numbers and
 * are converted to the Prometheus format only on request.
 */
import { loadOnce } from "@tandem/runtime";
import type { Pages, PageText } from "../http/http.js";
import type { PageFacts } from "./page-facts.js";
import { createRegistry } from "./registry.js";

/** The pages, which a thread with sockets asks the main thread for. */
export type PageName = "health" | "metrics";

/** @param read returns the text of a page. */
export const pagesOf = (read: (name: PageName) => Promise<PageText>): Pages => ({
  health: {
    isGuarded: false,
    contentType: "application/json",
    read: () => read("health"),
  },
  metrics: {
    isGuarded: true,
    contentType: "text/plain; version=0.0.4; charset=utf-8",
    read: () => read("metrics"),
  },
});

/** Returns a function that reads the text of a page. */
export function pageReader(facts: PageFacts): (name: PageName) => Promise<PageText> {
  const loadRegistry = loadOnce(() => createRegistry(facts));
  /** The figures for all requests of one iteration of the event loop: thousands may be pipelined in it. */
  let figures: Promise<string> | undefined;
  const readFigures = async () => {
    setImmediate(() => {
      figures = undefined;
    });
    const [registry] = await Promise.all([loadRegistry(), facts.readOthers()]);
    return registry.metrics();
  };
  return async (name) => {
    if (name === "health") return readHealth(facts);
    figures ??= readFigures();
    return { body: await figures };
  };
}

function readHealth({ served, clock, transport }: PageFacts): PageText {
  const { backend } = served;
  // Nothing is read from the database, which may be damaged, or closed after its disk failed.
  const { status, disk, damage, headTimestamp } = backend.health();
  const headAgeSeconds = Math.max(0, Math.floor(clock.now() / 1000) - headTimestamp);
  const blockNumber = backend.headNumber();
  const server = transport;
  const cluster = backend.cluster?.status();
  const told = { status, blockNumber, headAgeSeconds, disk, server, damage, cluster };
  const body = JSON.stringify(told);
  return { body, isWell: status === "ready" };
}
