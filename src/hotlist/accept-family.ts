// A source file's default export becomes lists that can be asked: checked, with its settings, its items made fit to be kept and shown.
import { z } from 'zod'
import { limitFields } from '../reading/limits.ts'
import { readSettings } from '../reading/settings.ts'
import { cut, eachOnce, oneLine } from '../reading/texts.ts'
import { UpstreamError } from '../upstream/errors.ts'
import type { Io, Source } from '../upstream/source.ts'
import { columns, type Family, type HotItem, type List } from './hot-list.ts'

/** An item as it is kept: its place is its place in the list. */
export interface ListItem {
  readonly id: string
  readonly title: string
  readonly url: string
  readonly mobileUrl?: string
  /** Epoch milliseconds. */
  readonly pubDate?: number
  readonly hot?: number
  readonly hover?: string
  readonly info?: string
  readonly date?: string
  readonly icon?: string
  /** Places gained since the list before; absent when it was not in it. */
  readonly gained?: number
}

/** Nothing is asked of a list but itself. */
export type ListQuery = Readonly<Record<string, never>>

/** A hot list that can be asked. `family` is the file it stands in. */
export interface HotList {
  readonly id: string
  readonly family: string
  readonly name: string
  readonly title?: string
  readonly home: string
  readonly type: 'hottest' | 'realtime'
  /** Seconds. */
  readonly interval: number
  readonly isEnabled: boolean
  readonly column: (typeof columns)[number]
  readonly color: string
  readonly source: Source<ListQuery, ListItem>
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
  const { error } = definition.safeParse(exported)
  if (error) throw new Error(sentenceOf(error))
  if (!isFamily(exported)) throw new Error('its default export must be a family of lists')
  const settings = readSettings(name, exported.settings, env)
  return Object.entries(exported.lists).map(([id, list]) => {
    if (id !== name && !id.startsWith(`${name}-`))
      throw new Error(`lists.${id}: must be ${name}, or begin with ${name}-`)
    return listOf({ id, family: name }, { ...exported, ...list }, (io) => list.ask(io, settings))
  })
}

function listOf(
  names: { readonly id: string; readonly family: string },
  shown: Omit<Family, 'lists'> & List,
  ask: (io: Io) => Promise<HotItem[]>,
): HotList {
  const { name, title, home, type, interval, isOff = false, column, color, limits } = shown
  return {
    ...names,
    name,
    ...(title === undefined ? {} : { title }),
    home,
    type,
    interval,
    isEnabled: !isOff,
    column,
    color,
    source: {
      id: names.id,
      home,
      limits: { ...listLimits, ...limits, freshMs: interval * 1000 },
      keyOf: () => '',
      ask: async (_query, io) => listed(await ask(withLists(io))),
      beside: withGains,
    },
  }
}

/** What is wrong with a definition, and where. */
function sentenceOf({ issues }: z.ZodError): string {
  const [issue] = issues
  const what = (issue?.code === 'invalid_key' ? issue.issues[0]?.message : undefined) ?? issue?.message
  return [issue?.path.join('.'), what].filter((part) => part !== '').join(': ')
}

/** A way that gives a list with nothing in it has failed, or the next would not be asked. */
function withLists(io: Io): Io {
  const listing =
    <T>(way: (io: Io) => Promise<T>) =>
    async (within: Io): Promise<T> => {
      const given = await way(withLists(within))
      if (Array.isArray(given)) fitItems(given)
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
          limits: z.strictObject(limitFields).partial().optional(),
          ask: isFunction,
        }),
      )
      .refine((lists) => Object.keys(lists).length > 0, 'must hold a list'),
    settings: z.looseObject({ shape: z.looseObject({}) }).optional(),
  },
  'its default export must be a family of lists',
)

function isFamily(exported: unknown): exported is Family {
  return definition.safeParse(exported).success
}

/** More than any list shows at once. */
const mostItems = 50
const mostGiven = 1_000
const longest = { id: 500, title: 300, url: 2_000, hover: 1_000, info: 100, date: 40 }

/** A source's items fit to be kept. @throws UpstreamError `mismatch` when there is none. */
function listed(given: readonly HotItem[]): ListItem[] {
  if (!Array.isArray(given)) throw new UpstreamError('mismatch', 'the source gave no list')
  // A text cut out of a page would keep the whole page in memory for as long as the list is kept.
  return structuredClone(fitItems(given).slice(0, mostItems))
}

/** What of a list can be shown, each id once. @throws UpstreamError `mismatch` when nothing can: a hot list is never empty. */
function fitItems(given: readonly HotItem[]): ListItem[] {
  const items = eachOnce(given.slice(0, mostGiven).flatMap((item) => itemOf(item) ?? []))
  if (items.length > 0) return items
  const reason =
    given.length === 0 ? 'the list is empty' : `none of ${given.length} items has an id, a title and an address`
  throw new UpstreamError('mismatch', reason)
}

function itemOf(given: HotItem): ListItem | undefined {
  const id = wordsOf(typeof given.id === 'number' ? String(given.id) : given.id, longest.id)
  const title = wordsOf(typeof given.title === 'string' ? oneLine(given.title) : undefined, longest.title)
  const url = addressOf(given.url)
  if (id === undefined || title === undefined || url === undefined) return undefined
  const at = given.pubDate?.getTime()
  const { hot } = given
  return withoutAbsent({
    id,
    title,
    url,
    mobileUrl: addressOf(given.mobileUrl),
    pubDate: at !== undefined && Number.isFinite(at) ? at : undefined,
    hot: typeof hot === 'number' && Number.isFinite(hot) ? hot : undefined,
    hover: wordsOf(given.hover, longest.hover),
    info: wordsOf(given.info, longest.info),
    date: wordsOf(given.date, longest.date),
    icon: addressOf(given.icon),
  })
}

function wordsOf(words: string | null | undefined, length: number): string | undefined {
  return typeof words === 'string' && words.trim() !== '' ? cut(words.toWellFormed(), length) : undefined
}

/** An address of the web as it stands, which is all that may be linked to. */
function addressOf(address: string | null | undefined): string | undefined {
  const url = typeof address === 'string' ? address.trim() : ''
  return url.length <= longest.url && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : undefined
}

type Absentable<Whole> = { readonly [Field in keyof Whole]: Whole[Field] | undefined }

function withoutAbsent(item: Absentable<ListItem> & Pick<ListItem, 'id' | 'title' | 'url'>): ListItem {
  const { id, title, url, ...others } = item
  return { id, title, url, ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined)) }
}

/** Says of each item how many places it gained since the list before. */
function withGains(items: readonly ListItem[], before: readonly ListItem[]): ListItem[] {
  const places = new Map(before.map(({ id }, place) => [id, place]))
  return items.map((item, place) => {
    const was = places.get(item.id)
    return was === undefined ? item : { ...item, gained: was - place }
  })
}
