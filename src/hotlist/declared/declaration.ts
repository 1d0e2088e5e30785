// Compiles the lists of an entry: what describes them, and how they are asked.
import type { PlainMap, PlainValue } from '../../parsing/parse-yaml.ts'
import type { Io } from '../../upstream/source.ts'
import type { Family, HotItem, List } from '../list-definition.ts'
import { newestFirst } from '../sites/newest-first.ts'
import { kindsIn, type OurLists, type Report, type ResolvedList, resolveEntry, type Scope } from './entry.ts'
import { createKeyReader } from './key-reader.ts'
import { type ListKind, readLimits, textReaders } from './keys.ts'
import { withWords } from './placeholders.ts'
import { type AskWay, compileWay, wordsOf } from './way.ts'

/** A declared list with all that describes it. */
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

/** What describes a list; undefined when that cannot be said. */
function describe({ id, ways: [first], words: names }: ResolvedList, report: Report): Described | undefined {
  const kind = kindOf(first, report)
  if (kind === undefined) return undefined
  const keys = createKeyReader(first, report)
  keys.require('name', 'the name of the list')
  const words = wordsOf(first, names)
  const { name, subtitle, home, type, interval, column, color, enabled, mayBeEmpty, needs, evidence } = textReaders
  keys.text('evidence', evidence)
  const title = keys.text('subtitle', (text) => subtitle(withWords(text, words)))
  const need = keys.text('needs', needs)
  const limits = keys.value('limits', readLimits)
  return {
    id,
    name: keys.text('name', name) ?? id,
    home: keys.text('home', (text) => home(withWords(text, words))) ?? homeOf(first, kind),
    type: keys.text('type', type) ?? (kind === 'feed' ? 'realtime' : 'hottest'),
    interval: keys.text('interval', interval) ?? 1_800,
    column: keys.text('column', column) ?? 'community',
    color: keys.text('color', color) ?? '#64748b',
    isOff: keys.text('enabled', enabled) === false,
    mayBeEmpty: keys.text('mayBeEmpty', mayBeEmpty) ?? false,
    ...(title === undefined ? {} : { title }),
    ...(need === undefined ? {} : { needs: need }),
    ...(limits === undefined ? {} : { limits }),
  }
}

/** The host of the address that is asked first; a wrong address is reported elsewhere. */
function homeOf({ values }: Scope, kind: ListKind): string {
  const [address] = [values.get(kind)?.value].flat()
  return `${URL.parse(String(address))?.origin}/`
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
