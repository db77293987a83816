/** Joins the observers of several tracers into one. */
import type { StateWatcher } from "../library/library-state.js";
import type { Probe } from "./probe.js";

/** Calls every probe in order. Steps and logs are observed only if one of them does. */
export function joinProbes(probes: readonly Probe[]): Probe {
  const askers = probes.filter((probe) => probe.onAsk !== undefined);
  const loggers = probes.filter((probe) => probe.onLog !== undefined);
  const steppers = probes.filter((probe) => probe.onStep !== undefined);
  return {
    onOpen(message, opening) {
      for (const probe of probes) probe.onOpen(message, opening);
    },
    onClose(result) {
      for (const probe of probes) probe.onClose(result);
    },
    onSelfDestruct(runState) {
      for (const probe of probes) probe.onSelfDestruct(runState);
    },
    onAsk(runState, opening) {
      for (const probe of askers) probe.onAsk?.(runState, opening);
    },
    onLog(runState) {
      for (const probe of loggers) probe.onLog?.(runState);
    },
    ...(steppers.length === 0
      ? {}
      : {
          onStep(step) {
            for (const probe of steppers) probe.onStep?.(step);
          },
        }),
  };
}

export const joinStateWatchers = (watchers: readonly StateWatcher[]): StateWatcher => ({
  onAccount(address) {
    for (const watcher of watchers) watcher.onAccount(address);
  },
  onSlot(address, slot) {
    for (const watcher of watchers) watcher.onSlot(address, slot);
  },
});
