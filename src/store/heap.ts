// A binary heap whose members store their index, so that any member can be moved or removed.

/** Access to the members of a heap. */
export interface Order<T> {
  isBefore(one: T, other: T): boolean
  /** The index of a member, as last set by `stands`. */
  placeOf(one: T): number
  stands(one: T, place: number): void
}

/** A priority queue. */
export interface Heap<T> {
  first(): T | undefined
  add(one: T): void
  /** Restores the order after the rank of a member changed. */
  moved(one: T): void
  /** Removes a member. */
  take(one: T): void
}

/** Creates an empty heap. Changes take logarithmic time. */
export function createHeap<T>(order: Order<T>): Heap<T> {
  const members: T[] = []

  function put(one: T, place: number): void {
    members[place] = one
    order.stands(one, place)
  }

  /** Moves a gap up from an index and returns where the member belongs. */
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
