/** Idle EVM instances by fork. An instance has one user at a time, since it works on one state. */
import type { EvmFork } from "@tandem/primitives";
import { createEvm, type EvmInstance, type EvmOptions } from "./evm-instance.js";
import { idleEvmInstancesMax } from "./limits.js";

export class EvmPool {
  readonly #options: Omit<EvmOptions, "fork">;
  readonly #idle = new Map<EvmFork, EvmInstance[]>();

  constructor(options: Omit<EvmOptions, "fork">) {
    this.#options = options;
  }

  /** Returns an instance, synchronously if one is idle. */
  take(fork: EvmFork): EvmInstance | Promise<EvmInstance> {
    return this.#idle.get(fork)?.pop() ?? createEvm({ ...this.#options, fork });
  }

  /** Returns an instance to the pool. One whose execution threw must not be returned. */
  give(instance: EvmInstance): void {
    const instances = this.#idle.get(instance.fork);
    if (instances === undefined) this.#idle.set(instance.fork, [instance]);
    else if (instances.length < idleEvmInstancesMax) instances.push(instance);
  }
}
