// The keys of declared lists, and how the values of the keys that describe a list are read.
import { columns } from '../../contract/columns.ts'
import type { ReplyStatus } from '../../parsing/api-refusal.ts'
import { isList, isMap } from '../../parsing/field-selector.ts'
import type { PlainValue } from '../../parsing/parse-yaml.ts'
import { oneLine } from '../../parsing/text.ts'
import type { Limits } from '../../upstream/source.ts'

export type KeyPath = readonly (string | number)[]
export type Report = (path: KeyPath, message: string) => void

export interface Given {
  readonly value: PlainValue
  readonly path: KeyPath
}

/** The keys of a list or of one of its ways, with those it inherits. */
export interface Scope {
  readonly path: KeyPath
  readonly values: ReadonlyMap<string, Given>
}

/** The kind of a list, named by the key that holds its URL. */
export const kinds = ['feed', 'json', 'page'] as const
export type ListKind = (typeof kinds)[number]

/** The keys that describe a list, however it is asked. */
export const listKeys: readonly string[] = [
  ...['name', 'subtitle', 'home', 'type', 'interval', 'column', 'color', 'enabled'],
  ...['mayBeEmpty', 'sorted', 'limits', 'needs', 'evidence'],
]

export const fieldKeys = ['title', 'url', 'id', 'mobileUrl', 'hot', 'time', 'hover', 'info', 'icon'] as const

const requestKeys = ['headers', 'body', 'blocked', 'zone'] as const

export const wayKeys: Readonly<Record<ListKind, readonly string[]>> = {
  feed: ['feed', ...fieldKeys, ...requestKeys],
  json: ['json', 'items', ...fieldKeys, ...requestKeys, 'ok', 'inside'],
  page: ['page', 'items', ...fieldKeys, ...requestKeys],
}

export function checkedAddress(written: string): string {
  const url = URL.parse(written)
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('must be a URL like https://example.org/rss.xml')
  if (url.username + url.password !== '')
    throw new Error('must not contain a user name or password; use an authorization header instead')
  // A fragment is never sent.
  url.hash = ''
  return url.href
}

function oneOf<const Word extends string>(words: readonly Word[]) {
  return (written: string): Word => {
    const found = words.find((word) => word === written.toLowerCase())
    if (found === undefined) throw new Error(`must be one of ${words.join(', ')}`)
    return found
  }
}

function isTrue(written: string): boolean {
  return oneOf(['true', 'false'])(written) === 'true'
}

/** Of a text with words of the entry, nothing may be left. */
function shownText(written: string): string {
  const text = oneLine(written)
  if (text === '') throw new Error('is empty')
  return text
}

/** Readers of the texts of keys. @throws Error saying what is allowed. */
export const textReaders = {
  name: shownText,
  subtitle: shownText,
  home(written: string): string {
    checkedAddress(written)
    return written
  },
  type: oneOf(['hottest', 'realtime']),
  interval(written: string): number {
    const seconds = /^\d{1,5}$/.test(written) ? Number(written) : 0
    if (seconds < 30 || seconds > 86_400) throw new Error('must be a whole number of seconds from 30 to 86400')
    return seconds
  },
  column: oneOf(columns),
  color(written: string): string {
    if (!/^#[0-9a-f]{6}$/i.test(written)) throw new Error('must be a quoted color like "#64748b"')
    return written.toLowerCase()
  },
  enabled: isTrue,
  mayBeEmpty: isTrue,
  sorted: isTrue,
  needs: oneLine,
  evidence: oneLine,
  zone(written: string): string {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: written }).resolvedOptions().timeZone
    } catch {
      throw new Error('must be a time zone like UTC or America/Los_Angeles')
    }
  },
}

