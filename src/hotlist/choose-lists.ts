// Which of the known hot lists are asked: those that are on by default, or as an operator's settings have it.
import type { HotList } from './accept-family.ts'

/** An operator's choice; each a list separated by commas, undefined when not set. */
export interface ListChoice {
  readonly ENABLED_SOURCES?: string | undefined
  readonly DISABLED_SOURCES?: string | undefined
}

/**
 * The lists, each on or off. `ENABLED_SOURCES` are the only ones that are on, `DISABLED_SOURCES` are then turned off. An entry is an id,
 * the beginning of ids (`acfun*`), a column (`column:tech`), `default` (what is on unless this is set), `all` or `none`.
 * @throws Error naming the setting, the entry and what is allowed.
 */
export function chooseLists(all: ReadonlyMap<string, HotList>, choice: ListChoice): ReadonlyMap<string, HotList> {
  const lists = [...all.values()]
  const on = meant('ENABLED_SOURCES', choice, lists) ?? new Set(lists.filter(isOnByDefault))
  const off = meant('DISABLED_SOURCES', choice, lists) ?? new Set()
  return new Map(lists.map((list) => [list.id, { ...list, isEnabled: on.has(list) && !off.has(list) }]))
}

function isOnByDefault({ isEnabled }: HotList): boolean {
  return isEnabled
}

function meant(
  setting: keyof ListChoice,
  choice: ListChoice,
  lists: readonly HotList[],
): ReadonlySet<HotList> | undefined {
  const entries = (choice[setting] ?? '')
    .split(/[,，]/)
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '')
  // An empty list is as good as none.
  if (entries.length === 0) return undefined
  return new Set(entries.flatMap((entry) => listsMeantBy(setting, entry, lists)))
}

function listsMeantBy(setting: string, entry: string, lists: readonly HotList[]): readonly HotList[] {
  if (entry === 'none') return []
  const found = lists.filter(fitting(entry))
  if (found.length > 0) return found
  const isFamily = lists.some(({ family }) => family === entry)
  const near = isFamily ? `; ${entry}* are all lists of that family` : ''
  const allowed = 'an entry is an id, the beginning of ids (acfun*), column:tech, default, all or none'
  const known = 'docs/sources.md and GET /api/v1/sources?includeDisabled=1 have the ids'
  throw new Error(`${setting}: no list is called ${entry.slice(0, 60)}${near}; ${allowed}; ${known}`)
}

function fitting(entry: string): (list: HotList) => boolean {
  if (entry === 'all') return () => true
  if (entry === 'default') return isOnByDefault
  if (entry.startsWith('column:')) return ({ column }) => `column:${column}` === entry
  if (entry.endsWith('*')) return ({ id }) => id.startsWith(entry.slice(0, -1))
  return ({ id }) => id === entry
}
