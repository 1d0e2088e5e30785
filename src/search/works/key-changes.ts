// Says by which key a work goes on when further titles change how the titles of a search are grouped.
import { groupBy, modeOf } from './grouped-title.ts'
import type { RecognisedTitle } from './recognise.ts'

/** Keys of `before` that none of their titles has any more, with the key that most of these titles have now. */
export function keyChanges(
  before: ReadonlyMap<RecognisedTitle, string>,
  after: ReadonlyMap<RecognisedTitle, string>,
): Map<string, string> {
  const changes = new Map<string, string>()
  for (const [key, titles] of groupBy(before.keys(), (title) => before.get(title) ?? '')) {
    const keys = titles.flatMap((title) => after.get(title) ?? [])
    const next = keys.includes(key) ? undefined : modeOf(keys)
    if (next !== undefined) changes.set(key, next)
  }
  return changes
}