/** Reads the time limits of a list: `{ attemptMs: 8000, askMs: 20000 }`. @throws Error saying what is allowed. */
export function readLimits(given: PlainValue): Pick<Partial<Limits>, 'attemptMs' | 'askMs'> {
  const read = Object.entries(isMap(given) ? given : {}).map(([name, value]) => [name, Number(value)] as const)
  const isOne = ([name, ms]: readonly [string, number]) =>
    /^(?:attemptMs|askMs)$/.test(name) && Number.isInteger(ms) && ms >= 1_000 && ms <= 60_000
  if (read.length === 0 || !read.every(isOne))
    throw new Error('must be a map with attemptMs for one attempt and askMs for all: 1000 to 60000 milliseconds')
  return Object.fromEntries(read)
}

export function readStatus(written: string): ReplyStatus {
  const [, code, success, words] = /^([^\s=]+)\s?=\s?([^\s,]+)(?:,\s?(\S+))?$/.exec(written) ?? []
  if (code === undefined || success === undefined)
    throw new Error('must be like code = 0, msg: the field of the status, its value when good, the field of the words')
  return { code, success, words }
}

/** Headers that the HTTP client sets, or that would break it. */
const reservedHeaders = new Set([
  ...['accept-encoding', 'connection', 'content-length', 'expect', 'host', 'keep-alive'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'x-upstream-url'],
])
const maxHeaders = 50

/** Returns the headers with lower-case names. @throws Error for an invalid one, without quoting its value. */
export function parseHeaders(given: PlainValue): Record<string, string> {
  if (!isMap(given)) throw new Error('must be a map from header names to texts')
  const read: Record<string, string> = {}
  if (Object.keys(given).length > maxHeaders) throw new Error(`at most ${maxHeaders} are allowed`)
  for (const [written, value] of Object.entries(given)) {
    const name = written.toLowerCase()
    if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name)) throw new KeyError(written, 'is not a valid header name')
    if (reservedHeaders.has(name) || name.startsWith('proxy-'))
      throw new KeyError(written, 'is set by the service itself')
    if (Object.hasOwn(read, name)) throw new KeyError(written, 'is defined twice with different case')
    if (typeof value !== 'string' || !/^[\t -~]{1,4000}$/.test(value))
      throw new KeyError(written, 'must be a text of printable ASCII characters')
    read[name] = value
  }
  return read
}

export interface KeyReader {
  /** The value of a key, made of its text; undefined when the key is missing or wrong. */
  text<Made>(key: string, make: (text: string) => Made): Made | undefined
  /** The same for a key with one text or a list of them. */
  texts<Made>(key: string, make: (texts: readonly string[]) => Made): Made | undefined
  value<Made>(key: string, make: (value: PlainValue) => Made): Made | undefined
  has(key: string): boolean
  /** Reports a missing key; `description` says what it is. */
  require(key: string, description: string): void
}

export function createKeyReader({ path, values }: Scope, report: Report): KeyReader {
  function value<Made>(key: string, make: (value: PlainValue) => Made): Made | undefined {
    const given = values.get(key)
    if (given === undefined) return undefined
    try {
      return make(given.value)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      report(error instanceof KeyError ? [...given.path, error.key] : given.path, message)
      return undefined
    }
  }
  return {
    value,
    text: (key, make) => value(key, (given) => make(plainText(given))),
    texts: (key, make) =>
      value(key, (given) => make(isList(given) && given.length > 0 ? given.map(plainText) : [plainText(given)])),
    has: (key) => values.has(key),
    require(key, description) {
      if (!values.has(key)) report([...path, key], `is missing: ${description}`)
    },
  }
}

class KeyError extends Error {
  readonly key: string

  constructor(key: string, message: string) {
    super(message)
    this.key = key
  }
}

/** @throws Error unless it is a text of a possible length. */
function plainText(value: PlainValue): string {
  if (typeof value !== 'string') throw new Error('must be a text; a text that begins with { or [ must be quoted')
  const text = value.trim()
  if (text === '') throw new Error('is empty; a text that begins with # must be quoted')
  if (text.length > 1_000) throw new Error('must be at most 1000 characters long')
  return text
}
