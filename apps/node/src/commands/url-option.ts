/** The node that commands talk to. */
import { address, value } from "@tandem/cli";

/** The node a command asks where no other is named. */
export const defaultUrl = "http://127.0.0.1:8545";

export const urlOption = value(address, defaultUrl, "URL", "the node to ask");
