/** Lists names that were replaced by the field's standard terms, and checks that none is used again. */

/** The old identifiers with the terms that replaced them. */
export const oldWords: ReadonlyMap<string, string> = new Map([
  ["Office", "RpcService"],
  ["MethodTally", "MethodCounts"],
  ["maybeTally", "maybePlainCount"],
  ["isTurnOver", "isSliceOver"],
  ["nextTurn", "nextSlice"],
  ["inTurns", "runYielding"],
  ["inOneGo", "runSync"],
  ["giveTurn", "nextSliceUnlessAborted"],
  ["MessageTurns", "MessageSlices"],
  ["Dials", "DevSettings"],
  ["DialState", "DevSettingsState"],
  ["Announcer", "Topic"],
  ["createAnnouncer", "Topic"],
  ["createLane", "SerialQueue"],
  ["NoTurn", "TaskNotStarted"],
  ["createWriter", "SerialQueue"],
  ["furnish", "compose"],
  ["furnished", "composed"],
  ["reckon", "compute"],
  ["reckoned", "computed"],
  ["LogSheet", "BlockLogsView"],
  ["WorkBook", "WorkCache"],
  ["openDoor", "openProxy"],
  ["roomGuard", "freeSpaceGuard"],
  ["keeper", "cache, store or owner"],
  ["porter", "handler"],
  ["errand", "request or task"],
]);

const pattern = new RegExp(`\\b(?:${[...oldWords.keys()].join("|")})\\b`, "g");

/** Returns each old word of a source text with its replacement, in identifiers, comments and strings. */
export const oldWordsIn = (text: string): string[] =>
  [...new Set(text.match(pattern) ?? [])].map((word) => `${word} (${oldWords.get(word)})`);
