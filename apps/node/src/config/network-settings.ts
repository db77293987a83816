/** Declares the settings of what the node answers over HTTP, WebSocket and IPC, and to whom. */
import { integer, list, maybe, oneOf, path, text, toggle, value, yesOrNo } from "@tandem/cli";

export const networkSettings = {
  server: value(
    oneOf("auto", "uws", "node"),
    "auto",
    "auto|uws|node",
    "HTTP server: uWebSockets.js, or Node's own, which answers HTTP/1.0 too; auto: the first where it has a binary",
  ),
  ipc: value(
    maybe(path),
    undefined,
    "PATH",
    "answer on a Unix domain socket of this path too, or on a named pipe of Windows; its owner needs no API key",
  ),
  "client-version": value(
    maybe(text.min(1, "expected a name")),
    undefined,
    "TEXT",
    "result of web3_clientVersion, for tools that support certain names only, such as anvil/tandem",
  ),
  "cors-origin": list(
    text.regex(
      /^[a-z][a-z0-9+.-]*:\/\/[^/\s]+$/i,
      "expected an origin, such as http://localhost:3000",
    ),
    "ORIGIN",
    "origin of web pages that may read answers and connect; repeatable; without it every page may",
  ),
  "allowed-host": list(
    text.regex(/^[a-z0-9._-]+$/i, "expected a name, such as node.example"),
    "NAME",
    "host name that requests may use beside addresses and localhost; repeatable; without it any, or none where the node listens on loopback",
  ),
  explorer: value(
    maybe(yesOrNo),
    undefined,
    "true|false",
    "serve browsers the explorer, a page of the chain, at GET /; without it on every chain but main",
  ),
  "allow-private-network": toggle(
    "allow web pages of the public internet to reach the node on a private network (Private Network Access)",
  ),
  "max-request-mb": value(integer(1, 256), 25, "N", "longest body or WebSocket message, in MiB"),
  "max-response-mb": value(integer(1, 256), 256, "N", "longest answer, in MiB of text"),
};
