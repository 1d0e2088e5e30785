// Finds sleeping sources: those without a good answer for days while others answer, and channels without new posts.
import type { SourceRow } from './source-table.ts'

const dayMs = 24 * 60 * 60_000
/** How long a source must have failed until it is asleep. */
const sleepAfterMs = 7 * dayMs
/** How old the newest post of a channel must be until it is asleep. */
export const maxSilenceMs = 90 * dayMs
/** How often a source that is asleep is asked. */
export const trialEveryMs = dayMs
/** While no source of a group answered for this long, the network of this machine counts as down, and no source of it as failing. */
const outageMs = 3 * dayMs

/** When the sources of a group answered, in epoch milliseconds; 0 for never. */
interface SourceGroup {
  lastGoodAt: number
  /** When a source answered again after the latest outage of all. */
  outageEndedAt: number
}

/** Creates the groups of sources that are judged together. */
export function createSourceGroups() {
  const channels: SourceGroup = { lastGoodAt: 0, outageEndedAt: 0 }
  const sites: SourceGroup = { lastGoodAt: 0, outageEndedAt: 0 }
  /** All channels have one host, so they are judged apart from plugins and lists. Checks of links are never asleep. */
  const groupOf = (source: string): SourceGroup | undefined => {
    if (source.startsWith('check:')) return undefined
    return source.startsWith('tg:') ? channels : sites
  }
  return {
    /** Records a good answer at `now`; returns whether it ended an outage of its group. */
    recordAnswer(source: string, now: number): boolean {
      const group = groupOf(source)
      if (!group) return false
      const endsOutage = group.lastGoodAt > 0 && now - group.lastGoodAt >= outageMs
      if (endsOutage) group.outageEndedAt = now
      // Times ahead were recorded before the clock was set back.
      group.outageEndedAt = Math.min(group.outageEndedAt, now)
      group.lastGoodAt = now
      return endsOutage
    },
    /** Puts a source to sleep or wakes it, after something was recorded of it at `now`. */
    judge(source: string, row: SourceRow, now: number): void {
      const group = groupOf(source)
      if (!group) return
      const { failingSince, pageReadAt, newestPostAt = 0 } = row
      const isJudged = now - group.lastGoodAt < outageMs
      const hasFailed = failingSince !== undefined && now - Math.max(failingSince, group.outageEndedAt) >= sleepAfterMs
      const isSilent = pageReadAt !== undefined && pageReadAt - newestPostAt >= maxSilenceMs
      if (isSilent || (hasFailed && isJudged)) row.asleepSince ??= now
      else if (failingSince === undefined) row.asleepSince = undefined
    },
    /** Takes over what was recorded elsewhere. */
    load(rows: Iterable<readonly [source: string, row: SourceRow]>): void {
      for (const [source, { lastGoodAt = 0, outageEndedAt = 0 }] of rows) {
        const group = groupOf(source)
        if (!group) continue
        group.lastGoodAt = Math.max(group.lastGoodAt, lastGoodAt)
        group.outageEndedAt = Math.max(group.outageEndedAt, outageEndedAt)
      }
    },
  }
}

/** When a source that is asleep is asked next. */
export function nextTrialAt({ lastGoodAt = 0, lastFailure, pageReadAt = 0 }: SourceRow): number {
  return Math.max(lastGoodAt, lastFailure?.at ?? 0, pageReadAt) + trialEveryMs
}
