/** Decides which web pages may read answers and open WebSockets, by their origin. */
import type { Headers, HttpAnswer } from "./http-answers.js";
import { anyOrigin } from "./http-answers.js";

export interface Origins {
  /** Returns whether a page of this origin may open a WebSocket; an empty origin is not a browser. */
  isAllowed(origin: string): boolean;
  /** Returns the answer with the headers that permit or deny reading by pages of this origin. */
  restrict(
    answer: HttpAnswer | Promise<HttpAnswer>,
    origin: string,
  ): HttpAnswer | Promise<HttpAnswer>;
}

const everyOrigin: Origins = { isAllowed: () => true, restrict: (answer) => answer };

/** @param names the allowed origins; an empty list allows all. */
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
