/** Draws a merged-mining proof, recomputed in the browser, with the invalid step. */

import type { StepState } from "@tandem/consensus";
import { toHex } from "@tandem/primitives";
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { BranchStep, FormStep, WorkStep } from "./bitcoin-steps.js";
import { type CheckedProof, checkProof, type StepName, stepNames } from "./check-proof.js";
import { MidstateStep, TagStep } from "./coinbase-steps.js";
import { Editor } from "./editor.js";
import { type Edits, editedHeader } from "./edits.js";
import { CommitmentStep, HashStep } from "./header-steps.js";
import type { ProofSource } from "./source.js";

const titles: Readonly<Record<StepName, string>> = {
  hash: "Our header has the hash that is stated",
  commitment: "Its hash for merged mining",
  form: "The Bitcoin header, field by field",
  tag: "The tag in the Bitcoin coinbase commits to it",
  midstate: "The midstate continues to the id of the coinbase",
  branch: "The Merkle branch leads from the coinbase to the Merkle root",
  work: "The hash of the Bitcoin header meets our target",
};

/** The order from the header to the work. */
const shownSteps: readonly StepName[] = [
  "hash",
  "commitment",
  "tag",
  "midstate",
  "branch",
  "form",
  "work",
];

const marks = {
  holds: ["✓", "holds"],
  broken: ["✗", "is broken"],
  unchecked: ["–", "cannot be checked"],
} as const;

/** @param props.source the header. With another key of the component, a change of it drops the edits. */
export function ProofView({ source }: { readonly source: ProofSource }) {
  const [edits, setEdits] = useState<Edits>({});
  const { rules, hash, hashForMergedMining, chain } = source;
  const header = useMemo(() => editedHeader(source.header, edits), [source, edits]);
  const proof = useMemo(
    () => checkProof({ header, rules, hash, hashForMergedMining, chain }),
    [header, rules, hash, hashForMergedMining, chain],
  );
  const { parts, steps } = proof;
  const contents: Readonly<Record<StepName, ComponentChildren>> = {
    hash: <HashStep parts={parts} />,
    commitment: <CommitmentStep header={header} parts={parts} />,
    form: <FormStep parts={parts} bytes={header.bitcoinMergedMiningHeader} />,
    tag: <TagStep parts={parts} />,
    midstate: <MidstateStep parts={parts} />,
    branch: <BranchStep parts={parts} />,
    work: <WorkStep parts={parts} />,
  };
  return (
    <div class="proof" data-block={toHex(parts.blockHash)}>
      <Verdict proof={proof} chain={chain} />
      <Editor source={source} edits={edits} change={setEdits} />
      <ol class="proof-steps">
        {shownSteps.map((name) => (
          <Step key={name} name={name} step={steps[name]}>
            {contents[name]}
          </Step>
        ))}
      </ol>
    </div>
  );
}

function Verdict({ proof, chain }: { readonly proof: CheckedProof; readonly chain: string }) {
  const { violations, steps } = proof;
  const open = stepNames.filter((name) => steps[name].state === "unchecked").length;
  const [first] = violations;
  if (first === undefined && open === 0) {
    return (
      <p class="verdict good" role="status">
        ✓ The proof holds by the rules of {chain}: all {stepNames.length} steps, recomputed here.
      </p>
    );
  }
  return (
    <p class="verdict bad" role="status">
      ✗ The proof does not hold by the rules of {chain}:{" "}
      {violations.map(({ rule }) => rule).join(", ")}
    </p>
  );
}

interface StepProps {
  readonly name: StepName;
  readonly step: StepState;
  readonly children: ComponentChildren;
}

function Step({ name, step, children }: StepProps) {
  const [mark, words] = marks[step.state];
  return (
    <li class={`proof-step ${step.state}`} data-step={name} data-state={step.state}>
      <h3>
        <span class="mark" role="img" aria-label={words}>
          {mark}
        </span>{" "}
        {titles[name]}
      </h3>
      {step.state === "broken" && (
        <dl class="violation bad">
          <div>
            <dt>Broken rule</dt>
            <dd>
              <code>{step.violation.rule}</code>
            </dd>
          </div>
          <Compared name="Expected" value={step.violation.expected} />
          <Compared name="Found" value={step.violation.found} />
        </dl>
      )}
      {children}
    </li>
  );
}

function Compared({ name, value }: { readonly name: string; readonly value: string | undefined }) {
  if (value === undefined) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code>{value}</code>
      </dd>
    </div>
  );
}
