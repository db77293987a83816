/**
 * Connects to servers over TCP. The transport of the client library does not close a connection to a server that accepts it
 * and never answers: it would keep the process alive after the node was closed.
 */
import { once } from "node:events";
import { createConnection, type Socket } from "node:net";
import {
  type NatsConnection,
  NatsConnectionImpl,
  type NodeConnectionOptions,
  setTransportFactory,
} from "@nats-io/transport-node";
import { NodeTransport, nodeResolveHost } from "@nats-io/transport-node/lib/node_transport.js";

class ClosingTransport extends NodeTransport {
  /** The socket is known before it is connected, so that it can be closed. */
  override async dial({ hostname, port }: { hostname: string; port: number }): Promise<Socket> {
    this.socket = createConnection(port, hostname);
    this.socket.setNoDelay(true);
    await once(this.socket, "connect");
    return this.socket;
  }

  override async close(error?: Error): Promise<void> {
    if (this.connected) await super.close(error);
    else this.discard();
  }
}

/** Connects as the `connect` of the client library does. */
export function connect(options: NodeConnectionOptions): Promise<NatsConnection> {
  setTransportFactory({ factory: () => new ClosingTransport(), dnsResolveFn: nodeResolveHost });
  return NatsConnectionImpl.connect(options);
}
