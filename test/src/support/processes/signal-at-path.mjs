// Preloaded into a process that gets SIGINT when it has made a directory, or opened a file, whose name contains SIGNAL_AT.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

let isSent = false;

/** Sends the signal once, after a function has made the directory or opened the file. */
function signalAfter(name) {
  const make = fs[name];
  fs[name] = (path, ...more) => {
    const made = make(path, ...more);
    if (isSent || !String(path).includes(process.env.SIGNAL_AT)) return made;
    isSent = true;
    process.kill(process.pid, "SIGINT");
    return made;
  };
}

signalAfter("mkdtempSync");
signalAfter("mkdirSync");
signalAfter("openSync");
syncBuiltinESMExports();
