/**
 * Serves pages beside `POST /ussd`. The phone page posts as a gateway does, so it is disabled where
 * gateways authenticate: a browser has no credentials.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { dropBody } from "./refusal.js";
import type { Slots } from "./slots.js";

export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export interface Pages {
  /** Returns whether a path belongs to these pages. @param path without its query. */
  owns(path: string): boolean;
  /** Answers a request. @param url path and query. */
  answer(url: URL, headers: IncomingMessage["headers"]): Promise<PageAnswer>;
}

const plain = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };

export const textPage = (
  status: number,
  text: string,
  headers: PageAnswer["headers"] = {},
): PageAnswer => ({ status, headers: { ...plain, ...headers }, body: `${text}\n` });

export const pagesDisabledText =
  "The phone page is off: this relay takes posts from its gateway only.";

/** Returns pages that answer 403 for the same paths. */
export const disabledPages = (pages: Pages): Pages => ({
  owns: pages.owns,
  answer: async () => textPage(403, pagesDisabledText),
});

/** Returns the URL of a request if it belongs to the pages. */
export function pageUrl(pages: Pages | undefined, { url = "" }: IncomingMessage): URL | undefined {
  const base = "http://relay";
  if (pages === undefined || !URL.canParse(url, base)) return undefined;
  const parsed = new URL(url, base);
  return pages.owns(parsed.pathname) ? parsed : undefined;
}

const tooMany = () => textPage(503, "Too many pages are requested at once. Please try again.");

/**
 * Sends the answer of the pages, or 503 when too many are in progress. The posts have a limit of their
 * own, so requests for pages cannot use it up.
 * @throws when the pages throw.
 */
export async function answerPage(
  { pages, slots }: { readonly pages: Pages; readonly slots: Slots },
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = "", headers, socket } = request;
  const isRead = method === "GET" || method === "HEAD";
  const task = () => pages.answer(url, headers);
  const answer = isRead
    ? ((await slots.run(socket, task)) ?? tooMany())
    : textPage(405, "Method not allowed.", { allow: "GET, HEAD" });
  response.writeHead(answer.status, answer.headers);
  response.end(method === "HEAD" ? undefined : answer.body);
  dropBody(request);
}
