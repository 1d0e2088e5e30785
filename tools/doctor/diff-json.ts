// Compares two JSON replies of an upstream: paths that disappeared, and values whose type changed.

/** Keys that are data instead of names: `{"20261120": …}`. */
const dataKey = /^(?:\d+|[0-9a-f]{12,}|\d{4}-\d\d-\d\d)$/i

/** In characters; a reply that is nested deeper than real ones is not compared to its end. */
const maxPathLength = 1_000

type ChangeLists = Readonly<Record<'gone' | 'other', string[]>>

/** Lists the changes, one sentence each: first the outermost missing paths, then changed types. */
export function diffJson(before: unknown, now: unknown): string[] {
  const found: ChangeLists = { gone: [], other: [] }
  compare([before], [now], '', found)
  return [...found.gone, ...found.other]
}

/** Compares all values that stand at a path. */
function compare(before: readonly unknown[], now: readonly unknown[], path: string, found: ChangeLists): void {
  if (path.length > maxPathLength) return
  const name = path || 'the reply'
  const changed = otherType(typesOf(before), typesOf(now))
  if (changed !== undefined) return void found.other.push(`${name} ${changed}`)
  const [was, is] = [partsOf(before), partsOf(now)]
  if (is.records.length > 0) compareKeys(was.records, is.records, path, found)
  if (was.rows.length === 0 || !is.hasLists) return
  if (is.rows.length === 0) found.gone.push(`${name} is empty`)
  else compare(was.rows, is.rows, `${path}[]`, found)
}

/** Without those of null. */
function typesOf(values: readonly unknown[]): ReadonlySet<string> {
  const present = values.filter((value) => value !== null)
  return new Set(present.map((value) => (Array.isArray(value) ? 'array' : typeof value)))
}

function otherType(before: ReadonlySet<string>, now: ReadonlySet<string>): string | undefined {
  if (before.size === 0 || !before.isDisjointFrom(now)) return undefined
  if (now.size === 0) return before.has('object') || before.has('array') ? 'is null now' : undefined
  return `was ${[...before].join(' or ')}, is now ${[...now].join(' or ')}`
}

type Json = Readonly<Record<string, unknown>>

/** The rows of all lists among these values, and the objects with names. */
function partsOf(values: readonly unknown[]) {
  const objects = values.filter((value): value is Json => typeof value === 'object' && value !== null)
  const { list: lists = [], record: records = [] } = Object.groupBy(objects, (one) => {
    const keys = Object.keys(one)
    return Array.isArray(one) || (keys.length > 0 && keys.every((key) => dataKey.test(key))) ? 'list' : 'record'
  })
  return { rows: lists.flatMap((list) => Object.values(list)), hasLists: lists.length > 0, records }
}

function compareKeys(before: readonly Json[], now: readonly Json[], path: string, found: ChangeLists): void {
  const under = (key: string) => (path === '' ? key : `${path}.${key}`)
  const keysOf = (records: readonly Json[]) => new Set(records.flatMap((record) => Object.keys(record)))
  const [was, is] = [keysOf(before), keysOf(now)]
  const valuesAt = (key: string, records: readonly Json[]) =>
    records.flatMap((record) => (Object.hasOwn(record, key) ? [record[key]] : []))
  const missing = [...was].filter((key) => !is.has(key))
  const gone = missing.filter((key) => valuesAt(key, before).length === before.length)
  // A renamed key is usually one of the new ones.
  const fresh = [...is].filter((key) => !was.has(key) && !dataKey.test(key))
  if (gone.length > 0) found.gone.push(missingPathsMessage(gone.map(under), fresh))
  for (const key of was) if (is.has(key)) compare(valuesAt(key, before), valuesAt(key, now), under(key), found)
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
