// Joins texts into sets: what is the same by one of its names is the same by all.

export type DisjointSets = ReturnType<typeof createDisjointSets>

/** `rank`: the texts that name a set best have the least rank. */
export function createDisjointSets(rank: (text: string) => number = () => 0) {
  const parents = new Map<string, string>()
  /** The text of the set with the least rank, else the least one: the order of joining does not matter. */
  const find = (text: string): string => {
    let root = text
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next
    // Shortens the way for the next search.
    if (root !== text) parents.set(text, root)
    return root
  }
  const join = (a: string, b: string): void => {
    const [first, second] = [find(a), find(b)]
    if (first === second) return
    const isFirst = rank(first) === rank(second) ? first < second : rank(first) < rank(second)
    parents.set(isFirst ? second : first, isFirst ? first : second)
  }
  return { find, join }
}
