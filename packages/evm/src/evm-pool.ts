/** Idle EVM instances by fork. An instance has one user at a time, since it works on one state. */
import type { EvmFork } from "@tandem/primitives";
import { createEvm, type EvmInstance, type EvmOptions } from "./evm-instance.js";
import { idleEvmInstancesMax } from "./limits.js";

export interface EvmPool {
  /** Returns an instance, synchronously if one is idle. */
  take(fork: EvmFork): EvmInstance | Promise<EvmInstance>;
  /** Returns an instance to the pool. One whose execution threw must not be returned. */
  give(instance: EvmInstance): void;
}

export function createEvmPool(options: Omit<EvmOptions, "fork">): EvmPool {
  const idle = new Map<EvmFork, EvmInstance[]>();
  return {
    take(fork) {
      return idle.get(fork)?.pop() ?? createEvm({ ...options, fork });
    },
    give(instance) {
      const instances = idle.get(instance.fork);
      if (instances === undefined) idle.set(instance.fork, [instance]);
      else if (instances.length < idleEvmInstancesMax) instances.push(instance);
    },
  };
}
