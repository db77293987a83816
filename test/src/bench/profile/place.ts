/** Names the code in a profile: the package, and the file in it. */

interface Place {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}

/** Returns `function package/file:line`; code that is not JavaScript has the profiler's own name. */
export function placeOf({ functionName, url, lineNumber }: Place): string {
  const name = functionName === "" ? "(anonymous)" : functionName;
  if (url === "") return name;
  return `${name} ${shortened(url)}:${lineNumber + 1}`;
}

/** Returns the package of a function, also for a dependency. */
export function roomOf({ functionName, url }: Place): string {
  if (url === "") return functionName.startsWith("(") ? functionName : "(V8 and natives)";
  if (url.startsWith("node:")) return "node";
  if (url.startsWith("wasm:")) return "wasm";
  return shortened(url)
    .split("/")
    .slice(0, url.includes("/node_modules/@") ? 2 : 1)
    .join("/");
}

function shortened(url: string): string {
  const outside = url.lastIndexOf("/node_modules/");
  if (outside >= 0) return url.slice(outside + "/node_modules/".length);
  const own = /\/(?:packages|apps)\/([^/]+)\/dist\/(.*)$/.exec(url);
  return own === null ? url : `${own[1]}/${own[2]}`;
}
