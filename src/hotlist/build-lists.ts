// Builds hot lists from a source file's default export: validates it, reads its settings, sanitizes its items.
import { z } from 'zod'
import { columns } from '../contract/columns.ts'
import { limitFields } from '../parsing/limit-fields.ts'
import { readSettings } from '../parsing/source-settings.ts'
import { isFuture } from '../parsing/times.ts'
import { UpstreamError } from '../upstream/errors.ts'
import type { Io, Source } from '../upstream/source.ts'
import type { Family } from './list-definition.ts'
import { createListMovement, type ListMovement } from './movement.ts'
import { exceedsStoredItems, isListItem, type ListItem, sanitizeItems, storableItems } from './sanitize-items.ts'

export type ListQuery = Readonly<Record<string, never>>

const text = z.string().min(1)
/** A list's metadata, available without loading its code; `pinyin` is that of name and title if they contain Chinese. */
export const listRecord = z.object({
  id: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must consist of a-z, 0-9 and single dashes'),
  pinyin: z.string().exactOptional(),
  isEnabled: z.boolean(),
  name: text,
  home: z.url({ protocol: /^https?$/ }),
  column: z.enum(columns),
  color: z.string().regex(/^#[0-9a-f]{6}$/, 'must be like #ef4444'),
  title: text.exactOptional(),
  type: z.enum(['hottest', 'realtime']),
  /** Seconds. */
  interval: z.int().min(30).max(86_400),
  isOfToday: z.boolean().exactOptional(),
  limits: z.partialRecord(z.keyof(z.object(limitFields)), z.int().min(0)).exactOptional(),
})
export type ListRecord = Readonly<z.output<typeof listRecord>>

export interface HotList extends Omit<ListRecord, 'limits'> {
  readonly family: string
  readonly source: Source<ListQuery, ListItem>
  readonly movement: ListMovement
}

interface LoadedFamily {
  readonly family: Family
  readonly settings: unknown
}

const unlimitedStaleMs = 10 * 365 * 24 * 60 * 60_000

const listLimits = { redirects: 3, staleMs: unlimitedStaleMs } as const

/**
 * Builds the lists of a source file's default export, with its settings from `env`.
 * @throws Error naming what is missing, or which setting is invalid and what is allowed.
 */
export function buildLists(
  name: string,
  exported: unknown,
  env: Readonly<Record<string, string | undefined>> = {},
): HotList[] {
  const records = listRecords(name, exported)
  const loaded = parseWithSettings(name, exported, env)
  return listsFromRecords(name, records, async () => loaded)
}

export function parseWithSettings(
  name: string,
  exported: unknown,
  env: Readonly<Record<string, string | undefined>>,
): LoadedFamily {
  const family = parseFamily(exported)
  return { family, settings: readSettings(name, family.settings, env) }
}

/** The metadata of the lists in a source file's default export. @throws Error naming what is missing. */
export function listRecords(name: string, exported: unknown): ListRecord[] {
  const { lists, ...defaults } = parseFamily(exported)
  return Object.entries(lists).map(([id, list]) => {
    if (id !== name && !id.startsWith(`${name}-`))
      throw new Error(`lists.${id}: must be ${name} or start with ${name}-`)
    const { name: siteName, title, isOff = false, isOfToday, limits, ...shown } = { ...defaults, ...list }
    const { home, type, interval, column, color } = shown
    const record = {
      id,
      name: siteName,
      ...(title === undefined ? {} : { title }),
      ...{ home, type, interval, isEnabled: !isOff, column, color },
      ...(isOfToday ? { isOfToday } : {}),
      ...(limits ? { limits } : {}),
    }
    const [issue] = listRecord.safeParse(record).error?.issues ?? []
    if (!issue) return record
    throw new Error(`lists.${id}.${issue.path.join('.')}: ${issue.message}`)
  })
}

/** The metadata of a built-in family: generated from its code and read at startup instead of loading it. */
const familyShape = z.object({
  family: z.string(),
  /** A family with settings is loaded at startup when the environment sets one of them. */
  hasSettings: z.boolean(),
  lists: z.array(listRecord),
})
export type FamilyRecord = z.output<typeof familyShape>

/** Returns the pinyin of a list's name. Passed in, so that a normal start does not load the dictionary. */
type PinyinOf = (list: ListRecord) => string | undefined

export function familyRecord(family: string, exported: unknown, pinyinOf: PinyinOf = () => undefined): FamilyRecord {
  const hasSettings = typeof exported === 'object' && exported !== null && 'settings' in exported
  const lists = listRecords(family, exported).map((list) => {
    const pinyin = pinyinOf(list)
    return pinyin === undefined ? list : { ...list, pinyin }
  })
  return { family, hasSettings, lists }
}

export function readCatalogue(written: unknown): FamilyRecord[] {
  return familyShape.array().parse(written)
}

/** Lists of a family; its code is loaded when the first of them is fetched. */
export function listsFromRecords(
  family: string,
  records: readonly ListRecord[],
  load: () => Promise<LoadedFamily>,
): HotList[] {
  return records.map(({ limits, ...record }) => {
    const movement = createListMovement()
    return {
      ...record,
      family,
      movement,
      source: {
        id: record.id,
        home: record.home,
        memoryOf: family,
        limits: { ...listLimits, ...limits, freshMs: record.interval * 1000 },
        keyOf: () => '',
        isItem: isListItem,
        isTooMuch: exceedsStoredItems,
        ask: async (_query, io) => fetchItems(await load(), record.id, io),
        beside: movement.compare,
      },
    }
  })
}

async function fetchItems({ family, settings }: LoadedFamily, id: string, io: Io): Promise<ListItem[]> {
  const list = family.lists[id]
  if (!list)
    throw new UpstreamError(
      'mismatch',
      'the list is in the catalogue but not in its source file; run `npm run catalogue`',
    )
  const { mayBeEmpty = false } = list
  const items = storableItems(await list.ask(rejectEmptyAlternatives(io, mayBeEmpty), settings), mayBeEmpty)
  // A time in the future is wrong.
  return items.map(({ pubDate, ...item }) =>
    pubDate === undefined || isFuture(new Date(pubDate), io.now) ? item : { ...item, pubDate },
  )
}

/** Makes an alternative of `firstOf` fail on an invalid or empty list, so that the next alternative is tried. */
function rejectEmptyAlternatives(io: Io, mayBeEmpty: boolean): Io {
  const requireItems =
    <T>(alternative: (io: Io) => Promise<T>) =>
    async (alternativeIo: Io): Promise<T> => {
      const result = await alternative(rejectEmptyAlternatives(alternativeIo, mayBeEmpty))
      if (Array.isArray(result)) sanitizeItems(result, mayBeEmpty)
      return result
    }
  return { ...io, firstOf: (ways) => io.firstOf(ways.map(requireItems)) }
}

/** @throws Error unless it is a family; its fields are typed, and those of its lists are checked as records. */
function parseFamily(exported: unknown): Family {
  if (isFamily(exported)) return exported
  throw new Error('the default export must be a family of lists')
}

function isFamily(exported: unknown): exported is Family {
  return typeof exported === 'object' && exported !== null && 'lists' in exported && typeof exported.lists === 'object'
}
