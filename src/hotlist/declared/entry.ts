// Resolves an entry of a file: its lists, the ways of each list, and the keys that these inherit.
import type { PlainMap, PlainValue } from '../../parsing/parse-yaml.ts'
import { didYouMean } from '../../parsing/validation-errors.ts'
import { kinds, type ListKind, listKeys, wayKeys } from './keys.ts'
import { isList, isMap } from './placeholders.ts'

export type KeyPath = readonly (string | number)[]
export type Report = (path: KeyPath, message: string) => void

/** A value and where it stands in the file. */
export interface Given {
  readonly value: PlainValue
  readonly path: KeyPath
}

/** The keys of a list or of one of its ways, with those it inherits. */
export interface Scope {
  readonly path: KeyPath
  readonly values: ReadonlyMap<string, Given>
}

export interface ResolvedList {
  readonly id: string
  /** The first has also the keys that describe the list. */
  readonly ways: readonly [Scope, ...Scope[]]
  /** Names of keys that are words for braces. */
  readonly words: ReadonlySet<string>
  /** The keys of the list and those that it inherits, as an entry of its own. */
  readonly plain: PlainMap
}

/** Lists of ours that an operator may override, by id. */
export type OurLists = ReadonlyMap<string, ResolvedList>

/** The ids of the lists of an entry; undefined when they cannot be told. */
export function listIdsOf(id: string, value: PlainValue): readonly string[] | undefined {
  if (!isMap(value)) return undefined
  const { lists } = value
  if (lists === undefined) return [id]
  return isMap(lists) ? Object.keys(lists) : undefined
}

/**
 * The lists of an entry: those below `lists`, else the entry itself. A list with the id of one of `ours` has the keys of that too, if it does
 * not say them. Reports what is not one.
 */
export function resolveEntry(
  id: string,
  value: PlainValue,
  report: Report,
  ours: OurLists = new Map(),
): ResolvedList[] {
  if (!isMap(value)) {
    report([id], 'must be a map with name, one of feed, json and page, and the keys of that kind, each on its own line')
    return []
  }
  const words = new Set(bracesIn(value).filter((name) => !allKeys.has(name) && !/^(?:today|now)$/.test(name)))
  const own = scopeOf([id], value)
  const given = own.values.get('lists')
  const resolve = (listId: string, scope: Scope) =>
    resolveList(listId, { scope, words, overridden: ours.get(listId) }, report)
  if (given === undefined) return [resolve(id, own)]
  if (!isMap(given.value)) {
    report(given.path, 'must be a map of lists: an id and a colon, with its keys indented below')
    return []
  }
  const family = { ...own, values: new Map([...own.values].filter(([key]) => key !== 'lists')) }
  return Object.entries(given.value).flatMap(([listId, list]) => {
    const path = [...given.path, listId]
    if (isMap(list)) return [resolve(listId, inherit(family, scopeOf(path, list)))]
    report(path, 'must be a map of the keys of this list; {} if it has none of its own')
    return []
  })
}

const allKeys: ReadonlySet<string> = new Set([...listKeys, ...Object.values(wayKeys).flat(), 'or', 'lists'])

/** Names in the braces of all texts. */
function bracesIn(value: PlainValue): string[] {
  if (typeof value === 'string') return [...value.matchAll(/\{([\w-]+)\}/g)].map(([, name = '']) => name)
  return isMap(value) || isList(value) ? Object.values(value).flatMap(bracesIn) : []
}

function scopeOf(path: KeyPath, map: PlainMap): Scope {
  return { path, values: new Map(Object.entries(map).map(([key, value]) => [key, { value, path: [...path, key] }])) }
}

/** Adds the keys of `over`. A key of another kind starts the request anew; an empty text takes an inherited key away. */
function inherit(under: Scope, over: Scope): Scope {
  const kind = kindsIn(over)[0]
  const before = kindsIn(under)
  const isOther = kind !== undefined && before.length > 0 && !before.includes(kind)
  const kept = [...under.values].filter(([key]) => !(isOther && !listKeys.includes(key) && allKeys.has(key)))
  const values = new Map([...kept, ...over.values])
  for (const [key, { value }] of over.values)
    if (value === '' && allKeys.has(key) && under.values.has(key)) values.delete(key)
  return { path: over.path, values }
}

export function kindsIn({ values }: Scope): ListKind[] {
  return kinds.filter((one) => values.has(one))
}

interface OwnList {
  readonly scope: Scope
  readonly words: ReadonlySet<string>
  readonly overridden: ResolvedList | undefined
}

function resolveList(id: string, { scope, words: ownWords, overridden }: OwnList, report: Report): ResolvedList {
  const list = overridden ? inherit(ourScope(overridden, scope.path), scope) : scope
  const words = overridden ? ownWords.union(overridden.words) : ownWords
  const plain = Object.fromEntries([...list.values].map(([key, { value }]) => [key, value]))
  const { or, lists, ...keys } = Object.fromEntries(list.values)
  if (lists) report(lists.path, 'must stand at the top of an entry, not in one of its lists')
  if (or && !isList(or.value)) report(or.path, 'must be a list of other ways, each a dash and the keys that differ')
  const first = { ...list, values: new Map(Object.entries(keys)) }
  const others = or && isList(or.value) ? or.value : []
  const ways = others.flatMap((way, at) => {
    const path = [...(or?.path ?? []), at]
    if (isMap(way)) return [inherit(first, ownKeysOfWay(scopeOf(path, way), report))]
    report(path, 'must be a map of the keys that differ from the list')
    return []
  })
  return { id, ways: [first, ...ways], words, plain }
}

/** What is wrong with a key of ours is reported at the entry of the operator, for which it does not fit. */
function ourScope({ plain }: ResolvedList, path: KeyPath): Scope {
  return { path, values: new Map(Object.entries(plain).map(([key, value]) => [key, { value, path }])) }
}

function ownKeysOfWay(scope: Scope, report: Report): Scope {
  const isMisplaced = (key: string) => listKeys.includes(key) || key === 'or' || key === 'lists'
  for (const [key, { path }] of scope.values)
    if (isMisplaced(key)) report(path, 'must stand with the list, not in one of its other ways')
  return { ...scope, values: new Map([...scope.values].filter(([key]) => !isMisplaced(key))) }
}

/** Reports the keys of a way that its kind does not have. */
export function reportUnknownKeys({ values }: Scope, kind: ListKind, words: ReadonlySet<string>, report: Report): void {
  const allowed = [...wayKeys[kind], ...listKeys, 'or', 'lists']
  for (const [key, { value, path }] of values) {
    if (allowed.includes(key)) continue
    if (!words.has(key)) report(path, `unknown key; ${didYouMean(key, allowed)}`)
    else if (typeof value !== 'string') report(path, 'must be a text: it is a word for braces')
  }
}
