// The keys of declared lists, and how the values of the keys that describe a list are read.
import { columns } from '../../contract/hotlist.ts'
import type { PlainValue } from '../../parsing/parse-yaml.ts'
import { oneLine } from '../../parsing/text.ts'
import type { Limits } from '../../upstream/source.ts'
import type { ReplyStatus } from '../sites/reply-status.ts'
import { isMap } from './placeholders.ts'

/** The kind of a list, named by the key that holds its URL. */
export const kinds = ['feed', 'json', 'page'] as const
export type ListKind = (typeof kinds)[number]

/** The keys that describe a list, however it is asked. */
export const listKeys: readonly string[] = [
  ...['name', 'subtitle', 'home', 'type', 'interval', 'column', 'color', 'enabled'],
  ...['mayBeEmpty', 'sorted', 'limits', 'needs', 'evidence'],
]

/** The values of an item. */
export const fieldKeys = ['title', 'url', 'id', 'mobileUrl', 'hot', 'time', 'hover', 'info', 'icon'] as const

const requestKeys = ['headers', 'body', 'blocked', 'zone'] as const

/** The keys of a way to ask, by its kind. */
export const wayKeys: Readonly<Record<ListKind, readonly string[]>> = {
  feed: ['feed', ...fieldKeys, ...requestKeys],
  json: ['json', 'items', ...fieldKeys, ...requestKeys, 'ok', 'inside'],
  page: ['page', 'items', ...fieldKeys, ...requestKeys],
}

/** Checks an address. @throws Error saying what it must be. */
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

/** Readers of the texts of keys. @throws Error saying what is allowed. */
export const textReaders = {
  name: oneLine,
  subtitle: oneLine,
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
