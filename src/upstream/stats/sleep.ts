// Finds sleeping sources: those without a good answer for days while others answer, and channels without new posts.
import { latestOf, type SourceTally } from './source-tally.ts'

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
interface GroupTimes {
  lastGoodAt: number
  /** When a source answered again after the latest outage of all. */
  outageEndedAt: number
}

type Tallies = { at(source: string): SourceTally }

/** Creates the judge of which sources are asleep; `tables` returns the counters of all, and those that are not saved yet. */
export function createSleepJudge(tables: () => readonly [all: Tallies, unsaved: Tallies], epochMs: () => number) {
  const channels: GroupTimes = { lastGoodAt: 0, outageEndedAt: 0 }
  const sites: GroupTimes = { lastGoodAt: 0, outageEndedAt: 0 }
  /** All channels have one host, so they are judged apart from plugins and lists. Checks of links are never asleep. */
  const groupOf = (source: string) => {
    if (source.startsWith('check:')) return undefined
    return source.startsWith('tg:') ? channels : sites
  }
  const judge = (source: string, group: GroupTimes) => {
    const [all, unsaved] = tables()
    const tally = all.at(source)
    updateSleep(tally, group, epochMs())
    unsaved.at(source).asleepSince = tally.asleepSince
  }
  return {
    /** Call after the ask was counted. */
    recordAsk(source: string, isGood: boolean): void {
      const group = groupOf(source)
      if (!group) return
      const now = epochMs()
      if (isGood && recordAnswer(group, now)) for (const table of tables()) table.at(source).outageEndedAt = now
      judge(source, group)
    },
    recordNewestPost(source: string, at: number | undefined): void {
      for (const table of tables()) {
        const tally = table.at(source)
        tally.newestPostAt = latestOf(tally.newestPostAt, at)
        tally.pageReadAt = epochMs()
      }
      judge(source, channels)
    },
    /** Takes over what was recorded elsewhere. */
    load(tallies: Iterable<readonly [source: string, tally: SourceTally]>): void {
      for (const [source, { lastGoodAt = 0, outageEndedAt = 0 }] of tallies) {
        const group = groupOf(source)
        if (!group) continue
        group.lastGoodAt = Math.max(group.lastGoodAt, lastGoodAt)
        group.outageEndedAt = Math.max(group.outageEndedAt, outageEndedAt)
      }
    },
  }
}

/** Returns whether the answer ended an outage. */
function recordAnswer(group: GroupTimes, now: number): boolean {
  const endsOutage = group.lastGoodAt > 0 && now - group.lastGoodAt >= outageMs
  if (endsOutage) group.outageEndedAt = now
  // Times ahead were recorded before the clock was set back.
  group.outageEndedAt = Math.min(group.outageEndedAt, now)
  group.lastGoodAt = now
  return endsOutage
}

/** Puts a source to sleep or wakes it, after something was recorded of it. */
function updateSleep(tally: SourceTally, group: Readonly<GroupTimes>, now: number): void {
  const { failingSince, pageReadAt, newestPostAt = 0 } = tally
  const isJudged = now - group.lastGoodAt < outageMs
  const hasFailed = failingSince !== undefined && now - Math.max(failingSince, group.outageEndedAt) >= sleepAfterMs
  const isSilent = pageReadAt !== undefined && pageReadAt - newestPostAt >= maxSilenceMs
  if (isSilent || (hasFailed && isJudged)) tally.asleepSince ??= now
  else if (failingSince === undefined) tally.asleepSince = undefined
}

/** When a source that is asleep is asked next. */
export function nextTrialAt({ lastGoodAt = 0, lastFailure, pageReadAt = 0 }: SourceTally): number {
  return Math.max(lastGoodAt, lastFailure?.at ?? 0, pageReadAt) + trialEveryMs
}
