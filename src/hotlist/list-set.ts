// The hot lists of the service: ours and those of the operator's file, in one map that all parts read and that changes with the file.
import type { Logger } from '../observability/log.ts'
import { closestKey } from '../parsing/validation-errors.ts'
import { buildLists, type HotList } from './build-lists.ts'
import type { ResolvedList } from './declared/entry.ts'
import type { FileList } from './declared/load-file.ts'
import { familyEntry, listsFolder } from './family-files.ts'

interface ListSetOptions {
  readonly ours: ReadonlyMap<string, HotList>
  readonly choice: ListChoice & { readonly HISTORY_SOURCES?: string | undefined }
  /** Receives for each list whether it is on by the settings. */
  readonly configured: Map<string, boolean>
  isOn(id: string): boolean
  /** Called after each change, with the lists that are new or defined anew. */
  onChange(defined: readonly HotList[]): void
  readonly log: Pick<Logger, 'warn'>
}

/** Creates the set, at first of our lists only. */
export async function createListSet({ ours, choice, configured, isOn, onChange, log }: ListSetOptions) {
  const lists = new Map<string, HotList>()
  const view: ReadonlyMap<string, HotList> = lists
  let own = noOwnLists
  let mistakes: readonly string[] = []
  /** The search sites of the file when it was read first. */
  let sites: string | undefined
  let unknownNames: readonly string[] = []

  async function put(next: typeof own): Promise<void> {
    const all = await addPinyin(new Map([...ours, ...listsOf(next.stored), ...listsOf(next.file)]))
    const unknown: string[] = []
    const selected = selectEnabled(all, choice, (problem) => unknown.push(problem), next.stored)
    selectForHistory(selected, choice.HISTORY_SOURCES, (problem) => unknown.push(problem))
    unknownNames = unknown
    const before = new Map(lists)
    own = next
    for (const id of before.keys()) if (!selected.has(id)) configured.delete(id)
    lists.clear()
    for (const [id, list] of withSwitches(selected, isOn)) {
      lists.set(id, list)
      configured.set(id, selected.get(id)?.isEnabled === true)
      list.movement.remember(before.get(id)?.movement.left() ?? [])
    }
    onChange([...lists].flatMap(([id, list]) => (isSame(before.get(id), list) ? [] : [list])))
  }

  const { read, readStored } = createReaders(ours)
  await put(own)
  return {
    lists: view,
    alwaysFresh: () => selectForHistory(lists, choice.HISTORY_SOURCES, () => undefined),
    /** One sentence for each entry of the settings that selects no list: it may be gone from the file, or have a mistake there. */
    unknownNames: () => unknownNames,
    /**
     * Puts the lists of the operator's file in place of those before. An entry with a mistake keeps what it declared before.
     * Names that the settings give to no list are not logged at the start, when others are still to come. Resolves to a count.
     */
    async putFile(text: string, fileName: string): Promise<string> {
      const found = await read(text, fileName)
      const isStart = sites === undefined
      sites ??= found.sites
      if (!found.isBroken && found.sites !== sites)
        log.warn('SOURCES_FILE: its search sites changed; restart the service to use them')
      await put(found.isBroken ? own : { ...own, file: nextOwn(found.lists, own.file, ours) })
      mistakes = found.mistakes
      for (const problem of isStart ? mistakes : [...mistakes, ...unknownNames]) log.warn(problem)
      return countOf([...own.file.keys()])
    },
    mistakes: () => mistakes,
    /** Rejects with one line for each mistake in a text of the form of the file. */
    checkStored: readStored,
    /** Puts the lists that an administrator stored in place of those before; a list of the file of the same id stays. Rejects as `checkStored`. */
    putStored: async (text: string) => await put({ ...own, stored: nextOwn(await readStored(text), new Map(), ours) }),
  }
}

function countOf(ids: readonly string[]): string {
  return `${ids.length} hot lists${ids.length === 0 ? '' : ` (${ids.join(', ')})`}`
}

