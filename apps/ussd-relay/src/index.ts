export {
  forwarderAbi,
  forwarderName,
  microLoanAbi,
  readArtifacts,
} from "./chain/contract.js";
export { startRelay } from "./commands/run.js";
export type { Relay } from "./compose.js";
export { resolveConfig } from "./config/config.js";
export { prepareDemonstration } from "./demonstration/prepare.js";
export {
  connectDeployer,
  type Deployer,
  type Deployment,
  deploy,
  deposit,
  fundPool,
  pay,
} from "./deploy.js";
export { fundedUsers, prepareExtended } from "./extended/prepare.js";
export { relayLimits } from "./limits.js";
export type { Log } from "./log.js";
export { main } from "./main.js";
export { openKeystore } from "./wallet/keystore.js";
export { rootKeyOf } from "./wallet/mnemonic.js";
export { keySigner, type Signer } from "./wallet/signer.js";
