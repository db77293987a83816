// Counts tests, not the suites around them, for the last line of npm test.
export default async function* countReporter(source) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for await (const { type, data } of source) {
    if (data?.details?.type === "suite") continue;
    if (type === "test:pass")
      counts[data.skip !== undefined || data.todo !== undefined ? "skipped" : "passed"]++;
    if (type === "test:fail") counts.failed++;
  }
  yield JSON.stringify(counts);
}
