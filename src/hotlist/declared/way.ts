// Compiles a way to ask a declared list: its requests, where the rows are in a response, and how they become items.

import { treatAsBlocked } from '../../parsing/api-refusal.ts'
import { dataHeaders, pageHeaders } from '../../parsing/browser-headers.ts'
import { feedTime } from '../../parsing/feed-time.ts'
import {
  type EntryWords,
  type FieldForm,
  type FieldSelector,
  fieldSelector,
  type Timed,
  timedAddress,
  timedBody,
  withWords,
} from '../../parsing/field-selector.ts'
import { checkSelector } from '../../parsing/page-rows.ts'
import { parseTime } from '../../parsing/row-time.ts'
import { oneLine, titleText, truncate } from '../../parsing/text.ts'
import { didYouMean } from '../../parsing/validation-errors.ts'
import { resolveLink, toHttps } from '../../parsing/web-links.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import { type ReadEntry, readFeed } from '../../upstream/net/feed.ts'
import type { Io } from '../../upstream/source.ts'
import type { HotItem } from '../list-definition.ts'
import { jsonForm, jsonPath, jsonRows, withinDepth } from './json-list.ts'
import {
  checkedAddress,
  createKeyReader,
  fieldKeys,
  type KeyReader,
  type ListKind,
  listKeys,
  parseHeaders,
  type Report,
  readStatus,
  type Scope,
  textReaders,
  wayKeys,
} from './keys.ts'
import { type ItemFields, mapRows, type OnFields, type RowContext } from './map-rows.ts'
import { keyForm, pageRows, titleLink } from './page-list.ts'

export type AskWay = (io: Io) => Promise<HotItem[]>

type ReadReply = (text: string, place: RowContext) => HotItem[]

interface WayOptions {
  readonly kind: ListKind
  readonly words: ReadonlySet<string>
  readonly mayBeEmpty: boolean
}

const feedTypes = 'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.8'
const headersByKind = { feed: { ...pageHeaders, accept: feedTypes }, json: dataHeaders, page: pageHeaders }

/** Compiles a way. Reports every key that is wrong; then the result must not be used. */
export function compileWay(scope: Scope, { kind, words: names, mayBeEmpty }: WayOptions, report: Report): AskWay {
  reportUnknownKeys(scope, kind, names, report)
  const keys = createKeyReader(scope, report)
  const words = wordsOf(scope, names)
  const readers = { feed: feedReader, json: jsonReader, page: pageReader }
  const read = readers[kind](keys, words, mayBeEmpty)
  const zone = keys.text('zone', textReaders.zone)
  const defaults = keys.has('inside') ? pageHeaders : headersByKind[kind]
  const request = readRequest(keys, kind, words, defaults)
  return (io) => {
    const onFields = isObserved(io) ? io.onFields : undefined
    return askAddresses(io, request, (text, base) => read(text, { base, now: io.now, zone, onFields }))
  }
}

function reportUnknownKeys({ values }: Scope, kind: ListKind, words: ReadonlySet<string>, report: Report): void {
  const allowed = [...wayKeys[kind], ...listKeys, 'or', 'lists']
  for (const [key, { value, path }] of values) {
    if (allowed.includes(key)) continue
    if (!words.has(key)) report(path, `unknown key; ${didYouMean(key, allowed)}`)
    else if (typeof value !== 'string') report(path, 'must be a text: it is a word for braces')
  }
}

/** An Io that receives what each key finds: somebody checks the list. */
interface ObservedIo extends Io {
  readonly onFields: OnFields
}

function isObserved(io: Io): io is ObservedIo {
  return 'onFields' in io
}

export function wordsOf({ values }: Scope, names: ReadonlySet<string>): EntryWords {
  const words = new Map<string, string>()
  for (const [name, { value }] of values) if (names.has(name) && typeof value === 'string') words.set(name, value)
  return words
}

function readRequest(
  keys: KeyReader,
  kind: ListKind,
  words: EntryWords,
  defaults: Readonly<Record<string, string>>,
): Request {
  return {
    addresses: keys.texts(kind, (texts) => texts.map((text) => timedAddress(text, words, checkedAddress))) ?? [],
    headers: { ...defaults, ...keys.value('headers', parseHeaders) },
    body: keys.value('body', (value) => timedBody(value, words)),
    blocked: keys.texts('blocked', (texts) => texts) ?? [],
  }
}

type Key = (typeof fieldKeys)[number]
const addressKeys: ReadonlySet<Key> = new Set(['url', 'mobileUrl', 'icon'])

/** Without `blank`, a field that is an empty text is reported. */
function readFields<Row>(
  keys: KeyReader,
  words: EntryWords,
  formOf: (key: Key) => Omit<FieldForm<Row>, 'isAddress'>,
  blank?: FieldSelector<Row>,
): ItemFields<Row> {
  const fields: { [Name in Key]?: FieldSelector<Row> } = {}
  for (const key of fieldKeys) {
    const isBlank = blank && keys.value(key, (value) => value === '')
    const field = isBlank
      ? blank
      : keys.texts(key, (texts) => fieldSelector(texts, { ...formOf(key), isAddress: addressKeys.has(key) }, words))
    if (field) fields[key] = field
  }
  return fields
}

