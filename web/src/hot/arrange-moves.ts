// Computes the new position of an entry that moves a step or is dropped on another.

/** The half of the entry under the pointer. */
export type Edge = 'before' | 'after'

/** The entry to insert before; undefined for the end of the row. */
export interface MoveTarget<Entry> {
  readonly before: Entry | undefined
}

/**
 * One step up or down among the visible entries; undefined at the end. The step skips hidden entries between two
 * visible ones.
 */
export function stepTarget<Entry>(
  all: readonly Entry[],
  visible: readonly Entry[],
  entry: Entry,
  step: -1 | 1,
): MoveTarget<Entry> | undefined {
  const at = visible.indexOf(entry)
  const neighbour = at + step < 0 ? undefined : visible[at + step]
  if (at < 0 || neighbour === undefined) return undefined
  return dropTarget(all, entry, neighbour, step === 1 ? 'after' : 'before')
}

/** Position after a drop on an edge of another entry; undefined when it is dropped on itself. */
export function dropTarget<Entry>(
  all: readonly Entry[],
  entry: Entry,
  target: Entry,
  edge: Edge,
): MoveTarget<Entry> | undefined {
  if (entry === target) return undefined
  if (edge === 'before') return { before: target }
  const others = all.filter((other) => other !== entry)
  return { before: others[others.indexOf(target) + 1] }
}
