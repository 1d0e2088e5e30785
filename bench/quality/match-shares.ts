// Finds the share of an answered address by searching for the known codes in it, independently of our own address parser.
import { keyOf, type Mention } from './ground-truth.ts'

/** The key of the share that an address of a cloud belongs to; `undefined` when the truth has no such share. */
export type ShareReader = (type: string, url: string) => string | undefined

interface Known {
  readonly key: string
  readonly type: string
  readonly inside: (address: string) => boolean
}

/** Creates the reader over all shares of the truth. */
export function createShareReader(mentions: readonly Mention[]): ShareReader {
  const all = [...new Map(mentions.map((mention) => [keyOf(mention), mention])).values()]
  // A longer code may contain a shorter one.
  const known = all.toSorted((a, b) => b.code.length - a.code.length).map(knownOf)
  const byType = Map.groupBy(known, ({ type }) => type)
  const read = new Map<string, string | undefined>()
  const find = (type: string, url: string) =>
    // A share under another cloud is still the same share: two entries of it are duplicates.
    (byType.get(type)?.find(({ inside }) => inside(url)) ?? known.find(({ inside }) => inside(url)))?.key
  return (type, url) => {
    const place = `${type} ${url}`
    if (!read.has(place)) read.set(place, find(type, url))
    return read.get(place)
  }
}

function knownOf({ type, code }: Mention): Known {
  return { key: keyOf({ type, code }), type, inside: insideOf(type, code) }
}

function insideOf(type: string, code: string): Known['inside'] {
  if (type === 'magnet') return (address) => address.toLowerCase().includes(code)
  if (type === 'ed2k') {
    const [digest = '', bytes = ''] = code.split(':')
    return (address) => address.toLowerCase().includes(digest) && address.includes(`|${bytes}|`)
  }
  if (type === 'baidu') {
    return (address) =>
      address.includes(`/${code}`) || address.includes(`surl=${code.slice(1)}`) || address.includes(`?${code}`)
  }
  return (address) => address.includes(code)
}
