/** Reads a value of `/metrics`. */
import { request } from "node:http";
import { text } from "node:stream/consumers";

/** Returns the value of a metric without labels; undefined if there is none of this name. */
export async function metric(url: string, name: string): Promise<number | undefined> {
  const page = await new Promise<string>((resolve, reject) => {
    request(`${url}/metrics`, (response) => resolve(text(response)))
      .on("error", reject)
      .end();
  });
  const line = page.split("\n").find((line) => line.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}
