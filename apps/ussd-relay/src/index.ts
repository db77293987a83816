export {
  forwarderAbi,
  forwarderName,
  microLoanAbi,
  readArtifacts,
} from "./chain/contract.js";
export { type Relay, type RelayOptions, startRelay } from "./compose.js";
export { prepareDemonstration } from "./demonstration.js";
export {
  connectDeployer,
  type Deployer,
  type Deployment,
  deploy,
  deposit,
  fundPool,
  pay,
} from "./deploy.js";
export type { Log } from "./log.js";
export { main } from "./main.js";
export { keySigner, type Signer } from "./wallet/signer.js";
