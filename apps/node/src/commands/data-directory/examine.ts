/** Examines a data directory without changing it, for `tandem check` and `tandem repair`. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type ChainReport, checkChain } from "@tandem/chain";
import { UsageError, unreadable } from "@tandem/cli";
import { type ChainSpec, formerSpecs, mainSpec, testSpec, unusableData } from "@tandem/primitives";
import {
  hasKeptLogs,
  hasRulesOf,
  inspectLevelFiles,
  isWriteRecordDamaged,
  mayHoldRows,
  openStore,
  openWorkspace,
  type Reader,
  readFormerNames,
  type Store,
  salvageDatabase,
  salvagedRows,
  table,
} from "@tandem/store";
import { walletOf } from "../../accounts/accounts.js";
import { chainSpecOf } from "../../chain-spec/chain-spec.js";
import { isBuiltIn } from "../../config/chain-file.js";
import type { ResolvedSettings } from "../../config/resolved-settings.js";
import { createProgress } from "../../console/progress.js";
import { forkedSpecOf } from "../../fork/fork.js";
import { Undo } from "../../undo.js";
import { type FileFinding, fileFindings, lostWriteFinding } from "./file-findings.js";

export interface Examination {
  readonly files: readonly FileFinding[];
  readonly chain: ChainReport;
  readonly spec: ChainSpec;
  /** The readable content: the database itself, or what was recovered from its files. */
  readonly store: Reader;
  readonly isSound: boolean;
  /** Releases the lock and the temporary space. */
  close(): Promise<void>;
}

/**
 * @param leaving ends the examination when it is aborted.
 * @throws {UsageError} if there is no database, or nothing was written to it.
 * @throws {Fault} `unusable-data` if a node runs on it.
 * @throws the reason of `leaving`, once it is aborted.
 */
export async function examine(
  command: string,
  directory: string,
  settings: ResolvedSettings,
  leaving: AbortSignal,
): Promise<Examination> {
  if (!holdsDatabase(command, directory)) {
    throw new UsageError(`${command}: ${directory} is not the data directory of a node`);
  }
  if (!mayHoldRows(directory)) {
    const message = `${command}: ${directory} has no chain yet, and a node begins one there`;
    throw new UsageError(message);
  }
  const workspace = await openWorkspace(directory);
  const undo = new Undo();
  undo.add(() => workspace.close());
  try {
    const report = await inspectLevelFiles(directory, Number.POSITIVE_INFINITY, leaving);
    leaving.throwIfAborted();
    const damages = fileFindings(report);
    const isReadable =
      report.isDatabase && damages.length === 0 && !isWriteRecordDamaged(directory);
    const place = { directory, target: join(workspace.path, "saved"), leaving };
    const { store, lost } = await openContent(place, isReadable);
    undo.add(() => store.close());
    const spec = specOf(store, settings);
    const files = [...damages, ...lost];
    const reader = readUntil(leaving, readFormerNames(store));
    const chain = await checkWithProgress(reader, spec, leaving);
    leaving.throwIfAborted();
    const isSound = files.length === 0 && chain.count === 0;
    return { files, chain, spec, store: reader, isSound, close: () => undo.run() };
  } catch (error) {
    await undo.run();
    throw error;
  }
}

/** Returns a reader that lists no more rows once the signal is aborted. */
const readUntil = (leaving: AbortSignal, reader: Reader): Reader => ({
  ...reader,
  async entries(table, range) {
    leaving.throwIfAborted();
    return reader.entries(table, range);
  },
});

const databaseFile = /^(CURRENT|\d+\.(ldb|log)|MANIFEST-\d+|TANDEM)$/;

/** @throws {UsageError} if it is unknown, because the directory cannot be read. */
function holdsDatabase(command: string, directory: string): boolean {
  try {
    return readdirSync(directory).some((name) => databaseFile.test(name));
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return false;
    throw new UsageError(`${command}: ${unreadable(directory, cause)}`, { cause });
  }
}

interface Place {
  readonly directory: string;
  /** A directory for what is salvaged, which does not exist yet. */
  readonly target: string;
  readonly leaving: AbortSignal;
}

interface Content {
  readonly store: Store;
  /** The finding for acknowledged writes that the database lost. */
  readonly lost: readonly FileFinding[];
}

/** Opens a database for reading, or what can be read of all its files: a log beside it may have the writes that it lacks. */
async function openContent(place: Place, isReadable: boolean): Promise<Content> {
  const { directory } = place;
  if (!isReadable) {
    const store = await openSalvaged(place);
    return { store, lost: lostWriteFinding(directory, store) };
  }
  const store = await openStore({ directory, isDurable: false, isReadOnly: true });
  const lost = lostWriteFinding(directory, store);
  if (lost.length === 0 || !hasKeptLogs(directory)) return { store, lost };
  await store.close();
  return { store: await openSalvaged(place), lost };
}

async function openSalvaged({ directory, target, leaving }: Place): Promise<Store> {
  const rows = await salvageDatabase(directory, target, leaving);
  if (rows > 0) return openStore({ directory: salvagedRows(target), isDurable: false });
  throw unusableData(`the database in ${directory} cannot be read at all: restore a backup`);
}

/**
 * Returns the chain of a database: the one of the settings, or a built-in one. Its genesis block may
 * differ.
 * @throws {Fault} `unusable-data` if it is neither.
 */
function specOf(store: Store, settings: ResolvedSettings): ChainSpec {
  const layout = store.get(table.schema, "only");
  if (layout !== undefined && layout > table.schemaNumber) {
    const message = `the data directory has layout ${layout}, which a newer version wrote: use that version`;
    throw unusableData(message);
  }
  const { accounts } = walletOf(settings);
  const given = chainSpecOf(settings, isBuiltIn(settings.config.chain) ? accounts : [], 0);
  const candidates = [given, testSpec, mainSpec]
    .map((one) => forkedSpecOf(one, store) ?? one)
    .flatMap((one) => [one, ...formerSpecs(one)]);
  const found = candidates.find((one) => hasRulesOf(store, one) !== false);
  if (found !== undefined) return found;
  const message =
    `the data directory contains another chain than "${given.name}" (id ${given.chainId}): ` +
    "give the flags of its node, such as --chain or --compat";
  throw unusableData(message);
}

const percents = 100;

async function checkWithProgress(
  store: Reader,
  spec: ChainSpec,
  leaving: AbortSignal,
): Promise<ChainReport> {
  let stage = "";
  let progress: ReturnType<typeof createProgress> | undefined;
  try {
    return await checkChain(store, spec, (name, share) => {
      leaving.throwIfAborted();
      if (name !== stage) {
        progress?.end();
        progress = createProgress(`% of the ${name}`, percents);
        stage = name;
      }
      progress?.at(Math.floor(share * percents));
    });
  } finally {
    progress?.end();
  }
}
