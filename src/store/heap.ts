// A heap whose members know their places in it, so that any of them can be moved or taken out.

/** What a heap needs to know of its members. */
export interface Order<T> {
  isBefore(one: T, other: T): boolean
  /** Where in the heap a member stands, as `stands` was told last. */
  placeOf(one: T): number
  stands(one: T, place: number): void
}

/** Members of which the first is always at hand. */
export interface Heap<T> {
  first(): T | undefined
  add(one: T): void
  /** Says that the rank of a member has changed. */
  moved(one: T): void
  /** Takes a member out. */
  take(one: T): void
}

/** Makes an empty heap. A change takes time by the logarithm of its size at the most. */
export function createHeap<T>(order: Order<T>): Heap<T> {
  const members: T[] = []

  function put(one: T, place: number): void {
    members[place] = one
    order.stands(one, place)
  }

  /** Gives the place at which a member may stand, counting upwards from a free one. */
  function rise(one: T, from: number): number {
    let place = from
    while (place > 0) {
      const up = (place - 1) >> 1
      const parent = members[up]
      if (parent === undefined || !order.isBefore(one, parent)) break
      put(parent, place)
      place = up
    }
    return place
  }

  function sink(one: T, from: number): number {
    let place = from
    for (;;) {
      const down = firstChild(place)
      const child = members[down]
      if (child === undefined || !order.isBefore(child, one)) return place
      put(child, place)
      place = down
    }
  }

  function firstChild(place: number): number {
    const left = 2 * place + 1
    const [one, other] = [members[left], members[left + 1]]
    return one !== undefined && other !== undefined && order.isBefore(other, one) ? left + 1 : left
  }

  function settle(one: T, place: number): void {
    put(one, sink(one, rise(one, place)))
  }

  return {
    first: () => members[0],
    add: (one) => settle(one, members.length),
    moved: (one) => settle(one, order.placeOf(one)),
    take(one) {
      const last = members.pop()
      if (last !== undefined && last !== one) settle(last, order.placeOf(one))
    },
  }
}
