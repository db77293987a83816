/** Starts a node whose answers are those of a test. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { TestContext } from "node:test";

export interface NodeRequest {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Returns the URL of a node. @param answer returns the member `result` or `error`. */
export async function answeringNode(
  t: TestContext,
  answer: (request: NodeRequest) => object | undefined,
): Promise<string> {
  const answerTo = (request: NodeRequest) => ({
    jsonrpc: "2.0",
    id: request.id,
    ...answer(request),
  });
  const server = createServer(async (request, response) => {
    const asked = JSON.parse(await text(request));
    response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answerTo) : answerTo(asked)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}
