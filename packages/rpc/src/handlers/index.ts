/**
 * Collects the handler of every method. A handler that is missing, misnamed or of the wrong type does
 * not compile.
 */
import { modules as declared } from "../contract/index.js";
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
import type { AnyHandler, AnyPreparedHandler, HandlersOf } from "./handler.js";
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

/** Has a module of handlers for each module of the contract, with the same exported names. */
const modules: { readonly [Name in keyof typeof declared]: HandlersOf<(typeof declared)[Name]> } = {
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
};

type Declared = AnyHandler | AnyPreparedHandler;
type Handlers = Readonly<Record<string, Readonly<Record<string, Declared>>>>;

/** The handlers by the declared names of their methods. */
export const handlers: ReadonlyMap<string, AnyPreparedHandler> = new Map(
  Object.entries(declared).flatMap(([module, methods]) =>
    Object.entries(methods).map(([exported, { name }]) => {
      const handler = (modules as Handlers)[module]?.[exported] as Declared;
      return [name, typeof handler === "function" ? { handle: handler } : handler] as const;
    }),
  ),
);
