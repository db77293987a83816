/** Declares the option for the node that commands connect to. */
import { address, value } from "@tandem/cli";

/** The default node. */
export const defaultUrl = "http://127.0.0.1:8545";

export const urlOption = {
  ...value(address, defaultUrl, "URL", "URL of the node"),
  holdsKey: true,
};

/** The end of the message where no node answers. */
export const withoutNode = "start a node by `tandem`, or give the address of one by --url";
