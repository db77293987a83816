/** Creates geth's tracers, each for one execution. */
import type {
  Address,
  FlatCallOptions,
  NamedTracer,
  PrestateOptions,
  TracerRequest,
  TracerResult,
} from "@tandem/primitives";
import { runYielding } from "@tandem/runtime";
import type { EvmState } from "./environment/evm-state.js";
import type { Frame } from "./frames/frame.js";
import { recordingFor } from "./frames/frame-sink.js";
import { type ScriptedOn, scriptTracer } from "./script/script-tracer.js";
import type { Budget } from "./trace/budget.js";
import { callFramesOf } from "./trace/call-frames.js";
import { CallRecorder } from "./trace/call-recorder.js";
import { flatCallsOf } from "./trace/flat-calls.js";
import { FrameRecorder } from "./trace/frame-recorder.js";
import { joinProbes, joinStateWatchers } from "./trace/join-watchers.js";
import { PrestateWatcher } from "./trace/prestate.js";
import { SelectorCounter } from "./trace/selector-counter.js";
import { StepRecorder } from "./trace/step-recorder.js";
import { TopCallRecorder } from "./trace/top-call-recorder.js";
import type { Tracer } from "./trace/tracer.js";
import { tracesOf } from "./trace/traces.js";
import { ValidationRecorder } from "./validation/validation-recorder.js";

/** The dependencies of tracers. Budget and scripts are shared by the tracers of one request. */
export interface TracedOn extends ScriptedOn {
  /** The state on which the execution will begin. */
  readonly state: EvmState;
  /** Returns whether the fork has a precompile at an address. */
  isPrecompile(address: Address): boolean;
}

/**
 * Creates the tracer of a request.
 * @throws {Fault} `execution-failed` if it is a script that is no tracer.
 */
export async function tracerFor(request: TracerRequest, on: TracedOn): Promise<Tracer> {
  const { state, budget, isPrecompile } = on;
  switch (request.kind) {
    case "calls":
      return callTracer(request, budget);
    case "prestate":
      return prestateTracer(request, state, budget);
    case "flat":
      return flatTracer(budget);
    case "flatCalls":
      return flatCallTracer(request, on);
    case "selectors": {
      const probe = new SelectorCounter(budget, isPrecompile);
      return { probe, finish: async () => ({ kind: "selectors", counts: probe.counts }) };
    }
    case "validation":
      return validationTracer(request, on);
    case "nothing":
      return {
        probe: { recording: recordingFor({}, 0) },
        finish: async () => ({ kind: "nothing" }),
      };
    case "script":
    case "trustedScript":
      return scriptTracer(request, on);
    case "several":
      return severalTracers(request.tracers, on);
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
  const isAlone = request.onlyTopCall && !request.withLog;
  const probe = new (isAlone ? TopCallRecorder : CallRecorder)(budget.left);
  return {
    probe,
    async finish(executed) {
      budget.spend(probe.bytes);
      const call = await runYielding(callFramesOf(probe, executed, request));
      const { failure } = executed;
      return { kind: "calls", call: failure === undefined ? call : { ...call, failure } };
    },
  };
}

type ValidationRequest = TracerRequest & { readonly kind: "validation" };

function validationTracer(request: ValidationRequest, on: TracedOn): Tracer {
  const calls = new CallRecorder(on.budget.left);
  const recorder = new ValidationRecorder(calls, on, request.ignoredOpcodes);
  return {
    probe: joinProbes([calls, recorder]),
    async finish(executed) {
      on.budget.spend(calls.bytes);
      const options = { onlyTopCall: false, withLog: request.withLog };
      const steps = callFramesOf(calls, executed, options, (one) => recorder.usageOf(one));
      return { kind: "calls", call: await runYielding(steps) };
    },
  };
}

/** Returns the outermost frame that was recorded, and spends what the recording takes. */
function recordedBy({ bytes, root }: FrameRecorder, budget: Budget): Frame {
  budget.spend(bytes);
  if (root === undefined) throw new Error("nothing was executed");
  return root;
}

function flatTracer(budget: Budget): Tracer {
  const probe = new FrameRecorder(budget.left);
  return {
    probe,
    async finish(executed) {
      const root = recordedBy(probe, budget);
      const traces = await runYielding(tracesOf(root, executed));
      return { kind: "flat", traces, output: root.output };
    },
  };
}

/** Records refused calls too, as geth does. */
function flatCallTracer(options: FlatCallOptions, { budget, isPrecompile }: TracedOn): Tracer {
  const probe = new CallRecorder(budget.left);
  return {
    probe,
    async finish(executed) {
      const root = recordedBy(probe, budget);
      const steps = flatCallsOf(root, executed, options, isPrecompile);
      return { kind: "flatCalls", traces: await runYielding(steps) };
    },
  };
}

async function severalTracers(named: readonly NamedTracer[], on: TracedOn): Promise<Tracer> {
  const tracers: { readonly name: string; readonly tracer: Tracer }[] = [];
  for (const [name, request] of named) tracers.push({ name, tracer: await tracerFor(request, on) });
  const watchers = tracers.flatMap(({ tracer }) => tracer.stateWatcher ?? []);
  return {
    probe: joinProbes(tracers.map(({ tracer }) => tracer.probe)),
    stateWatcher: watchers.length === 0 ? undefined : joinStateWatchers(watchers),
    async finish(executed) {
      const results: (readonly [string, TracerResult])[] = [];
      for (const { name, tracer } of tracers) {
        results.push([name, await tracer.finish(executed)]);
      }
      return { kind: "several", results };
    },
  };
}

function prestateTracer(options: PrestateOptions, state: EvmState, budget: Budget): Tracer {
  const watcher = new PrestateWatcher(state, budget, options);
  return {
    probe: watcher,
    stateWatcher: watcher,
    finish: async () => ({ kind: "prestate", prestate: watcher.finish() }),
  };
}
