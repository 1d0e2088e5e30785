// Compares two JSON replies of an upstream: paths that disappeared, and values whose type changed.

interface Outline {
  seen: number
  objects: number
  readonly types: Set<string>
  readonly keys: Map<string, Outline>
  rows: Outline | undefined
}

const maxDepth = 40

/** Keys that are data instead of names: `{"20261120": …}`. */
const dataKey = /^(?:\d+|[0-9a-f]{12,}|\d{4}-\d\d-\d\d)$/i

/** Lists the changes, one sentence each: first the outermost missing paths, then changed types. */
export function diffJson(before: unknown, now: unknown): string[] {
  const gone: string[] = []
  const other: string[] = []
  compare(outlineOf(before), outlineOf(now), '', { gone, other })
  return [...gone, ...other]
}

function outlineOf(value: unknown): Outline {
  const outline = emptyOutline()
  add(outline, value, 0)
  return outline
}

function emptyOutline(): Outline {
  return { seen: 0, objects: 0, types: new Set(), keys: new Map(), rows: undefined }
}

function add(outline: Outline, value: unknown, depth: number): void {
  outline.seen += 1
  if (value === null || depth > maxDepth) return
  outline.types.add(typeOf(value))
  if (typeof value !== 'object') return
  const entries = Object.entries(value)
  const hasRows = Array.isArray(value) || (entries.length > 0 && entries.every(([key]) => dataKey.test(key)))
  if (hasRows) {
    outline.rows ??= emptyOutline()
    for (const [, row] of entries) add(outline.rows, row, depth + 1)
    return
  }
  outline.objects += 1
  for (const [key, inner] of entries) {
    const at = outline.keys.get(key) ?? emptyOutline()
    outline.keys.set(key, at)
    add(at, inner, depth + 1)
  }
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value
}

type ChangeLists = Readonly<Record<'gone' | 'other', string[]>>

function compare(before: Outline, now: Outline, path: string, found: ChangeLists): void {
  const changed = otherType(before, now)
  if (changed !== undefined) {
    found.other.push(`${path || 'the reply'} ${changed}`)
    return
  }
  compareKeys(before, now, path, found)
  if (before.rows === undefined || now.rows === undefined || before.rows.seen === 0) return
  if (now.rows.seen === 0) found.gone.push(`${path || 'the reply'} is empty`)
  else compare(before.rows, now.rows, `${path}[]`, found)
}

function otherType(before: Outline, now: Outline): string | undefined {
  if (before.types.size === 0 || now.seen === 0) return undefined
  if (now.types.size === 0) return before.types.has('object') || before.types.has('array') ? 'is null now' : undefined
  if ([...before.types].some((type) => now.types.has(type))) return undefined
  return `was ${[...before.types].join(' or ')}, is now ${[...now.types].join(' or ')}`
}

function compareKeys(before: Outline, now: Outline, path: string, found: ChangeLists): void {
  if (now.objects === 0) return
  const under = (key: string) => (path === '' ? key : `${path}.${key}`)
  const gone = [...before.keys].filter(([key, { seen }]) => seen === before.objects && !now.keys.has(key))
  if (gone.length > 0)
    found.gone.push(
      missingPathsMessage(
        gone.map(([key]) => under(key)),
        newKeys(before, now),
      ),
    )
  for (const [key, inner] of before.keys) {
    const there = now.keys.get(key)
    if (there) compare(inner, there, under(key), found)
  }
}

const maxNames = 6

function missingPathsMessage(paths: readonly string[], fresh: readonly string[]): string {
  const [is, beside] = paths.length === 1 ? ['is', 'it'] : ['are', 'them']
  return `${named(paths)} ${is} gone${fresh.length === 0 ? '' : `; new beside ${beside}: ${named(fresh)}`}`
}

function named(names: readonly string[]): string {
  const more = names.length - maxNames
  return `${names.slice(0, maxNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** New keys: a renamed key is usually one of these. */
function newKeys(before: Outline, now: Outline): string[] {
  return [...now.keys.keys()].filter((key) => !before.keys.has(key) && !dataKey.test(key))
}
