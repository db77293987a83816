/** Runs a node in a thread, and answers the calls of the program that started it. */
import { parentPort, workerData } from "node:worker_threads";
import { type CreateNodeOptions, createNode } from "@tandem/node";
import { errorCodes, RpcError } from "@tandem/rpc/client";
import type { CallError } from "../node-call-error.js";
import type { CallMessage, NodeMessage } from "./messages.js";

const send = (message: NodeMessage) => parentPort?.postMessage(message);

// Node aborts if a process exits while a thread has a socket of the native server.
const node = await createNode({
  server: "node",
  ...(workerData as CreateNodeOptions),
  onConsole: (line) => send({ kind: "console", line }),
});

function errorOf(cause: unknown): CallError {
  if (!(cause instanceof RpcError))
    return { message: String(cause), code: errorCodes.internal.code };
  const { message, code, data } = cause;
  return { message, code, data };
}

async function answer({ id, method, params }: CallMessage): Promise<void> {
  try {
    send({ kind: "result", id, result: await node.request(method, params) });
  } catch (cause) {
    send({ kind: "error", id, error: errorOf(cause) });
  }
}

parentPort?.on("message", (message: CallMessage) => void answer(message));
send({ kind: "ready", url: node.url });
