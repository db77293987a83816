/** Shows a page whose code is loaded when it is opened. */
import type { Attributes, ComponentType } from "preact";
import { Loading } from "./states.js";
import { useModule } from "./use-module.js";

interface LazyPageProps<P> {
  /** Returns the component. It must be the same function each time. */
  load(): Promise<ComponentType<P>>;
  /** The properties of the component. */
  readonly given: P & Attributes;
}

export function LazyPage<P extends object>({ load, given }: LazyPageProps<P>) {
  const loaded = useModule(async () => ({ Component: await load() }));
  return loaded === undefined ? <Loading what="this page" /> : <loaded.Component {...given} />;
}
