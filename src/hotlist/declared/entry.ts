// Resolves an entry of a file: its lists, the ways of each list, the keys that these inherit; and compiles the lists.

import { type EntryWords, isList, isMap, withWords } from '../../parsing/field-selector.ts'
import type { PlainMap, PlainValue } from '../../parsing/parse-yaml.ts'
import type { Io } from '../../upstream/source.ts'
import type { Family, HotItem, List } from '../list-definition.ts'
import { newestFirst } from '../sites/json-list.ts'
import {
  createKeyReader,
  type KeyPath,
  kinds,
  type ListKind,
  listKeys,
  type Report,
  readLimits,
  type Scope,
  textReaders,
  wayKeys,
} from './keys.ts'
import { type AskWay, compileWay, wordsOf } from './way.ts'

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

/** The address of a feed alone is a list of it. */
function entryOf(value: PlainValue): PlainValue {
  return typeof value === 'string' && /^https?:\/\//.test(value) ? { feed: value } : value
}

export function listIdsOf(id: string, given: PlainValue): readonly string[] | undefined {
  const value = entryOf(given)
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
  given: PlainValue,
  report: Report,
  ours: OurLists = new Map(),
): ResolvedList[] {
  const value = entryOf(given)
  if (!isMap(value)) {
    report(
      [id],
      'must be the address of a feed, or a map with name, one of feed, json and page, and the keys of that kind, each on its own line',
    )
    return []
  }
  const words = new Set(bracesIn(value).filter((name) => !allKeys.has(name) && !/^(?:today|now)$/.test(name)))
  const own = scopeOf([id], value)
  const listed = own.values.get('lists')
  const resolve = (listId: string, scope: Scope) =>
    resolveList(listId, { scope, words, overridden: ours.get(listId) }, report)
  if (listed === undefined) return [resolve(id, own)]
  if (!isMap(listed.value)) {
    report(listed.path, 'must be a map of lists: an id and a colon, with its keys indented below')
    return []
  }
  const family = { ...own, values: new Map([...own.values].filter(([key]) => key !== 'lists')) }
  return Object.entries(listed.value).flatMap(([listId, list]) => {
    const path = [...listed.path, listId]
    if (isMap(list)) return [resolve(listId, inherit(family, scopeOf(path, list)))]
    report(path, 'must be a map of the keys of this list; {} if it has none of its own')
    return []
  })
}

const allKeys: ReadonlySet<string> = new Set([...listKeys, ...Object.values(wayKeys).flat(), 'or', 'lists'])

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

