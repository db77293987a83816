/** Starts a node in a thread of this process, so that neither blocks the other. */
import { Worker } from "node:worker_threads";
import type { CreateNodeOptions } from "@tandem/node";
import { NodeCallError } from "../node-call-error.js";
import type { NodeMessage } from "./messages.js";

/** The options that can be sent to a thread. */
export type ThreadOptions = Omit<CreateNodeOptions, "clock" | "logger" | "onConsole">;

/** A node that ends with the process. It does not keep the process alive while no request is pending. */
export interface ThreadNode {
  readonly url: string;
  /** @throws {NodeCallError} @throws why the thread has ended, if it has. */
  request(method: string, params: readonly unknown[]): Promise<unknown>;
}

type Settled = Extract<NodeMessage, { readonly id: number }>;

interface Pending {
  readonly resolve: (answer: Settled) => void;
  readonly reject: (error: unknown) => void;
}

/** @param onConsole receives lines that contracts print. */
export async function startNodeThread(
  options: ThreadOptions,
  onConsole: (line: string) => void,
): Promise<ThreadNode> {
  const file = new URL("./node-thread.js", import.meta.url);
  // `hardhat run` has the process load Hardhat with the user's project first, which the thread does not need.
  const worker = new Worker(file, { workerData: options, execArgv: [] });
  const pending = new Map<number, Pending>();
  /** Why the thread answers no more. */
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
    for (const { reject } of pending.values()) reject(failure);
    pending.clear();
  };
  const settle = (message: Settled) => {
    const call = pending.get(message.id);
    pending.delete(message.id);
    // The thread keeps the process alive while a request is pending.
    if (pending.size === 0) worker.unref();
    call?.resolve(message);
  };
  const url = await new Promise<string>((resolve, reject) => {
    worker.on("error", fail);
    worker.on("exit", (code) => {
      fail(new Error(`the thread of the node ended with the code ${code}`));
      reject(failure);
    });
    worker.on("message", (message: NodeMessage) => {
      if (message.kind === "ready") resolve(message.url);
      else if (message.kind === "console") onConsole(message.line);
      else settle(message);
    });
  });
  worker.unref();
  let lastId = 0;
  const answerTo = (method: string, params: readonly unknown[]) =>
    new Promise<Settled>((resolve, reject) => {
      if (failure !== undefined) throw failure;
      lastId += 1;
      pending.set(lastId, { resolve, reject });
      worker.ref();
      worker.postMessage({ id: lastId, method, params });
    });
  return {
    url,
    async request(method, params) {
      const answer = await answerTo(method, params);
      if (answer.kind === "result") return answer.result;
      // The error is made where the caller is awaited, so that its stack names the line of the test.
      throw new NodeCallError(answer.error);
    },
  };
}
