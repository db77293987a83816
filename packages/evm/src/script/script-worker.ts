/** The thread of `script-thread.ts`: runs scripts in the sandbox, and asks for parts of the state. */
import { readFile } from "node:fs/promises";
import {
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  workerData,
} from "node:worker_threads";
import type { FromScript, ScriptAnswer, ScriptThreadData, ToScript } from "./messages.js";
import { type AskHost, loadInterpreter, Sandbox, type SandboxOutcome } from "./sandbox.js";

const { answers, signal, precompiles } = workerData as ScriptThreadData;
const answered = new Int32Array(signal);

const tell = (message: FromScript) => parentPort?.postMessage(message);

const ask: AskHost = (question) => {
  const before = Atomics.load(answered, 0);
  tell({ kind: "ask", question });
  Atomics.wait(answered, 0, before);
  return receiveMessageOnPort(answers as MessagePort)?.message as ScriptAnswer;
};

const interpreter = await loadInterpreter(
  await readFile(new URL("../wasm/quickjs.wasm", import.meta.url)),
);
let sandbox: Sandbox | undefined;

function outcomeOf(request: ToScript): SandboxOutcome {
  if (request.kind === "open") {
    sandbox?.dispose();
    sandbox = new Sandbox(interpreter, ask, precompiles);
    return sandbox.open(request.code, request.config);
  }
  if (sandbox === undefined) throw new Error("no script is open");
  if (request.kind === "run") return sandbox.run(request.events, request.bytes);
  const outcome = sandbox.result(request.context);
  // The text is passed on as it is, so it must be JSON whatever happened in the interpreter.
  if (outcome.kind === "done") JSON.parse(outcome.text);
  return outcome;
}

parentPort?.on("message", (request: ToScript) => {
  try {
    tell(outcomeOf(request));
  } catch (error) {
    // The interpreter has ended, such as by recursion that it does not count.
    tell({ kind: "failed", message: String(error) });
  }
});
tell({ kind: "ready" });
