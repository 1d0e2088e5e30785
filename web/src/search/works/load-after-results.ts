// Loads what the first results do not need.

export async function loadAfterResults() {
  return (await import('./after-results.ts')).afterResults
}
