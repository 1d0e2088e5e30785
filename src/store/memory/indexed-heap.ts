// A binary heap whose members store their index, so that any member can be moved or removed.
/** Access to the members of a heap. */
export interface HeapOrder<T> {
  isBefore(one: T, other: T): boolean
  /** The index of a member, as last set by `setIndex`. */
  indexOf(one: T): number
  setIndex(one: T, index: number): void
}

/** Creates an empty heap. Changes take logarithmic time. */
export function createIndexedHeap<T>(order: HeapOrder<T>) {
  const members: T[] = []

  function put(one: T, index: number): void {
    members[index] = one
    order.setIndex(one, index)
  }

  /** Moves a gap up from an index and returns where the member belongs. */
  function rise(one: T, from: number): number {
    let index = from
    while (index > 0) {
      const up = (index - 1) >> 1
      const parent = members[up]
      if (parent === undefined || !order.isBefore(one, parent)) break
      put(parent, index)
      index = up
    }
    return index
  }

  function sink(one: T, from: number): number {
    let index = from
    for (;;) {
      const down = firstChild(index)
      const child = members[down]
      if (child === undefined || !order.isBefore(child, one)) return index
      put(child, index)
      index = down
    }
  }

  function firstChild(index: number): number {
    const left = 2 * index + 1
    const [one, other] = [members[left], members[left + 1]]
    return one !== undefined && other !== undefined && order.isBefore(other, one) ? left + 1 : left
  }

  function settle(one: T, index: number): void {
    put(one, sink(one, rise(one, index)))
  }

  return {
    first: () => members[0],
    add: (one: T) => settle(one, members.length),
    /** Restores the order after the rank of a member changed. */
    update: (one: T) => settle(one, order.indexOf(one)),
    remove(one: T): void {
      const last = members.pop()
      if (last !== undefined && last !== one) settle(last, order.indexOf(one))
    },
  }
}
