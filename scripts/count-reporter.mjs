// Counts tests, without the suites around them, for the last line of npm test. A suite that fails
// by itself, for example because its file cannot be loaded, counts as one failed test.
export default async function* countReporter(source) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for await (const { type, data } of source) {
    const isSuite = data?.details?.type === "suite";
    const isByTests = data?.details?.error?.failureType === "subtestsFailed";
    if (type === "test:pass" && !isSuite)
      counts[data.skip !== undefined || data.todo !== undefined ? "skipped" : "passed"]++;
    if (type === "test:fail" && !(isSuite && isByTests)) counts.failed++;
  }
  yield JSON.stringify(counts);
}
