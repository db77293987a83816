/** The flags of a node that commands on its data directory take, and what their help says of them. */
import { configFlags } from "../../config/config.js";

export const nodeFlags: readonly string[] = Object.keys(configFlags);

export const nodeFlagsNote =
  "FLAGS are those of the node that tell its chain, such as --chain, --chain-id, --accounts or --config FILE; tandem run --help explains them.";
