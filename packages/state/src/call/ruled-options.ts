/** Applies the rules of a node, such as those of anvil, to the options of calls and estimates. */
import type { BlockEnv } from "@tandem/evm";
import { onceFor } from "@tandem/runtime";
import { withTip } from "./estimate.js";
import type { CallOptions } from "./prepare-call.js";

/** Rules in which calls and estimates differ from the standard, for clients of another node. */
export interface CallRules {
  /**
   * The requests whose sender needs no funds: only estimates of transfers to accounts without code, or all
   * estimates and calls.
   */
  readonly fundsSender: "estimates of transfers" | "calls and estimates";
  /** Minimum gas of an estimate above the intrinsic gas of a transaction. */
  readonly estimateMargin?: bigint;
  /** Wei per unit of gas above the base fee that an estimate pays whose request names neither a tip nor a gas price. */
  readonly estimateTip?: bigint;
  /**
   * The base fee that a call, an estimate or an access list sees if its price may be below the block's minimum: that
   * minimum, or zero for every price; then a request that names a tip alone pays it.
   */
  readonly lowPrices?: "below the base fee" | "without a base fee";
}

/** The rules of a node for executions whose changes are discarded. */
export interface NodeRules {
  readonly callRules: CallRules | undefined;
  /** The minimum of the maximum gas of a call. */
  readonly callGas: bigint;
}

/** Converts options by the rules of a node. Nothing is copied for the standard ones. */
export interface RuledOptions {
  call(options: CallOptions): CallOptions;
  estimate(options: CallOptions): CallOptions;
  tracedCall<Options extends CallOptions>(options: Options): Options;
  accessList<Options extends CallOptions>(options: Options): Options;
}

/** Names the members of options that the rules of a node may change. */
type Changes = Required<
  Pick<
    CallOptions,
    "env" | "request" | "gasCap" | "fundsSender" | "takesLowPrices" | "estimateMargin"
  >
>;

/**
 * Returns options with changes. They have one shape: V8 makes a hidden class for each object that is spread from two
 * others, and all that read such objects take longer.
 */
const withChanges = (options: CallOptions, changes: Changes): CallOptions => ({
  root: options.root,
  env: changes.env,
  ancestorHash: options.ancestorHash,
  request: changes.request,
  overrides: options.overrides,
  gasCap: changes.gasCap,
  timeoutMs: options.timeoutMs,
  fundsSender: changes.fundsSender,
  takesLowPrices: changes.takesLowPrices,
  estimateMargin: changes.estimateMargin,
  recordInputsOf: options.recordInputsOf,
  cancellation: options.cancellation,
});

/** Returns the same environment for all calls on a block: the engine gets its values once. */
const withoutBaseFee = onceFor((env: BlockEnv): BlockEnv => ({ ...env, minimumGasPrice: 0n }));

export function ruledOptions({ callRules, callGas }: NodeRules): RuledOptions {
  const fundsCalls = callRules?.fundsSender === "calls and estimates";
  const fundsEstimates = fundsCalls || (callRules !== undefined && ("transfers" as const));

  /** Returns what an execution at a price below the block's minimum sees. */
  function pricesOf({
    env,
    request,
    takesLowPrices = false,
  }: CallOptions): Pick<Changes, "env" | "request" | "takesLowPrices"> {
    switch (callRules?.lowPrices) {
      case undefined:
        return { env, request, takesLowPrices };
      case "below the base fee":
        return { env, request, takesLowPrices: true };
      case "without a base fee": {
        // Without a tip, the price is that of the base fee anyway.
        const hasTip = request.maxPriorityFeePerGas !== undefined;
        const paying = hasTip ? withTip(request, 0n) : request;
        return { env: withoutBaseFee(env), request: paying, takesLowPrices };
      }
    }
  }
  const gasCapOf = ({ gasCap }: CallOptions) => (gasCap < callGas ? callGas : gasCap);
  const ruled = <Options extends CallOptions>(options: Options): Options => {
    if (callRules === undefined) return options;
    const { fundsSender = fundsCalls } = options;
    return { ...options, ...pricesOf(options), fundsSender };
  };

  return {
    call(options) {
      const gasCap = gasCapOf(options);
      if (callRules === undefined && gasCap === options.gasCap) return options;
      const { fundsSender: isFunded = false, estimateMargin = 0n } = options;
      const { env, request, takesLowPrices } = pricesOf(options);
      const fundsSender = fundsCalls || isFunded;
      const changes = { env, request, gasCap, fundsSender, takesLowPrices, estimateMargin };
      return withChanges(options, changes);
    },
    estimate(options) {
      const { gasCap, fundsSender = fundsEstimates } = options;
      const { estimateMargin = callRules?.estimateMargin ?? 0n } = options;
      const { env, takesLowPrices } = pricesOf(options);
      const request = withTip(options.request, callRules?.estimateTip);
      const changes = { env, request, gasCap, fundsSender, takesLowPrices, estimateMargin };
      return withChanges(options, changes);
    },
    tracedCall(options) {
      const gasCap = gasCapOf(options);
      return ruled(gasCap === options.gasCap ? options : { ...options, gasCap });
    },
    accessList: ruled,
  };
}
