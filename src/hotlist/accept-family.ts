// A source file's default export becomes lists that can be asked: checked, with its settings, its items made fit to be kept and shown.
import { z } from 'zod'
import { columns } from '../contract/hotlist.ts'
import { limitFields } from '../reading/limits.ts'
import { readSettings } from '../reading/settings.ts'
import { UpstreamError } from '../upstream/errors.ts'
import type { Io, Limits, Source } from '../upstream/source.ts'
import { fitItems, isListItem, isMoreThanKept, keptItems, type ListItem, withGains } from './fit-items.ts'
import type { Family } from './hot-list.ts'

/** Nothing is asked of a list but itself. */
export type ListQuery = Readonly<Record<string, never>>

/** What is known of a list without asking it, and without its code. */
export interface ListRecord {
  readonly id: string
  readonly name: string
  readonly title?: string
  /** How name and title sound; absent where nothing in them is Chinese. */
  readonly pinyin?: string
  readonly home: string
  readonly type: 'hottest' | 'realtime'
  /** Seconds. */
  readonly interval: number
  readonly isEnabled: boolean
  readonly column: (typeof columns)[number]
  readonly color: string
  readonly isOfToday?: boolean
  readonly limits?: Partial<Limits>
}

/** A hot list that can be asked. `family` is the file it stands in. */
export interface HotList extends Omit<ListRecord, 'limits'> {
  readonly family: string
  readonly source: Source<ListQuery, ListItem>
}

/** The code of a family, and its settings as an operator has set them. */
interface Loaded {
  readonly family: Family
  readonly settings: unknown
}

/** The last good list serves however old it is. */
const everMs = 10 * 365 * 24 * 60 * 60_000

/** The limits of a list that names none besides those of every source. */
const listLimits = { redirects: 3, staleMs: everMs } as const

/**
 * Makes the lists of a source file's default export, with its settings from `env`.
 * @throws Error saying what is missing, or which setting is wrong and what is allowed.
 */
export function acceptFamily(
  name: string,
  exported: unknown,
  env: Readonly<Record<string, string | undefined>> = {},
): HotList[] {
  const records = recordsOf(name, exported)
  const loaded = withSettings(name, exported, env)
  return listsOf(name, records, async () => loaded)
}

/** A source file's default export as a family, with its settings from `env`. @throws Error as `acceptFamily` does. */
export function withSettings(
  name: string,
  exported: unknown,
  env: Readonly<Record<string, string | undefined>>,
): Loaded {
  const family = familyOf(exported)
  return { family, settings: readSettings(name, family.settings, env) }
}

/** What is known of the lists of a source file's default export. @throws Error saying what is missing. */
export function recordsOf(name: string, exported: unknown): ListRecord[] {
  const { lists, ...shown } = familyOf(exported)
  return Object.entries(lists).map(([id, list]) => {
    if (id !== name && !id.startsWith(`${name}-`))
      throw new Error(`lists.${id}: must be ${name}, or begin with ${name}-`)
    const {
      name: site,
      title,
      home,
      type,
      interval,
      isOff = false,
      column,
      color,
      isOfToday,
      limits,
    } = { ...shown, ...list }
    return {
      id,
      name: site,
      ...(title === undefined ? {} : { title }),
      ...{ home, type, interval, isEnabled: !isOff, column, color },
      ...(isOfToday ? { isOfToday } : {}),
      ...(limits ? { limits } : {}),
    }
  })
}

/** Lists of a family whose code is loaded when the first of them is asked. */
export function listsOf(family: string, records: readonly ListRecord[], load: () => Promise<Loaded>): HotList[] {
  return records.map(({ limits, ...record }) => ({
    ...record,
    family,
    source: {
      id: record.id,
      home: record.home,
      memoryOf: family,
      limits: { ...listLimits, ...limits, freshMs: record.interval * 1000 },
      keyOf: () => '',
      isItem: isListItem,
      isTooMuch: isMoreThanKept,
      ask: async (_query, io) => itemsOf(await load(), record.id, io),
      beside: withGains,
    },
  }))
}

async function itemsOf({ family, settings }: Loaded, id: string, io: Io): Promise<ListItem[]> {
  const list = family.lists[id]
  if (!list)
    throw new UpstreamError('mismatch', 'the catalogue has it and its file has not: `npm run catalogue` writes it anew')
  const { mayBeEmpty = false } = list
  return keptItems(await list.ask(withLists(io, mayBeEmpty), settings), mayBeEmpty)
}

/** A way that gives a list with nothing in it has failed where that is a failure, or the next would not be asked. */
function withLists(io: Io, mayBeEmpty: boolean): Io {
  const listing =
    <T>(way: (io: Io) => Promise<T>) =>
    async (within: Io): Promise<T> => {
      const given = await way(withLists(within, mayBeEmpty))
      if (Array.isArray(given)) fitItems(given, mayBeEmpty)
      return given
    }
  return { ...io, firstOf: (ways) => io.firstOf(ways.map(listing)) }
}

const text = z.string().min(1)
const shownShape = {
  name: text,
  home: z.url({ protocol: /^https?$/ }),
  column: z.enum(columns),
  color: z.string().regex(/^#[0-9a-f]{6}$/, 'must be like #ef4444'),
  needs: text.optional(),
}
const isFunction = z.custom((value) => typeof value === 'function', 'must be a function')
/** Types say so of ours; an operator's own file may have none. */
const definition = z.looseObject(
  {
    ...shownShape,
    lists: z
      .record(
        z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be made of a-z, 0-9 and single dashes'),
        z.looseObject({
          ...z.object(shownShape).partial().shape,
          title: text.optional(),
          type: z.enum(['hottest', 'realtime']),
          interval: z.int().min(30).max(86_400),
          isOff: z.boolean().optional(),
          mayBeEmpty: z.boolean().optional(),
          isOfToday: z.boolean().optional(),
          limits: z.strictObject(limitFields).partial().optional(),
          ask: isFunction,
        }),
      )
      .refine((lists) => Object.keys(lists).length > 0, 'must hold a list'),
    settings: z.looseObject({ shape: z.looseObject({}) }).optional(),
  },
  'its default export must be a family of lists',
)

/** @throws Error saying what is wrong with a definition, and where. */
function familyOf(exported: unknown): Family {
  if (isFamily(exported)) return exported
  const [issue] = definition.safeParse(exported).error?.issues ?? []
  const what = (issue?.code === 'invalid_key' ? issue.issues[0]?.message : undefined) ?? issue?.message
  throw new Error([issue?.path.join('.'), what].filter((part) => part !== '').join(': '))
}

function isFamily(exported: unknown): exported is Family {
  return definition.safeParse(exported).success
}
