// Says by which key a work goes on when further titles change how the titles of a search are grouped.
import { groupBy, modeOf } from './grouped-title.ts'
import type { RecognisedTitle } from './recognise.ts'

/** Keys of `before` that no title has any more, with the key that most of their titles have now. */
export function keyChanges(
  before: ReadonlyMap<RecognisedTitle, string>,
  after: ReadonlyMap<RecognisedTitle, string>,
): Map<string, string> {
  const present = new Set(after.values())
  const changes = new Map<string, string>()
  for (const [key, titles] of groupBy(before.keys(), (title) => before.get(title) ?? '')) {
    const next = present.has(key) ? undefined : modeOf(titles.flatMap((title) => after.get(title) ?? []))
    if (next !== undefined) changes.set(key, next)
  }
  return changes
}