/** Creates the readers of texts that declare lists. */
function createReaders(ours: ReadonlyMap<string, HotList>) {
  const read = async (text: string, fileName: string) => {
    const { readDeclaredLists } = await import('./declared/load-file.ts')
    return await readDeclaredLists(text, fileName, {
      takenReason: (id) => takenReason(id, ours),
      ourList: (id) => declaredListOf(id, ours),
    })
  }
  return {
    read,
    /** @throws (rejects) Error with one line for each mistake in the lists that an administrator stores. */
    async readStored(text: string) {
      const { lists, mistakes, sites } = await read(text, 'LISTS')
      if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
      if (sites !== '[]') throw new Error('must hold no search sites; they are for SOURCES_FILE')
      return lists
    },
  }
}

/** The lists of the operator's file, and those that an administrator stored. */
interface OwnLists {
  readonly file: ReadonlyMap<string, OwnList>
  readonly stored: ReadonlyMap<string, OwnList>
}

const noOwnLists: OwnLists = { file: new Map(), stored: new Map() }

function listsOf(own: ReadonlyMap<string, OwnList>) {
  return [...own].map(([id, { list }]) => [id, list] as const)
}

function isSame(before: HotList | undefined, { source }: HotList): boolean {
  return before !== undefined && before.source.definition === source.definition
}

interface OwnList {
  readonly entry: string
  readonly list: HotList
}

/** The lists of the file; one with a mistake is as it was before. */
function nextOwn(
  read: readonly FileList[],
  before: ReadonlyMap<string, OwnList>,
  ours: ReadonlyMap<string, HotList>,
): ReadonlyMap<string, OwnList> {
  const next = new Map<string, OwnList>()
  for (const { entry, id, declared } of read) {
    const found = declared && id !== undefined ? buildLists(id, declared.family) : []
    for (const list of found) {
      const definition = JSON.stringify(declared?.plain)
      const family = ours.get(list.id)?.family ?? list.family
      next.set(list.id, { entry, list: { ...list, family, source: { ...list.source, definition } } })
    }
    const isKept = (old: OwnList) => found.length === 0 && (id === undefined ? old.entry === entry : old.list.id === id)
    for (const [oldId, old] of before) if (isKept(old) && !next.has(oldId)) next.set(oldId, old)
  }
  return next
}

async function declaredListOf(id: string, ours: ReadonlyMap<string, HotList>): Promise<ResolvedList | undefined> {
  const family = ours.get(id)?.family
  const value = family === undefined ? undefined : await familyEntry(listsFolder, family)
  if (family === undefined || value === undefined) return undefined
  const { resolveEntry } = await import('./declared/entry.ts')
  return resolveEntry(family, value, () => undefined).find((list) => list.id === id)
}

/** Why an id is not free, as the end of a sentence. A list of ours may be overridden. */
function takenReason(id: string, ours: ReadonlyMap<string, HotList>): string | undefined {
  const isFamily = !ours.has(id) && [...ours.values()].some(({ family }) => family === id)
  return isFamily ? 'is a family of ours already, and no list; another id is needed' : undefined
}

/** The same lists, each with the pinyin of its Chinese name. The dictionary is loaded only if a list lacks it. */
export async function addPinyin(lists: ReadonlyMap<string, HotList>): Promise<ReadonlyMap<string, HotList>> {
  if (![...lists.values()].some(lacksPinyin)) return lists
  const { pinyinOf } = await import('../parsing/pinyin.ts')
  const complete = (list: HotList): HotList => {
    const pinyin = lacksPinyin(list) ? pinyinOf(list) : undefined
    return pinyin === undefined ? list : { ...list, pinyin }
  }
  return new Map([...lists].map(([id, list]) => [id, complete(list)]))
}

function lacksPinyin({ name, title = '', pinyin }: HotList): boolean {
  return pinyin === undefined && /\p{Script=Han}/u.test(`${name}${title}`)
}

export interface ListChoice {
  readonly ENABLED_SOURCES?: string | undefined
  readonly DISABLED_SOURCES?: string | undefined
}

type OnUnknown = (problem: string) => void

