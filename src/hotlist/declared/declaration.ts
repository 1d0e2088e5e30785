// What an operator may say of a list: the keys of each kind, what they may hold, and the asking that comes of them.
import { z } from 'zod'
import { columns } from '../../contract/hotlist.ts'
import { oneLine } from '../../reading/texts.ts'
import type { Io } from '../../upstream/source.ts'
import type { HotItem } from '../hot-list.ts'
import { askFeed } from './feed-list.ts'
import { addressField, type Place, textField } from './field.ts'
import { readHeaders } from './headers.ts'
import { askJson, jsonPath, jsonText, jsonValue } from './json-list.ts'
import { askPage, pageValue, rowSelector } from './page-list.ts'

/** Where a list is read from: the key that holds the address says it. */
export const kinds = ['feed', 'json', 'page'] as const
export type Kind = (typeof kinds)[number]

/** A list as it is declared, what was left out filled in. */
export interface Declaration {
  readonly name: string
  readonly subtitle?: string | undefined
  readonly home: string
  readonly type: 'hottest' | 'realtime'
  readonly interval: number
  readonly column: (typeof columns)[number]
  readonly color: string
  readonly enabled: boolean
  ask(io: Io): Promise<HotItem[]>
}

/** A text of the file. `meaning` is what it says, for those who left it out. */
function text(meaning: string) {
  return z
    .string({
      error: ({ input }) =>
        input === undefined
          ? `is missing: ${meaning}`
          : 'must be a text; one that begins with { or [ must stand in quotation marks',
    })
    .trim()
    .min(1, 'is empty; a text that begins with # must stand in quotation marks')
    .max(1_000, 'must be at most 1000 characters long')
}

/** What `make` makes of a text; the message of what it throws says what is wrong. */
function made<Made>(meaning: string, make: (written: string) => Made) {
  return text(meaning).transform((written, context) => {
    try {
      return make(written)
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
      return z.NEVER
    }
  })
}

function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return text('')
    .toLowerCase()
    .pipe(z.enum(words, `must be one of ${words.join(', ')}`))
}

const address = made('the address it is read from', (written) => {
  const url = URL.parse(written)
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('must be an address like https://example.org/rss.xml')
  if (url.username + url.password !== '')
    throw new Error('must be without a name and a password; headers can have authorization')
  // What stands there is never sent.
  url.hash = ''
  return url.href
})

const interval = made('', (written) => {
  const seconds = /^\d{1,5}$/.test(written) ? Number(written) : 0
  if (seconds < 30 || seconds > 86_400) throw new Error('must be a whole number of seconds from 30 to 86400')
  return seconds
})

const color = made('', (written) => {
  if (!/^#[0-9a-f]{6}$/i.test(written)) throw new Error('must be like "#64748b", in quotation marks')
  return written.toLowerCase()
})

/** The keys that all kinds have. */
const shown = {
  name: made('what the list is called', oneLine),
  subtitle: made('', oneLine).optional(),
  home: address.optional(),
  type: oneOf(['hottest', 'realtime']).optional(),
  interval: interval.default(1_800),
  column: oneOf(columns).default('community'),
  color: color.default('#64748b'),
  enabled: oneOf(['true', 'false'])
    .transform((word) => word === 'true')
    .default(true),
  headers: z
    .record(z.string(), z.unknown(), 'must be a map of header names and texts')
    .transform(readHeaders)
    .default({}),
}

/** How the values of an item are found in a row, by what they are. */
interface Places<Row> {
  readonly plain: Place<Row>
  readonly words: Place<Row>
  readonly time: Place<Row>
  readonly link: Place<Row>
  readonly picture: Place<Row>
}

/** The keys of an item's values. */
function fieldKeys<Row>({ plain, words, time, link, picture }: Places<Row>) {
  const field = (place: Place<Row>, meaning = '') => made(meaning, (said) => textField(said, place))
  const linked = (place: Place<Row>) => made('where a row leads', (said) => addressField(said, place))
  return {
    title: field(words, 'where in a row its title stands'),
    url: linked(link),
    id: field(plain).optional(),
    mobileUrl: linked(link).optional(),
    hot: field(plain).optional(),
    time: field(time).optional(),
    hover: field(words).optional(),
    info: field(words).optional(),
    icon: linked(picture).optional(),
  }
}

const inJson = fieldKeys({
  ...{ plain: jsonValue, words: jsonText, time: jsonValue },
  ...{ link: jsonValue, picture: jsonValue },
})
const inPage = fieldKeys({
  ...{ plain: pageValue(), words: pageValue(), time: pageValue('datetime') },
  ...{ link: pageValue('href'), picture: pageValue('src') },
})

const feed = z.strictObject({ feed: address, ...shown })
const json = z.strictObject({ json: address, items: made('', jsonPath).optional(), ...inJson, ...shown })
const page = z.strictObject({
  page: address,
  items: made('the selector of the rows', rowSelector),
  ...inPage,
  url: inPage.url.optional(),
  ...shown,
})

/** The keys that a list of a kind may have. */
export const keys: Readonly<Record<Kind, readonly string[]>> = {
  feed: Object.keys(feed.shape),
  json: Object.keys(json.shape),
  page: Object.keys(page.shape),
}

/** What a list of a kind is read by: plain values in, a declaration out. */
export const schemas: Readonly<Record<Kind, z.ZodType<Declaration>>> = {
  feed: feed.transform((given) => ({
    ...withDefaults(given, given.feed, 'realtime'),
    ask: (io) => askFeed(io, given.feed, given.headers),
  })),
  json: json.transform((given) => ({
    ...withDefaults(given, given.json, 'hottest'),
    ask: (io) => askJson(io, given),
  })),
  page: page.transform((given) => ({
    ...withDefaults(given, given.page, 'hottest'),
    ask: (io) => askPage(io, given),
  })),
}

type Shown = Pick<Declaration, 'name' | 'subtitle' | 'interval' | 'column' | 'color' | 'enabled'> & {
  readonly [Key in 'home' | 'type']?: Declaration[Key] | undefined
}

function withDefaults(given: Shown, from: string, usual: Declaration['type']): Omit<Declaration, 'ask'> {
  const { name, subtitle, home = `${new URL(from).origin}/`, type = usual, interval, column, color, enabled } = given
  return { name, subtitle, home, type, interval, column, color, enabled }
}
