/** Gives components the session and what they read through it. */
import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import type { Session } from "./session.js";

export const SessionContext = createContext<Session | undefined>(undefined);

/** @throws outside the context of a session. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error("there is no session");
  return session;
}

/** Describes what is known of an answer; the former one stays until the next is there. */
export type Query<T> =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly error: unknown }
  | { readonly state: "ready"; readonly value: T };

/** Calls `load` at first, whenever one of `inputs` changes, and after each reconnection. */
export function useQuery<T>(load: () => Promise<T>, inputs: readonly unknown[]): Query<T> {
  const [query, setQuery] = useState<Query<T>>({ state: "loading" });
  const connection = useSession().connections.value;
  // The caller lists what `load` depends on.
  useEffect(() => {
    let isCurrent = true;
    const settle = (settled: Query<T>) => {
      if (isCurrent) setQuery(settled);
    };
    load().then(
      (value) => settle({ state: "ready", value }),
      (error: unknown) => settle({ state: "failed", error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [...inputs, connection]);
  return query;
}
