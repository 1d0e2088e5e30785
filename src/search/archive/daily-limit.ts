// How much one source may give the archive in a day, so that one that lies does not push out what all others have shown.
import { LRUCache } from 'lru-cache'
import type { Logger } from '../../log.ts'

/** Counts the links that each source has given today. */
export interface DailyLimit {
  /** Counts more links of a source; whether they are still within what it may give today. */
  take(source: string, links: number): boolean
  /** How many links were not kept since the start. */
  refused(): number
}

export interface DailyLimitParts {
  /** The archive's room, in bytes. */
  readonly maxBytes: number
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly log: Pick<Logger, 'warn'>
}

/** About what a link takes: 320 bytes in SQLite, 1,100 in PostgreSQL. */
const bytesPerLink = 512
/** Of an archive of 512 MB a hundred thousand links: what a plugin gives in a thousand searches for different things. */
const maxShareOfDay = 0.1
/** What a small archive takes of a source all the same. */
const minLinksOfDay = 1_000

const dayMs = 24 * 60 * 60_000
/** Requests may name any channel. Of so many it is known what they gave. */
const maxSources = 10_000

/** How many links of one source an archive of that size takes in a day. */
export function linksOfDay(maxBytes: number): number {
  return Math.max(minLinksOfDay, Math.floor((maxBytes / bytesPerLink) * maxShareOfDay))
}

/** Makes it, with nothing given yet. The day is that of UTC. */
export function createDailyLimit({ maxBytes, now, log }: DailyLimitParts): DailyLimit {
  const maxLinks = linksOfDay(maxBytes)
  const given = new LRUCache<string, number>({ max: maxSources })
  let day = 0
  let refused = 0
  return {
    take(source, links) {
      const today = Math.floor(now() / dayMs)
      if (today !== day) given.clear()
      day = today
      const before = given.get(source) ?? 0
      given.set(source, before + links)
      if (before + links <= maxLinks) return true
      refused += links
      const what = { source, links: maxLinks }
      if (before <= maxLinks) log.warn(what, 'a source has given the archive as many links as it may in a day')
      return false
    },
    refused: () => refused,
  }
}
