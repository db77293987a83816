/** One of geth's tracers around one execution. */
import type { EVMResult } from "@ethereumjs/evm";
import type { TracerRequest, TracerResult } from "@tandem/primitives";
import { runYielding } from "@tandem/runtime";
import type { JournaledState } from "../accounts/journaled-state.js";
import type { StateWatcher } from "../accounts/vm-state.js";
import type { Budget } from "./budget.js";
import { callFramesOf } from "./call-frames.js";
import { CallRecorder } from "./call-recorder.js";
import { PrestateWatcher } from "./prestate.js";
import type { Probe } from "./probe.js";
import { StepRecorder } from "./step-recorder.js";
import type { WholeGas } from "./traces.js";

/** The execution as a whole, once it is over. */
export interface Executed extends WholeGas, Pick<EVMResult, "execResult"> {
  /** Logs of the block before it: the indexes of its own go on from there. */
  readonly logsBefore: number;
}

export interface Tracer {
  readonly probe: Probe;
  readonly watcher?: StateWatcher;
  /** @throws {Fault} `limit-exceeded` when there was more than may be told. */
  finish(executed: Executed): Promise<TracerResult>;
}

/**
 * @param state on which the execution is about to begin.
 * @param budget shared by the tracers of one request.
 */
export function tracerFor(request: TracerRequest, state: JournaledState, budget: Budget): Tracer {
  switch (request.kind) {
    case "calls":
      return callTracer(request, budget);
    case "prestate":
      return prestateTracer(request.diffMode, state, budget);
    case "steps": {
      const probe = new StepRecorder(request, state, budget);
      return {
        probe,
        finish: async (executed) => ({ kind: "steps", steps: probe.finish(executed) }),
      };
    }
  }
}

type CallRequest = TracerRequest & { readonly kind: "calls" };

function callTracer(request: CallRequest, budget: Budget): Tracer {
  const probe = new CallRecorder(budget.left);
  return {
    probe,
    async finish(executed) {
      budget.spend(probe.bytes);
      const call = await runYielding(callFramesOf(probe, executed, request));
      return { kind: "calls", call };
    },
  };
}

function prestateTracer(isDiff: boolean, state: JournaledState, budget: Budget): Tracer {
  const watcher = new PrestateWatcher(state, budget);
  return {
    probe: watcher,
    watcher,
    finish: async () => ({ kind: "prestate", prestate: watcher.finish(isDiff) }),
  };
}
