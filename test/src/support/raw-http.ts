/** Sends HTTP like a faulty or hostile client: any method, any headers, a body of any size. */
import { Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { within } from "./eventually.js";

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The chunks in order; the encoding is chunked unless the headers have a content-length. */
  readonly chunks?: readonly (string | Uint8Array)[];
  readonly agent?: Agent;
}

/** Returns the answer, also if the server stopped reading before the end of the body. */
export function exchange(url: string, options: RawRequest = {}): Promise<RawAnswer> {
  const { method = "POST", headers = {}, chunks = [], agent = new Agent() } = options;
  const answer = new Promise<RawAnswer>((resolve, reject) => {
    const request = httpRequest(url, { method, headers, agent }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (text) => {
        body += text;
      });
      const done = () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      response.on("end", done);
      response.on("error", done);
    });
    request.on("error", reject);
    let at = 0;
    const writeOn = () => {
      while (at < chunks.length) {
        const chunk = chunks[at++];
        if (!request.write(chunk)) {
          request.once("drain", writeOn);
          return;
        }
      }
      request.end();
    };
    writeOn();
  });
  return within(`answer to ${method}`, answer).finally(() => {
    if (options.agent === undefined) agent.destroy();
  });
}

/** Sends a JSON body, as text or a value. */
export function exchangeJson(
  url: string,
  body: unknown,
  options: Omit<RawRequest, "chunks"> = {},
): Promise<RawAnswer> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const headers = { "content-type": "application/json", ...options.headers };
  return exchange(url, { ...options, headers, chunks: [text] });
}