function feedReader(keys: KeyReader, words: EntryWords): ReadReply {
  // An empty text leaves out what an entry has by itself.
  const fields = readFields(keys, words, feedForm, { source: '', read: () => undefined })
  return (text, place) => mapRows(readFeed(text), fields, place, entryDefaults(place))
}

function jsonReader(keys: KeyReader, words: EntryWords, mayBeEmpty: boolean): ReadReply {
  keys.require('title', 'the path or selector of the title in a row')
  keys.require('url', 'the path or selector of the link in a row')
  const rows = {
    items: keys.text('items', (text) => jsonPath(withWords(text, words))),
    ok: keys.text('ok', readStatus),
    inside: keys.text('inside', (text) => withWords(text, words)),
    mayBeEmpty,
  }
  const fields = readFields(keys, words, jsonForm)
  return (text, place) => {
    const found = jsonRows(text, rows)
    return withinDepth(() => mapRows(found, fields, place))
  }
}

function pageReader(keys: KeyReader, words: EntryWords, mayBeEmpty: boolean): ReadReply {
  keys.require('items', 'the selector of the rows')
  keys.require('title', 'the path or selector of the title in a row')
  const items = keys.text('items', (text) => checkSelector(withWords(text, words))) ?? ''
  const fields = readFields(keys, words, keyForm)
  const { title, url = title && { source: 'the link of the title or the row', read: titleLink(title.source) } } = fields
  return (text, place) => mapRows(pageRows(text, place.base, items, mayBeEmpty), { ...fields, url }, place)
}

interface Request {
  readonly addresses: readonly Timed<string>[]
  readonly headers: Readonly<Record<string, string>>
  readonly body: Timed<string | Readonly<Record<string, unknown>>> | undefined
  /** Statuses, and texts in the response, by which the site refuses programs. */
  readonly blocked: readonly string[]
}

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }

/**
 * Reads the items of all addresses; of several, those that fail are left out and reported with the answer.
 * @throws UpstreamError as `io.text` and `read` do, and `blocked` for a refusal; of several addresses the first failure if all fail.
 */
async function askAddresses(
  io: Io,
  request: Request,
  read: (text: string, address: string) => HotItem[],
): Promise<HotItem[]> {
  const asks = request.addresses.map(async (timed) => {
    const address = timed(io.now)
    return read(await fetchText(io, address, request), address)
  })
  return asks.length === 1 && asks[0] ? asks[0] : (await io.some(asks)).flat()
}

async function fetchText(io: Io, address: string, { headers, body, blocked }: Request): Promise<string> {
  const sent = body?.(io.now)
  const sentHeaders = typeof sent === 'string' ? { ...formHeaders, ...headers } : headers
  const init = sent === undefined ? { headers } : { method: 'POST' as const, body: sent, headers: sentHeaders }
  const text = await io.text(address, init).catch(treatAsBlocked(blocked))
  if (blocked.some((words) => !/^\d{3}$/.test(words) && text.includes(words)))
    throw new UpstreamError('blocked', 'answered with a text by which the site refuses programs', {
      reason: { code: 'challenge' },
    })
  return text
}

/** Maximum length of a title made from the summary: microblog posts have no title. */
const maxTitleLength = 100

function entryDefaults({ base, now, zone }: RowContext): (row: ReadEntry) => HotItem {
  return ({ entry: { id, url, title, time, summary, author, image } }) => {
    const hover = titleText(summary)
    return {
      id: id || undefined,
      title: titleText(title) || truncate(hover, maxTitleLength) || undefined,
      url: resolveLink(base, url),
      pubDate: zone === undefined ? feedTime(time, title) : parseTime(time, now, zone),
      hover,
      info: oneLine(author),
      icon: toHttps(resolveLink(base, image)),
    }
  }
}

/** `name`, `prefix:name`, names of elements in each other with a slash between, and `@attribute` of the last. */
const elementPath = /^[\w.-]+(?::[\w.-]+)?(?:\/[\w.-]+(?::[\w.-]+)?){0,4}(?:@[\w:.-]+)?$/

/** The readers of the values of an entry: by the names of elements; `link` is its link and `guid` its id in any kind of feed. */
function feedForm(key: (typeof fieldKeys)[number]): Omit<FieldForm<ReadEntry>, 'isAddress'> {
  const path = (source: string) => {
    if (!elementPath.test(source))
      throw new Error('is not the name of an element: guid, dc:creator, a/b for b in a, a@b for the attribute b of a')
    if (source === 'link') return ({ entry }: ReadEntry) => [entry.url]
    if (source === 'guid') return ({ entry }: ReadEntry) => [entry.id]
    return ({ valuesAt }: ReadEntry) => valuesAt(source)
  }
  return ['title', 'hover', 'info'].includes(key) ? { path, clean: titleText } : { path }
}
