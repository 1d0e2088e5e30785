// Merges links from many posts into one entry per share, whatever the spelling of their addresses.
import type { CloudShare } from '../clouds/recognise.ts'
import { imagesOfLinks } from '../posts/answer-limits.ts'
import type { ParsedPost, PostLink } from '../posts/parse-post.ts'
import type { Match, Relevance } from './match.ts'

/** A share with the merged values of all posts that link to it. */
export interface MergedLink {
  readonly share: CloudShare
  readonly password: string
  readonly title: string
  readonly relevance: Relevance
  /** The newest known time, in epoch milliseconds. */
  readonly at: number | undefined
  /** All sources that have it: that of the oldest post, then the others by name. */
  readonly sources: readonly string[]
  readonly images: readonly string[]
  /** An image of a post about this work alone; a list of works has none that is certainly of one of them. */
  readonly poster: string | undefined
  /** The post that gave the title. */
  readonly post: ParsedPost
}

/** Creates an empty merger, which merges matches incrementally. */
export function createMerger() {
  const byShare = new Map<string, Match[]>()
  const extraCodes = new Map<string, string[]>()
  return {
    /** Adds access codes of links that do not match the request; returns the keys of their shares that have matches. */
    addAccessCodes(links: Iterable<PostLink>): ReadonlySet<string> {
      const touched = new Set<string>()
      for (const { share, password } of links) {
        if (password === '') continue
        const codes = extraCodes.get(share.key)
        if (codes) codes.push(password)
        else extraCodes.set(share.key, [password])
        if (byShare.has(share.key)) touched.add(share.key)
      }
      return touched
    },
    remove(matches: Iterable<Match>): void {
      for (const match of matches) {
        const { key } = match.link.share
        const left = (byShare.get(key) ?? []).filter((one) => one !== match)
        if (left.length > 0) byShare.set(key, left)
        else byShare.delete(key)
      }
    },
    /** Adds matches and returns the keys of their shares. */
    add(matches: Iterable<Match>): ReadonlySet<string> {
      const touched = new Set<string>()
      for (const match of matches) {
        const { key } = match.link.share
        const same = byShare.get(key)
        if (same) same.push(match)
        else byShare.set(key, [match])
        touched.add(key)
      }
      return touched
    },
    keys: () => [...byShare.keys()],
    /** One entry per share, for all keys or these. Entries do not depend on the order in which matches were added. */
    entries: (keys: Iterable<string> = byShare.keys()): MergedLink[] =>
      [...keys].flatMap((key) => {
        const same = byShare.get(key)
        return same ? [toMergedLink(same, extraCodes.get(key) ?? [])] : []
      }),
  }
}

function toMergedLink(same: readonly Match[], extraCodes: readonly string[]): MergedLink {
  const [only] = same
  if (!only) throw new Error('an entry is made of at least one match')
  // Most shares are in one post only.
  if (same.length === 1 && extraCodes.length === 0) return linkOf(only)
  const ranked = same.toSorted(byMatchQuality)
  const best = ranked[0] ?? only
  // For an unknown host, a cloud named by any upstream is preferred to `others`.
  const type = ranked.find(({ link }) => link.share.type !== 'others')?.link.share.type ?? 'others'
  const illustrated =
    ranked.find((match) => posterOf(match) !== undefined) ?? ranked.find(({ result }) => result.images.length > 0)
  const sources = same.toSorted(byAge).map(({ result }) => result.source)
  const times = same.flatMap(({ result }) => result.at ?? [])
  return {
    share: { ...best.link.share, type },
    password: passwordOf(ranked) || (mostFrequent(extraCodes.toSorted(compare)) ?? ''),
    title: best.title,
    relevance: best.relevance,
    at: times.length === 0 ? undefined : Math.max(...times),
    sources: [...new Set([...sources.slice(0, 1), ...sources.toSorted(compare)])],
    images: illustrated ? imagesOfLinks(illustrated.result) : [],
    poster: illustrated && posterOf(illustrated),
    post: best.result,
  }
}

/** The entry of a share that is in one post only. */
function linkOf(match: Match): MergedLink {
  const { link, title, relevance, result } = match
  const { at, source } = result
  const password = link.share.password || link.password
  const pictures = { images: imagesOfLinks(result), poster: posterOf(match) }
  return { share: link.share, password, title, relevance, at, sources: [source], ...pictures, post: result }
}

function posterOf({ link, result }: Match): string | undefined {
  return link.work === undefined ? result.images[0] : undefined
}

/** Orders the matches of a share: more relevant first, then newer; source and id make the order total. */
function byMatchQuality(a: Match, b: Match): number {
  return (
    Number(b.relevance === 'title') - Number(a.relevance === 'title') ||
    (b.result.at ?? 0) - (a.result.at ?? 0) ||
    byName(a, b)
  )
}

/** Oldest first; matches without a time last. */
function byAge(a: Match, b: Match): number {
  return (a.result.at ?? Number.MAX_VALUE) - (b.result.at ?? Number.MAX_VALUE) || byName(a, b)
}

function byName(a: Match, b: Match): number {
  return compare(a.result.source, b.result.source) || compare(a.result.id, b.result.id)
}

/** Compares by code unit, independent of the locale. */
export function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/**
 * The most frequent access code. Codes inside addresses come from the cloud's own share dialogue and take precedence over codes read
 * from texts; ties go to the better match.
 */
function passwordOf(ranked: readonly Match[]): string {
  const inAddress = ranked.flatMap(({ link }) => (link.share.password === '' ? [] : [link.share.password]))
  const inText = ranked.flatMap(({ link }) => (link.password === '' ? [] : [link.password]))
  return mostFrequent(inAddress) ?? mostFrequent(inText) ?? ''
}

function mostFrequent(codes: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1)
  let best: string | undefined
  let most = 0
  for (const [code, count] of counts) if (count > most) [best, most] = [code, count]
  return best
}
