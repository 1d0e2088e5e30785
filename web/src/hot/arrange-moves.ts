// Where something goes in a row when it is moved a step, or dropped beside another.

/** The half of a row that something is held over. */
export type Edge = 'before' | 'after'

/** What it is put before; at the end where that is undefined. */
export interface Goal<Entry> {
  readonly before: Entry | undefined
}

/**
 * A step up or down among those of a row that are in sight; undefined where there is none further. Between two in sight there may be others
 * of the whole row: one step goes past them.
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

/** Where it goes when it is dropped on an edge of another; undefined when it is dropped on itself. */
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