function kindsIn({ values }: Scope): ListKind[] {
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

/** A mistake in a key of a built-in list is reported at the entry of the operator that uses it. */
function ourScope({ plain }: ResolvedList, path: KeyPath): Scope {
  return { path, values: new Map(Object.entries(plain).map(([key, value]) => [key, { value, path }])) }
}

function ownKeysOfWay(scope: Scope, report: Report): Scope {
  const isMisplaced = (key: string) => listKeys.includes(key) || key === 'or' || key === 'lists'
  for (const [key, { path }] of scope.values)
    if (isMisplaced(key)) report(path, 'must stand with the list, not in one of its other ways')
  return { ...scope, values: new Map([...scope.values].filter(([key]) => !isMisplaced(key))) }
}

export type DeclaredList = List & Pick<Family, 'name' | 'home' | 'column' | 'color'> & { readonly id: string }

/** A list, and its keys as an entry of its own. */
export type WithEntry = DeclaredList & { readonly plain: PlainMap }

/** The lists of an entry; what is wrong with any key of any way is reported. */
export function declaredLists(id: string, value: PlainValue, report: Report, ours?: OurLists): WithEntry[] {
  return describedLists(id, value, report, ours).map(({ list, described }) => ({
    ...described,
    ask: compileList(list, described, report),
    plain: list.plain,
  }))
}

/** The same for an entry that was checked before: a list is compiled when it is first asked. @throws Error for a wrong entry. */
export function checkedLists(id: string, value: PlainValue): DeclaredList[] {
  const refuse: Report = (path, message) => {
    throw new Error(`${path.join('.')}: ${message}`)
  }
  return describedLists(id, value, refuse).map(({ list, described }) => {
    let compiled: AskWay | undefined
    const ask = (io: Io) => {
      compiled ??= compileList(list, described, refuse)
      return compiled(io)
    }
    return { ...described, ask }
  })
}

/** Lists of one entry as a family, whose other fields are those of its first list. @throws Error when there is none. */
export function familyOf(lists: readonly DeclaredList[]): Family {
  const [first] = lists
  if (!first) throw new Error('has no lists')
  const { name, home, column, color } = first
  return { name, home, column, color, lists: Object.fromEntries(lists.map(({ id, ...list }) => [id, list])) }
}

function describedLists(id: string, value: PlainValue, report: Report, ours?: OurLists) {
  return resolveEntry(id, value, report, ours).flatMap((list) => {
    const described = describe(list, report)
    return described ? [{ list, described }] : []
  })
}

type Described = Omit<DeclaredList, 'ask'>

function describe({ id, ways: [first], words: names }: ResolvedList, report: Report): Described | undefined {
  const kind = kindOf(first, report)
  if (kind === undefined) return undefined
  const keys = createKeyReader(first, report)
  if (kind !== 'feed') keys.require('name', 'the name of the list')
  const words = wordsOf(first, names)
  const read = textReaders
  keys.text('evidence', read.evidence)
  const title = keys.text('subtitle', (text) => read.subtitle(withWords(text, words)))
  const needs = keys.text('needs', read.needs)
  const limits = keys.value('limits', readLimits)
  return {
    id,
    name: keys.text('name', read.name) ?? URL.parse(homeOf(first, kind, words))?.host ?? id,
    home: keys.text('home', (text) => read.home(withWords(text, words))) ?? homeOf(first, kind, words),
    type: keys.text('type', read.type) ?? (kind === 'feed' ? 'realtime' : 'hottest'),
    interval: keys.text('interval', read.interval) ?? 1_800,
    column: keys.text('column', read.column) ?? 'community',
    color: keys.text('color', read.color) ?? '#64748b',
    isOff: keys.text('enabled', read.enabled) === false,
    mayBeEmpty: keys.text('mayBeEmpty', read.mayBeEmpty) ?? false,
    ...(title !== undefined && { title }),
    ...(needs !== undefined && { needs }),
    ...(limits && { limits }),
  }
}

/** The host of the address that is asked first; a wrong address is reported elsewhere. */
function homeOf({ values }: Scope, kind: ListKind, words: EntryWords): string {
  const [address] = [values.get(kind)?.value].flat()
  return `${URL.parse(withWords(String(address).trim(), words))?.origin}/`
}

function kindOf(scope: Scope, report: Report): ListKind | undefined {
  const [kind, ...others] = kindsIn(scope)
  const choice = 'a list needs exactly one of feed, json and page, with its URL'
  for (const other of others) report(scope.values.get(other)?.path ?? scope.path, `conflicts with ${kind}; ${choice}`)
  if (kind === undefined) report(scope.path, choice)
  return others.length > 0 ? undefined : kind
}

function compileList({ ways, words }: ResolvedList, { type, mayBeEmpty = false }: Described, report: Report): AskWay {
  const asks = ways.flatMap((way) => {
    const kind = kindOf(way, report)
    return kind === undefined ? [] : [compileWay(way, { kind, words, mayBeEmpty }, report)]
  })
  const isSorted = createKeyReader(ways[0], report).text('sorted', textReaders.sorted) ?? type === 'realtime'
  const [only] = asks
  const ask = async (io: Io): Promise<HotItem[]> => (only && asks.length === 1 ? only(io) : io.firstOf(asks))
  return isSorted ? async (io) => newestFirst(await ask(io), io.now) : ask
}
