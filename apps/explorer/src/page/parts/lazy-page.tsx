/** Shows a page whose code is loaded when it is opened. */
import type { ComponentType } from "preact";
import { useModule } from "./use-module.js";

/** @param props.load returns the component. It must be the same function each time. */
export function LazyPage({ load }: { readonly load: () => Promise<ComponentType> }) {
  const loaded = useModule(async () => ({ Component: await load() }));
  return loaded === undefined ? <p class="note">Loading…</p> : <loaded.Component />;
}
