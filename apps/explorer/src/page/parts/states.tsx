/** Shows that a value is loading, failed or missing. */
import { isUnknownMethod } from "@tandem/rpc/client";
import type { ComponentChildren } from "preact";
import { visible } from "../../abi/visible.js";
import { newestOf, type Query } from "../session/latest-reader.js";
import { useSession } from "../session/use-session.js";

/**
 * Returns the message of an error, which may have text of a contract. Wallets throw objects that are none, but have a
 * message.
 */
export function messageOf(error: unknown): string {
  const { message } = Object(error) as { readonly message?: unknown };
  return visible(typeof message === "string" ? message : String(error));
}

/** Returns a sentence for an error that says that a method is missing: the node asks the one it forks for old blocks. */
export const lackOf = (what: string): string =>
  `The node, or the node that it forks, lacks a method for ${what}.`;

/** @param props.what the description of what is loaded, for example "the block". */
export function Loading({ what }: { readonly what: string }) {
  const isAway = useSession().link.value === "lost";
  return (
    <p class="note">
      {isAway
        ? `The node does not answer: ${what} will be loaded once it does.`
        : `Loading ${what}…`}
    </p>
  );
}

interface ReadyProps<T> {
  readonly query: Query<T>;
  /** The description of the value, for example "the block". */
  readonly what: string;
  children(value: T): ComponentChildren;
}

/**
 * Shows the value of a query, that it is loading, or why it failed. After a failure the last value
 * stays, with the state of its parts.
 */
export function Ready<T>({ query, what, children }: ReadyProps<T>) {
  const newest = newestOf(query);
  return (
    <>
      {query.state === "loading" && <Loading what={what} />}
      {query.state === "failed" &&
        (isUnknownMethod(query.error) ? (
          <p class="note">{lackOf(what)}</p>
        ) : (
          <p class="bad" role="alert">
            The node did not answer for {what}: {messageOf(query.error)}
            {newest?.value !== undefined && " (what follows may be old)"}
          </p>
        ))}
      {newest !== undefined && children(newest.value)}
    </>
  );
}