/**
 * Returns all lists with `isEnabled` set. `ENABLED_SOURCES` replaces the default selection, then `DISABLED_SOURCES` is removed from it.
 * An entry is an id, an id prefix (`acfun*`), a column (`column:tech`), `default` (the selection without this setting), `all` or `none`.
 * Lists of `stored`, which an administrator added while the service ran, are on without being named.
 * `onUnknown` receives a sentence with the setting, the entry and what is allowed, for an entry that selects no list.
 */
export function selectEnabled(
  all: ReadonlyMap<string, HotList>,
  choice: ListChoice,
  onUnknown: OnUnknown,
  stored: Pick<ReadonlyMap<string, unknown>, 'has'> = new Map(),
): ReadonlyMap<string, HotList> {
  const lists = [...all.values()]
  const on = parseSetting(choice, 'ENABLED_SOURCES', lists, onUnknown) ?? new Set(lists.filter(isOnByDefault))
  const off = parseSetting(choice, 'DISABLED_SOURCES', lists, onUnknown) ?? new Set()
  const isOn = (list: HotList) => (on.has(list) || stored.has(list.id)) && !off.has(list)
  return new Map(lists.map((list) => [list.id, { ...list, isEnabled: isOn(list) }]))
}

export function withSwitches(
  all: ReadonlyMap<string, HotList>,
  isOn: (id: string) => boolean,
): ReadonlyMap<string, HotList> {
  const isEnabled = (id: string) => ({ enumerable: true, get: () => isOn(id) })
  return new Map([...all].map(([id, list]) => [id, Object.defineProperty({ ...list }, 'isEnabled', isEnabled(id))]))
}

function isOnByDefault({ isEnabled }: HotList): boolean {
  return isEnabled
}

/** The lists that `HISTORY_SOURCES` names, of those that are enabled; entries as above, `default` means all enabled ones. */
export function selectForHistory(
  all: ReadonlyMap<string, HotList>,
  text: string | undefined,
  onUnknown: OnUnknown,
): readonly HotList[] {
  const named = parseSetting({ HISTORY_SOURCES: text }, 'HISTORY_SOURCES', [...all.values()], onUnknown)
  return [...(named ?? [])].filter(({ isEnabled }) => isEnabled)
}

function parseSetting<Setting extends string>(
  choice: { readonly [Name in Setting]?: string | undefined },
  setting: Setting,
  lists: readonly HotList[],
  onUnknown: OnUnknown,
): ReadonlySet<HotList> | undefined {
  const entries = (choice[setting] ?? '')
    .split(/[,，]/)
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean)
  // An empty setting counts as not set.
  if (entries.length === 0) return undefined
  return new Set(
    entries.flatMap((entry) => {
      const found = entry === 'none' ? [] : lists.filter(entryMatcher(entry))
      if (found.length === 0 && entry !== 'none') onUnknown(unknownListProblem(setting, entry, lists))
      return found
    }),
  )
}

function unknownListProblem(setting: string, entry: string, lists: readonly HotList[]): string {
  const isFamily = lists.some(({ family }) => family === entry)
  const familyHint = isFamily ? `; ${entry}* selects all lists of that family` : ''
  const allowed = 'an entry is an id, an id prefix (acfun*), column:tech, default, all or none'
  const near = closestKey(
    entry,
    lists.map(({ id }) => id),
  )
  const nearHint = near === undefined ? '' : `; did you mean ${near}?`
  const known = '/docs/sources and GET /api/v1/sources?includeDisabled=1 list the ids'
  return `${setting}: unknown list ${entry.slice(0, 60)}${familyHint || nearHint}; ${allowed}; ${known}`
}

function entryMatcher(entry: string): (list: HotList) => boolean {
  if (entry === 'all') return () => true
  if (entry === 'default') return isOnByDefault
  if (entry.startsWith('column:')) return ({ column }) => `column:${column}` === entry
  if (entry.endsWith('*')) return ({ id }) => id.startsWith(entry.slice(0, -1))
  return ({ id }) => id === entry
}
