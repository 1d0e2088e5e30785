// Computes the new position of an entry that moves a step or is dropped on another.

/** The half of the entry under the pointer. */
export type Edge = 'before' | 'after'

/** The entry to insert before; undefined for the end of the row. */
export interface Goal<Entry> {
  readonly before: Entry | undefined
}

/**
 * One step up or down among the visible entries; undefined at the end. The step skips hidden entries between two
 * visible ones.
 */
export function stepGoal<Entry>(
  all: readonly Entry[],
  seen: readonly Entry[],
  entry: Entry,
  step: -1 | 1,
): Goal<Entry> | undefined {
  const at = seen.indexOf(entry)
  const beside = at + step < 0 ? undefined : seen[at + step]
  if (at < 0 || beside === undefined) return undefined
  return dropGoal(all, entry, beside, step === 1 ? 'after' : 'before')
}

/** Position after a drop on an edge of another entry; undefined when it is dropped on itself. */
export function dropGoal<Entry>(
  all: readonly Entry[],
  entry: Entry,
  target: Entry,
  edge: Edge,
): Goal<Entry> | undefined {
  if (entry === target) return undefined
  if (edge === 'before') return { before: target }
  const others = all.filter((other) => other !== entry)
  return { before: others[others.indexOf(target) + 1] }
}
