// Scenery: objects whose keys can all be found by search.
interface Parts {
  readonly log: string
  readonly folder: string
}

export function named({ log, folder }: Parts) {
  const store = { folder }
  return { log, ...store, ...statusOf(folder) }
}

export function copied(parts: Parts) {
  return { ...parts }
}

export function listed(parts: readonly Parts[]) {
  const all = { count: parts.length }
  return parts.map((parts) => [parts, { ...all, last: [...parts.log] }])
}

function statusOf(folder: string) {
  return { status: folder }
}
