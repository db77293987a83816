/** Derives the options of the RPC service from the settings. */
import { explorerSite } from "@tandem/explorer";
import { mainSpec } from "@tandem/primitives";
import type { Config } from "./config/settings.js";
import { seededIds } from "./same-run.js";

const mebibyte = 1024 * 1024;

/** Returns the options of the RPC service that follow directly from settings. */
export const rpcOptionsOf = (config: Config) => ({
  corsOrigins: config["cors-origin"],
  allowsPrivateNetwork: config["allow-private-network"],
  limits: {
    bodyBytesMax: config["max-request-mb"] * mebibyte,
    messageBytesMax: config["max-request-mb"] * mebibyte,
    answerCharactersMax: config["max-response-mb"] * mebibyte,
  },
  access: {
    areControlsOff: config["no-dev-rpc"],
    isClustered: config.log !== undefined,
    areKeysHeld: config.unlocked,
    guardedChain: config.chain === mainSpec.name ? mainSpec.name : undefined,
  },
  errorForm: config.errors,
  ...(config.seed === undefined ? {} : { newId: seededIds(config.seed) }),
});

/** Returns the explorer if it is served: on request, or by default on a development chain. */
export const siteOf = ({ explorer, chain }: Config) =>
  (explorer ?? chain !== mainSpec.name) ? explorerSite() : undefined;

/** Returns the version that `web3_clientVersion` reports. */
export function clientVersionOf(config: Config, version: string): string {
  const machine = `${process.platform}-${process.arch}/node${process.versions.node}`;
  return config["client-version"] ?? `Tandem/v${version}/${machine}`;
}
