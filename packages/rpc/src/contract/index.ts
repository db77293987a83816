/**
 * Collects every method of the service. A module exports its methods and nothing else, so a method is
 * added to the contract by declaring it in one of these modules.
 */
import * as branches from "./branches.js";
import * as debug from "./debug.js";
import * as admin from "./dev/admin.js";
import * as evm from "./dev/evm.js";
import * as history from "./dev/history.js";
import * as impersonation from "./dev/impersonation.js";
import * as mining from "./dev/mining.js";
import * as self from "./dev/self.js";
import * as signing from "./dev/signing.js";
import * as dump from "./dev/state-dump.js";
import * as edits from "./dev/state-edits.js";
import * as tandem from "./dev/tandem.js";
import * as time from "./dev/time.js";
import * as tokens from "./dev/tokens.js";
import * as block from "./eth/block.js";
import * as client from "./eth/client.js";
import * as execute from "./eth/execute.js";
import * as fees from "./eth/fees.js";
import * as filter from "./eth/filter.js";
import * as logs from "./eth/logs.js";
import * as proof from "./eth/proof.js";
import * as simulate from "./eth/simulate.js";
import * as state from "./eth/state.js";
import * as submit from "./eth/submit.js";
import * as subscribe from "./eth/subscribe.js";
import * as transaction from "./eth/transaction.js";
import * as uncle from "./eth/uncle.js";
import type { Method } from "./method.js";
import * as mnr from "./mnr.js";
import * as native from "./native.js";
import * as net from "./net.js";
import * as ots from "./ots.js";
import * as ranges from "./ranges.js";
import * as replay from "./replay.js";
import * as rpc from "./rpc.js";
import * as sources from "./sources.js";
import * as trace from "./trace.js";
import * as txpool from "./txpool.js";
import * as web3 from "./web3.js";

/** The modules by name. `handlers/index.ts` has a module of handlers for each. */
export const modules = {
  client,
  net,
  web3,
  fees,
  state,
  proof,
  execute,
  simulate,
  submit,
  block,
  uncle,
  transaction,
  logs,
  filter,
  native,
  sources,
  trace,
  replay,
  ots,
  branches,
  subscribe,
  txpool,
  debug,
  ranges,
  mnr,
  admin,
  evm,
  tandem,
  time,
  mining,
  history,
  edits,
  tokens,
  dump,
  impersonation,
  signing,
  self,
  rpc,
} as const satisfies Readonly<Record<string, Readonly<Record<string, Method>>>>;

type Modules = typeof modules;
type MethodIn<Module> = Module[keyof Module];

export type Contract = { [Name in keyof Modules]: MethodIn<Modules[Name]> }[keyof Modules];

const methodsOf = (module: keyof Modules): readonly Contract[] => Object.values(modules[module]);

const theme = (title: string, ...names: readonly (keyof Modules)[]) => ({
  title,
  methods: names.flatMap(methodsOf),
});

/** The methods by theme, in the order in which documents list them. */
export const themes = [
  theme("Chain and client", "client", "net", "web3", "fees"),
  theme("Account and state", "state", "proof"),
  theme("Calls and gas", "execute", "simulate", "submit"),
  theme("Blocks", "block", "uncle"),
  theme("Transactions and receipts", "transaction"),
  theme("Logs and filters", "logs", "filter"),
  theme("Raw data and proofs", "native"),
  theme("Traces", "trace", "replay"),
  theme("Explorers", "ots", "branches"),
  theme("Subscriptions", "subscribe"),
  theme("Pool", "txpool"),
  theme("Debugging", "debug", "ranges", "sources"),
  theme("External mining", "mnr"),
  theme("Connections between nodes", "admin"),
  theme("Development", "evm", "tandem"),
  theme("Time", "time"),
  theme("Mining control", "mining"),
  theme("History", "history"),
  theme("State edits", "edits", "tokens", "dump"),
  theme("Impersonation", "impersonation"),
  theme("Signing by the node", "signing"),
  theme("The service itself", "self", "rpc"),
];

export const contract: readonly Contract[] = themes.flatMap(({ methods }) => methods);

/**
 * Returns every name of a method: its own, then the aliases it declares. A `native_` method is also answered under
 * `rsk_`, as tools of the reference network call it, and `rpc_discover` under the name that OpenRPC gives it.
 */
export function namesOf({ name, aliases = [] }: Method): readonly string[] {
  if (aliases.length > 0) return [name, ...aliases];
  if (name === "rpc_discover") return [name, "rpc.discover"];
  return name.startsWith("native_") ? [name, name.replace("native_", "rsk_")] : [name];
}
