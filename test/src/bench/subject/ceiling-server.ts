/** Sends one fixed answer to every POST and every message, on the given port. */
import uws from "uWebSockets.js";

const answer = '{"jsonrpc":"2.0","id":1,"result":"0x0"}';
const port = Number(process.argv[2]);

uws
  .App()
  .ws("/*", { message: (socket) => void socket.send(answer) })
  .any("/*", (response) => {
    response.onAborted(() => {});
    response.onData((_, isLast) => {
      if (!isLast) return;
      response.cork(() => response.writeHeader("content-type", "application/json").end(answer));
    });
  })
  .listen("127.0.0.1", port, (token) => {
    if (token === false) process.exitCode = 1;
  });
process.once("SIGTERM", () => process.exit());
