// Joins texts into sets: what is the same by one of its names is the same by all.

export interface DisjointSets {
  join: (a: string, b: string) => void
  /** The least text of the set, so that the order of joining does not matter. */
  find: (text: string) => string
}

export function createDisjointSets(): DisjointSets {
  const parents = new Map<string, string>()
  const find = (text: string): string => {
    let root = text
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next
    // Shortens the way for the next search.
    for (let at = text; at !== root; ) {
      const next = parents.get(at) ?? root
      parents.set(at, root)
      at = next
    }
    return root
  }
  return {
    find,
    join: (a, b) => {
      const [first, second] = [find(a), find(b)]
      if (first !== second) parents.set(first < second ? second : first, first < second ? first : second)
    },
  }
}
