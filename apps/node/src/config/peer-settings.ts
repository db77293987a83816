/** Declares the settings of direct connections between nodes. */
import { integer, list, maybe, text, value } from "@tandem/cli";
import { isEnode } from "@tandem/peers/enode";

const portMax = 65_535;
/** More connections are a matter of a relay between networks, not of one node. */
const peersMax = 1000;

export const peerSettings = {
  "p2p-port": value(
    maybe(integer(0, portMax)),
    undefined,
    "N",
    "listen for other nodes on this port; 0 selects a free one; without it the node only connects to others",
  ),
  "p2p-host": {
    ...value(
      text.min(1, "expected an address"),
      "127.0.0.1",
      "ADDRESS",
      "with --p2p-port: address to listen on for other nodes",
    ),
    needs: { setting: "p2p-port" },
  },
  peer: list(
    text.refine(isEnode, "expected enode://IDENTIFIER@HOST:PORT, as the other node prints it"),
    "ENODE",
    "node with the same chain to stay connected to: blocks and transactions are exchanged; repeatable",
  ),
  "max-peers": {
    ...value(
      integer(1, peersMax),
      25,
      "N",
      "with --p2p-port: number of nodes that may connect to this one",
    ),
    needs: { setting: "p2p-port" },
  },
};
