// The schema of a declared list: the keys of each kind, their values, and the function that fetches it.
import { z } from 'zod'
import { columns } from '../../contract/hotlist.ts'
import { oneLine } from '../../parsing/text.ts'
import type { Io } from '../../upstream/source.ts'
import type { HotItem } from '../list-definition.ts'
import { askFeed } from './feed-list.ts'
import { textField, urlField, type ValuePath } from './field-selector.ts'
import { parseHeaders } from './headers.ts'
import { askJson, jsonPath, jsonText, jsonValue } from './json-list.ts'
import { askPage, pageValue, rowSelector } from './page-list.ts'

/** The kind of a list, named by the key that holds its URL. */
export const kinds = ['feed', 'json', 'page'] as const
export type ListKind = (typeof kinds)[number]

/** A declared list with defaults filled in. */
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

/** A text value. `description` describes the key in the error for a missing value. */
function requiredText(description: string) {
  return z
    .string({
      error: ({ input }) =>
        input === undefined
          ? `is missing: ${description}`
          : 'must be a text; a text that begins with { or [ must be quoted',
    })
    .trim()
    .min(1, 'is empty; a text that begins with # must be quoted')
    .max(1_000, 'must be at most 1000 characters long')
}

/** A text converted by `make`; the message of an error that it throws becomes the issue. */
function parsedText<Made>(description: string, make: (written: string) => Made) {
  return requiredText(description).transform((written, context) => {
    try {
      return make(written)
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
      return z.NEVER
    }
  })
}

function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return requiredText('')
    .toLowerCase()
    .pipe(z.enum(words, `must be one of ${words.join(', ')}`))
}

const address = parsedText('the URL of the list', (written) => {
  const url = URL.parse(written)
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('must be a URL like https://example.org/rss.xml')
  if (url.username + url.password !== '')
    throw new Error('must not contain a user name or password; use an authorization header instead')
  // A fragment is never sent.
  url.hash = ''
  return url.href
})

const interval = parsedText('', (written) => {
  const seconds = /^\d{1,5}$/.test(written) ? Number(written) : 0
  if (seconds < 30 || seconds > 86_400) throw new Error('must be a whole number of seconds from 30 to 86400')
  return seconds
})

const color = parsedText('', (written) => {
  if (!/^#[0-9a-f]{6}$/i.test(written)) throw new Error('must be a quoted color like "#64748b"')
  return written.toLowerCase()
})

const sharedKeys = {
  name: parsedText('the name of the list', oneLine),
  subtitle: parsedText('', oneLine).optional(),
  home: address.optional(),
  type: oneOf(['hottest', 'realtime']).optional(),
  interval: interval.default(1_800),
  column: oneOf(columns).default('community'),
  color: color.default('#64748b'),
  enabled: oneOf(['true', 'false'])
    .transform((word) => word === 'true')
    .default(true),
  headers: z
    .record(z.string(), z.unknown(), 'must be a map from header names to texts')
    .transform(parseHeaders)
    .default({}),
}

/** Readers for the values of an item, by type of value. */
interface FieldReaders<Row> {
  readonly plain: ValuePath<Row>
  readonly words: ValuePath<Row>
  readonly time: ValuePath<Row>
  readonly link: ValuePath<Row>
  readonly picture: ValuePath<Row>
}

function fieldKeys<Row>({ plain, words, time, link, picture }: FieldReaders<Row>) {
  const field = (valuePath: ValuePath<Row>, description = '') =>
    parsedText(description, (selector) => textField(selector, valuePath))
  const linkField = (valuePath: ValuePath<Row>) =>
    parsedText('the path or selector of the link in a row', (selector) => urlField(selector, valuePath))
  return {
    title: field(words, 'the path or selector of the title in a row'),
    url: linkField(link),
    id: field(plain).optional(),
    mobileUrl: linkField(link).optional(),
    hot: field(plain).optional(),
    time: field(time).optional(),
    hover: field(words).optional(),
    info: field(words).optional(),
    icon: linkField(picture).optional(),
  }
}

const jsonFields = fieldKeys({
  plain: jsonValue,
  words: jsonText,
  time: jsonValue,
  link: jsonValue,
  picture: jsonValue,
})
const pageFields = fieldKeys({
  plain: pageValue(),
  words: pageValue(),
  time: pageValue('datetime'),
  link: pageValue('href'),
  picture: pageValue('src'),
})

const feed = z.strictObject({ feed: address, ...sharedKeys })
const json = z.strictObject({ json: address, items: parsedText('', jsonPath).optional(), ...jsonFields, ...sharedKeys })
const page = z.strictObject({
  page: address,
  items: parsedText('the selector of the rows', rowSelector),
  ...pageFields,
  url: pageFields.url.optional(),
  ...sharedKeys,
})

export const keysByKind: Readonly<Record<ListKind, readonly string[]>> = {
  feed: Object.keys(feed.shape),
  json: Object.keys(json.shape),
  page: Object.keys(page.shape),
}

/** Schemas by kind, from plain values to a declaration. */
export const schemasByKind: Readonly<Record<ListKind, z.ZodType<Declaration>>> = {
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

type SharedValues = Pick<Declaration, 'name' | 'subtitle' | 'interval' | 'column' | 'color' | 'enabled'> & {
  readonly [Key in 'home' | 'type']?: Declaration[Key] | undefined
}

function withDefaults(given: SharedValues, url: string, defaultType: Declaration['type']): Omit<Declaration, 'ask'> {
  return { ...given, home: given.home ?? `${new URL(url).origin}/`, type: given.type ?? defaultType }
}
