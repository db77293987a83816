/** Which web pages may read answers and open WebSockets: those of the origins that were named. */
import type { Headers, HttpAnswer } from "./http-answers.js";
import { anyOrigin } from "./http-answers.js";

export interface Origins {
  /** Whether a page of this origin may open a WebSocket; empty: the client is no browser. */
  isAllowed(origin: string): boolean;
  /** Returns the answer with the headers that show it to pages of this origin, or hide it. */
  restrict(
    answer: HttpAnswer | Promise<HttpAnswer>,
    origin: string,
  ): HttpAnswer | Promise<HttpAnswer>;
}

const everyOrigin: Origins = { isAllowed: () => true, restrict: (answer) => answer };

/** @param names none: every origin is allowed. */
export function originsOf(names: readonly string[]): Origins {
  if (names.length === 0) return everyOrigin;
  const allowed = new Set(names);
  const restrict = (answer: HttpAnswer, origin: string): HttpAnswer => {
    const others = answer.headers.filter(([name]) => !/^access-control-|^vary$/.test(name));
    const varied: Headers = [...others, ["vary", "origin, accept-encoding"]];
    if (!allowed.has(origin)) return { ...answer, headers: varied };
    const shown = answer.headers
      .filter(([name]) => name.startsWith("access-control-"))
      .map(([name, value]) => [name, name === anyOrigin[0] ? origin : value] as const);
    return { ...answer, headers: [...varied, ...shown] };
  };
  return {
    isAllowed: (origin) => origin === "" || allowed.has(origin),
    restrict: (answer, origin) =>
      answer instanceof Promise
        ? answer.then((given) => restrict(given, origin))
        : restrict(answer, origin),
  };
}
