/** The thread of `script-thread.ts`: runs scripts in the sandbox, and asks for parts of the state. */
import {
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  workerData,
} from "node:worker_threads";
import type {
  FromScript,
  Release,
  ScriptAnswer,
  ScriptOutcome,
  ScriptThreadData,
  ToScript,
} from "./messages.js";
import { type AskHost, loadInterpreter, Sandbox } from "./sandbox.js";

const { answers, signal, interpreter } = workerData as ScriptThreadData;
const answered = new Int32Array(signal);

const tell = (message: FromScript) => parentPort?.postMessage(message);

const ask: AskHost = (question) => {
  const before = Atomics.load(answered, 0);
  tell({ kind: "ask", question });
  Atomics.wait(answered, 0, before);
  return receiveMessageOnPort(answers as MessagePort)?.message as ScriptAnswer;
};

/** The instance of a request, whose memory no script of another one has seen, and its last sandbox. */
let instance: Awaited<ReturnType<typeof loadInterpreter>> | undefined;
let sandbox: Sandbox | undefined;

async function nextInstance() {
  try {
    sandbox?.dispose();
  } catch {
    instance = undefined;
  }
  instance ??= await loadInterpreter(interpreter);
  return instance;
}

async function outcomeOf(request: ToScript): Promise<ScriptOutcome> {
  if (request.kind === "open") {
    const { code, config, precompiles } = request.script;
    sandbox = new Sandbox(await nextInstance(), ask, precompiles);
    return sandbox.open(code, config);
  }
  if (sandbox === undefined) throw new Error("no script is open");
  if (request.kind === "run") return sandbox.run(request.events, request.bytes);
  return sandbox.result(request.context, request.bytes);
}

parentPort?.on("message", async (request: ToScript | Release) => {
  if (request.kind === "release") {
    sandbox = undefined;
    instance = undefined;
    return;
  }
  try {
    tell(await outcomeOf(request));
  } catch (error) {
    // The interpreter has ended, such as by recursion that it does not count.
    tell({ kind: "failed", message: String(error) });
  }
});
tell({ kind: "ready" });
