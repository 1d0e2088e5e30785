// Works of one title as one card, which unfolds the others.
import type { Result } from './arrange.ts'

/** What works of one title have in common. */
export function titleKey({ work, part, key }: Pick<Result, 'work' | 'part' | 'key'>): string {
  return part === 'title' ? work.title.toLowerCase() : key
}

/** The first result of each title, with the number of the others, which follow it where the title is unfolded. */
export function foldTitles(results: readonly Result[], unfolded: ReadonlySet<string>): readonly Result[] {
  return [...Map.groupBy(results, titleKey)].flatMap(([title, [first, ...others]]) => {
    if (!first || others.length === 0) return first ?? []
    const isUnfolded = unfolded.has(title)
    return [{ ...first, others: others.length, isUnfolded }, ...(isUnfolded ? others : [])]
  })
}
