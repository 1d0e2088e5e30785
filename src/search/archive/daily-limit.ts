// Daily limit of archived links per source, so that one flooding source cannot evict the links of the others.
import type { Logger } from '../../observability/log.ts'

export type DailyLimit = ReturnType<typeof createDailyLimit>

/** Approximate size of a stored link: 320 bytes in SQLite, 1,100 in PostgreSQL. */
const bytesPerLink = 512
/** 100,000 links for an archive of 512 MB: about the results of one plugin in a thousand different searches. */
const maxDailyFraction = 0.1
/** Lower bound of the limit for small archives. */
const minDailyLinks = 1_000

const dayMs = 24 * 60 * 60_000
/** The name of all sources together that are not listed: requests may name any channel. */
const unlisted = 'unlisted channels'

interface DailyLimitOptions {
  readonly maxBytes: number
  /** Ids of the sources that have a limit each; all others together have one. */
  readonly listed: ReadonlySet<string>
  readonly epochMs: () => number
  readonly log: Pick<Logger, 'warn'>
}

/** Creates the limit, with empty counts of the links that each source has stored today. Days are in UTC. */
export function createDailyLimit({ maxBytes, listed, epochMs, log }: DailyLimitOptions) {
  const maxLinks = Math.max(minDailyLinks, Math.floor((maxBytes / bytesPerLink) * maxDailyFraction))
  const given = new Map<string, number>()
  let day = 0
  let refused = 0
  return {
    /** Counts links of a source; returns whether they are within its limit of today. */
    take(id: string, links: number): boolean {
      const source = listed.has(id) ? id : unlisted
      const today = Math.floor(epochMs() / dayMs)
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
    /** Number of links rejected since the start. */
    refused: () => refused,
  }
}
