// Compiles a way to ask a declared list: its requests, where the rows are in a response, and how they become items.
import { dataHeaders, pageHeaders } from '../../parsing/browser-headers.ts'
import { readFeed } from '../../upstream/net/feed.ts'
import type { Io } from '../../upstream/source.ts'
import type { HotItem } from '../list-definition.ts'
import { type Report, reportUnknownKeys, type Scope } from './entry.ts'
import { entryDefaults, feedForm } from './feed-list.ts'
import { type EntryWords, type FieldForm, type FieldSelector, fieldSelector } from './field-selector.ts'
import { parseHeaders } from './headers.ts'
import { jsonForm, jsonPath, jsonRows, withinDepth } from './json-list.ts'
import { createKeyReader, type KeyReader } from './key-reader.ts'
import { checkedAddress, fieldKeys, type ListKind, readStatus, textReaders } from './keys.ts'
import { type ItemFields, mapRows, type OnFields, type RowContext } from './map-rows.ts'
import { pageForm, pageRows, rowSelector, titleLink } from './page-list.ts'
import { timedAddress, timedBody, withWords } from './placeholders.ts'
import { askAddresses, type Request } from './request.ts'

export type AskWay = (io: Io) => Promise<HotItem[]>

/** Makes the items of a response. */
type ReadReply = (text: string, place: RowContext) => HotItem[]

export interface WayOptions {
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

/** An Io that receives what each key finds: somebody checks the list. */
interface ObservedIo extends Io {
  readonly onFields: OnFields
}

function isObserved(io: Io): io is ObservedIo {
  return 'onFields' in io
}

/** The words of a scope by name. */
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

/** Without `blank`, a field that is an empty text is reported. */
function readFields<Row>(
  keys: KeyReader,
  words: EntryWords,
  formOf: (key: Key) => FieldForm<Row>,
  blank?: FieldSelector<Row>,
): ItemFields<Row> {
  const fields: { [Key in (typeof fieldKeys)[number]]?: FieldSelector<Row> } = {}
  for (const key of fieldKeys) {
    const isBlank = blank && keys.value(key, (value) => value === '')
    const field = isBlank ? blank : keys.texts(key, (texts) => fieldSelector(texts, formOf(key), words))
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
  const items = keys.text('items', (text) => rowSelector(withWords(text, words))) ?? ''
  const fields = readFields(keys, words, pageForm)
  const { title, url = title && { source: 'the link of the title or the row', read: titleLink(title.source) } } = fields
  return (text, place) => mapRows(pageRows(text, place.base, items, mayBeEmpty), { ...fields, url }, place)
}
