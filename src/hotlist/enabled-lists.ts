// Selects the enabled hot lists: the default selection, or the one in ENABLED_SOURCES and DISABLED_SOURCES.
import type { HotList } from './build-lists.ts'

export interface ListChoice {
  readonly ENABLED_SOURCES?: string | undefined
  readonly DISABLED_SOURCES?: string | undefined
}

type OnUnknown = (problem: string) => void

function refuse(problem: string): never {
  throw new Error(problem)
}

type ListSetting = keyof ListChoice | 'HISTORY_SOURCES'

/**
 * Returns all lists with `isEnabled` set. `ENABLED_SOURCES` replaces the default selection, then `DISABLED_SOURCES` is removed from it.
 * An entry is an id, an id prefix (`acfun*`), a column (`column:tech`), `default` (the selection without this setting), `all` or `none`.
 * `onUnknown` receives a sentence with the setting, the entry and what is allowed, for an entry that selects no list.
 * @throws Error with that sentence, by default.
 */
export function selectEnabled(
  all: ReadonlyMap<string, HotList>,
  choice: ListChoice,
  onUnknown: OnUnknown = refuse,
): ReadonlyMap<string, HotList> {
  const lists = [...all.values()]
  const on = parseSetting('ENABLED_SOURCES', choice, lists, onUnknown) ?? new Set(lists.filter(isOnByDefault))
  const off = parseSetting('DISABLED_SOURCES', choice, lists, onUnknown) ?? new Set()
  return new Map(lists.map((list) => [list.id, { ...list, isEnabled: on.has(list) && !off.has(list) }]))
}

export function withSwitches(
  all: ReadonlyMap<string, HotList>,
  isOn: (id: string) => boolean,
): ReadonlyMap<string, HotList> {
  const follow = (list: HotList): HotList => ({
    ...list,
    get isEnabled() {
      return isOn(list.id)
    },
  })
  return new Map([...all].map(([id, list]) => [id, follow(list)]))
}

function isOnByDefault({ isEnabled }: HotList): boolean {
  return isEnabled
}

/**
 * The lists that `HISTORY_SOURCES` names, of those that are enabled; entries as above, `default` means all enabled ones.
 * @throws Error as `selectEnabled` does.
 */
export function selectForHistory(
  all: ReadonlyMap<string, HotList>,
  text: string | undefined,
  onUnknown: OnUnknown = refuse,
): readonly HotList[] {
  const named = parseSetting('HISTORY_SOURCES', { HISTORY_SOURCES: text }, [...all.values()], onUnknown)
  return [...(named ?? [])].filter(({ isEnabled }) => isEnabled)
}

function parseSetting(
  setting: ListSetting,
  choice: Partial<Readonly<Record<ListSetting, string | undefined>>>,
  lists: readonly HotList[],
  onUnknown: OnUnknown,
): ReadonlySet<HotList> | undefined {
  const entries = (choice[setting] ?? '')
    .split(/[,，]/)
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '')
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
  const known = '/docs/sources and GET /api/v1/sources?includeDisabled=1 list the ids'
  return `${setting}: unknown list ${entry.slice(0, 60)}${familyHint}; ${allowed}; ${known}`
}

function entryMatcher(entry: string): (list: HotList) => boolean {
  if (entry === 'all') return () => true
  if (entry === 'default') return isOnByDefault
  if (entry.startsWith('column:')) return ({ column }) => `column:${column}` === entry
  if (entry.endsWith('*')) return ({ id }) => id.startsWith(entry.slice(0, -1))
  return ({ id }) => id === entry
}
