/** Reads and writes the fragment of the page's URL, which selects the page. */
import { signal } from "@preact/signals";
import { grouped, shortHex } from "./format/amounts.js";
import { keepScrolled } from "./scroll.js";

/** Pages whose address is a single word. */
const sections = ["verify", "pool", "mining", "controls", "simulator"] as const;
type Section = (typeof sections)[number];

export type Route =
  | { readonly page: "home" }
  /** The id is a height, a hash or a tag. */
  | { readonly page: "block"; readonly id: string }
  | { readonly page: "transaction"; readonly hash: string }
  | { readonly page: "address"; readonly address: string }
  | { readonly page: Section }
  | { readonly page: "unknown"; readonly text: string };

const blockId = /^(?:\d{1,15}|0x[0-9a-f]{64}|latest|safe|finalized|earliest)$/;
const hash = /^0x[0-9a-f]{64}$/;
const address = /^0x[0-9a-f]{40}$/;

/** @param fragment with or without its number sign. */
export function routeOf(fragment: string): Route {
  const text = fragment.replace(/^#?\/?/, "").toLowerCase();
  const [page = "", id = ""] = text.split("/");
  if (page === "") return { page: "home" };
  const section = sections.find((name) => name === page);
  if (section !== undefined) return { page: section };
  if (page === "block" && blockId.test(id)) return { page, id };
  // The pending block has no hash: what it will have is in the pool.
  if (page === "block" && id === "pending") return { page: "pool" };
  if (page === "tx" && hash.test(id)) return { page: "transaction", hash: id };
  if (page === "address" && address.test(id)) return { page, address: id };
  return { page: "unknown", text: fragment };
}

export const links = {
  home: "#/",
  verify: "#/verify",
  pool: "#/pool",
  mining: "#/mining",
  controls: "#/controls",
  simulator: "#/simulator",
  block: (id: number | string) => `#/block/${id}`,
  transaction: (id: string) => `#/tx/${id}`,
  address: (id: string) => `#/address/${id}`,
};

const product = "Tandem explorer";

/** The names of the pages that every page links, in that order. */
export const sectionNames = {
  home: "Chain",
  pool: "Pool",
  mining: "Mining",
  controls: "Controls",
  verify: "Verify a proof",
  simulator: "Simulator",
} as const satisfies Readonly<Record<Section | "home", string>>;

/** Returns what the page calls the block of an id: its height, the ends of its hash, or its tag. */
export const blockName = (id: string): string =>
  /^\d+$/.test(id) ? grouped(Number(id)) : shortHex(id);

/** Returns the title of a page, for the browser's tabs and history. It has no text of the URL. */
export function titleOf(shown: Route): string {
  switch (shown.page) {
    case "home":
      return product;
    case "block":
      return `Block ${blockName(shown.id)} – ${product}`;
    case "transaction":
      return `Transaction ${shortHex(shown.hash)} – ${product}`;
    case "address":
      return `Address ${shortHex(shown.address)} – ${product}`;
    case "unknown":
      return `Not found – ${product}`;
    default:
      return `${sectionNames[shown.page]} – ${product}`;
  }
}

export const route = signal<Route>(routeOf(""));

/**
 * Follows the URL of the window.
 * @param onLeave is called when the reader goes to another page, after it is shown.
 */
export function followLocation(window: Window, onLeave: () => void): void {
  const follow = () => {
    route.value = routeOf(window.location.hash);
    window.document.title = titleOf(route.value);
  };
  const scroll = keepScrolled(window);
  window.addEventListener("hashchange", () => {
    scroll();
    follow();
    onLeave();
  });
  follow();
}
