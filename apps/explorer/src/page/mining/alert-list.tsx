/** Describes hidden branches in sentences. */
import { grouped } from "../format/amounts.js";

export interface ShownAlert {
  readonly id: number;
  /** 0 seen, 1 urgent, 2 action required. */
  readonly level: number;
  readonly levelName: string;
  /** The heights between which the branch left the chain; 0 if nothing older is known. */
  readonly leftAfter: number;
  readonly leftBefore: number;
  readonly lengthMin: number;
  readonly lengthMax: number;
  readonly lastHeight: number;
  /** The number of heights that the branch is ahead of the head; negative if it is behind. */
  readonly ahead: number;
  /** From 0 to 1. */
  readonly share: number;
  /** The number of witnesses and the time of the first one. */
  readonly since: string;
}

export function AlertList({ alerts }: { readonly alerts: readonly ShownAlert[] }) {
  if (alerts.length === 0) return <p class="good">✓ No hidden branch was found.</p>;
  return (
    <ul class="plain alerts">
      {alerts.map((one) => (
        <Alert key={one.id} alert={one} />
      ))}
    </ul>
  );
}

function Alert({ alert }: { readonly alert: ShownAlert }) {
  const { level, levelName, lengthMin, lengthMax, lastHeight, share, since } = alert;
  return (
    <li class={level > 0 ? "urgent" : ""}>
      <strong class={level > 0 ? "bad" : "wait"}>
        {level > 0 ? "⚠" : "○"} Level {level}, {levelName}
      </strong>
      : {leftInWords(alert)}. Its {grouped(lengthMin)} to {grouped(lengthMax)} hidden blocks reach
      height {grouped(lastHeight)}, {aheadInWords(alert)}, with {Math.round(share * 100)} % of the
      hash power. {since}
    </li>
  );
}

const leftInWords = ({ leftAfter, leftBefore }: ShownAlert) =>
  leftAfter === 0
    ? `a branch left the chain before height ${grouped(leftBefore)}`
    : `a branch left the chain between heights ${grouped(leftAfter)} and ${grouped(leftBefore)}`;

function aheadInWords({ ahead }: ShownAlert): string {
  if (ahead === 0) return "as far as the head";
  return `${grouped(Math.abs(ahead))} ${ahead > 0 ? "ahead of" : "behind"} the head`;
}

/** Returns a number of Bitcoin blocks that tag a block of a hidden branch. */
export const witnessesInWords = (count: number): string =>
  `${grouped(count)} ${count === 1 ? "witness" : "witnesses"}`;
