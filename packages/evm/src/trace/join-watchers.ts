/** Joins the observers of several tracers into one. */

import { type FrameSink, type Recording, recordingFor } from "../frames/frame-sink.js";
import type { StateWatcher } from "../library/library-state.js";
import type { Probe } from "../library/probe.js";

/** Calls every probe in order. Steps and logs are observed only if one of them does. */
export function joinProbes(probes: readonly Probe[]): Probe {
  const askers = probes.filter((probe) => probe.onAsk !== undefined);
  const loggers = probes.filter((probe) => probe.onLog !== undefined);
  const enders = probes.filter((probe) => probe.onCodeEnd !== undefined);
  const steppers = probes.filter((probe) => probe.onStep !== undefined);
  const recording = joinRecordings(probes);
  return {
    ...(recording === undefined ? {} : { recording }),
    onOpen(message, opening) {
      for (const probe of probes) probe.onOpen?.(message, opening);
    },
    onClose(result) {
      for (const probe of probes) probe.onClose?.(result);
    },
    onSelfDestruct(runState) {
      for (const probe of probes) probe.onSelfDestruct?.(runState);
    },
    onAsk(runState, opening) {
      const pauses = askers.map((probe) => probe.onAsk?.(runState, opening));
      return pauses.some((pause) => pause instanceof Promise) ? Promise.all(pauses) : undefined;
    },
    onLog(runState) {
      for (const probe of loggers) probe.onLog?.(runState);
    },
    onCodeEnd(end) {
      for (const probe of enders) probe.onCodeEnd?.(end);
    },
    ...(steppers.length === 0
      ? {}
      : {
          onStep(step) {
            const pauses = steppers.flatMap((probe) => probe.onStep?.(step) ?? []);
            return pauses.length === 0 ? undefined : Promise.all(pauses);
          },
        }),
  };
}

/** Calls every sink in order. @returns undefined if one of the probes must observe the library. */
function joinRecordings(probes: readonly Probe[]): Recording | undefined {
  const all = probes.flatMap(({ recording }) => recording ?? []);
  if (all.length < probes.length || all.some((one) => one.isOfExhaustion)) return undefined;
  const sinks = all.map(({ sink }) => sink);
  const loggers = sinks.filter((sink) => sink.log !== undefined);
  const sink: FrameSink = {
    begin: (frame) => sinks.map((one) => one.begin?.(frame)),
    end: (ending) => sinks.map((one) => one.end?.(ending)),
    destroy: (address, heir, balance) => sinks.map((one) => one.destroy?.(address, heir, balance)),
    refuse: (frame, failure) => sinks.map((one) => one.refuse?.(frame, failure)),
    ...(loggers.length === 0 ? {} : { log: (log) => loggers.map((one) => one.log?.(log)) }),
  };
  return recordingFor(sink, Math.max(...all.map(({ bytesMax }) => bytesMax)));
}

export const joinStateWatchers = (watchers: readonly StateWatcher[]): StateWatcher => ({
  beforeChange() {
    const pauses = watchers.flatMap((watcher) => watcher.beforeChange?.() ?? []);
    return pauses.length === 0 ? undefined : Promise.all(pauses).then(() => {});
  },
  onAccount(address) {
    for (const watcher of watchers) watcher.onAccount?.(address);
  },
  onSlot(address, slot) {
    for (const watcher of watchers) watcher.onSlot?.(address, slot);
  },
});
