/**
 * Pages beside the gateway's door. They post as a gateway does, so where a gateway must prove who it
 * is they stay shut: a page in anybody's browser has no proof.
 */
import type { IncomingMessage, ServerResponse } from "node:http";

export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export interface Pages {
  /** @param path without its query. */
  owns(path: string): boolean;
  /** @param url path and query. Never fails for what a browser asks. */
  answer(url: URL, headers: IncomingMessage["headers"]): Promise<PageAnswer>;
}

const plain = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };

export const textPage = (
  status: number,
  text: string,
  headers: PageAnswer["headers"] = {},
): PageAnswer => ({ status, headers: { ...plain, ...headers }, body: `${text}\n` });

export const pagesAreShut = "The phone page is off: this relay takes posts from its gateway only.";

/** The same paths, shut. */
export const shutPages = (pages: Pages): Pages => ({
  owns: pages.owns,
  answer: async () => textPage(403, pagesAreShut),
});

/** The URL a request is for, if it belongs to the pages. */
export function pageUrl(pages: Pages | undefined, { url = "" }: IncomingMessage): URL | undefined {
  const base = "http://relay";
  if (pages === undefined || !URL.canParse(url, base)) return undefined;
  const parsed = new URL(url, base);
  return pages.owns(parsed.pathname) ? parsed : undefined;
}

/** @throws when the pages do. */
export async function answerPage(
  pages: Pages,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = "", headers } = request;
  const isRead = method === "GET" || method === "HEAD";
  const answer = isRead
    ? await pages.answer(url, headers)
    : textPage(405, "Method not allowed.", { allow: "GET, HEAD" });
  response.writeHead(answer.status, answer.headers);
  response.end(method === "HEAD" ? undefined : answer.body);
  request.resume();
}
