/**
 * Limits the connections of Node's server: by the file descriptors of the process, and those of one address, whose
 * client is known before it has sent anything. Keys are read later, from the path of a request.
 */
import type { Socket } from "node:net";
import { networkOf } from "@tandem/runtime";
import type { Client } from "../../../access/client.js";
import { type ExceededShare, Share } from "../../../access/share.js";
import { Descriptors } from "../../sockets/descriptors.js";
import type { TransportHandler } from "../transport.js";

export class ConnectionLimits {
  readonly #descriptors: Descriptors;
  readonly #share: Share;

  constructor(handler: Pick<TransportHandler, "limits" | "descriptorsScarce">) {
    this.#descriptors = new Descriptors(handler);
    const { descriptorsMax: max, clientConnectionsMax: clientMax } = handler.limits;
    this.#share = new Share({ name: "connections", max, clientMax });
  }

  /** Counts a connection until it is closed, unless it exceeds a limit, which is returned. */
  admit(socket: Socket): ExceededShare | undefined {
    const client: Client = { id: networkOf(socket.remoteAddress) };
    const exceeded = this.#descriptors.exceededBy(socket) ?? this.#share.exceededBy(client);
    if (exceeded !== undefined) return exceeded;
    this.#share.add(client);
    socket.once("close", () => this.#share.give(client));
    return undefined;
  }
}
