// Asks sources that are asleep once a day, and reads the page of channels that may have stopped posting.
import { ageMs, isRunning } from '../../async/ages.ts'
import type { Outcome } from '../source.ts'
import { maxSilenceMs, trialEveryMs } from './sleep.ts'
import type { SourceStatistics } from './source-statistics.ts'

interface TrialOptions {
  readonly statistics: Pick<SourceStatistics, 'of' | 'recordNewestPost'>
  /** Each source that may sleep at the moment, by id, with the function that asks it; channels for their page. Never rejects because of an upstream. */
  readonly ask: () => ReadonlyMap<string, () => Promise<Outcome<object>>>
  /** Whether a source is switched on. */
  readonly isOn: (id: string) => boolean
  readonly onError: (error: unknown) => void
  readonly epochMs: () => number
}

/** The machine may run for months, so there is no hurry. */
const maxConcurrent = 2

/** Creates the trials. Call `tick` about once a minute. */
export function createSourceTrials({ statistics, ask, isOn, onError, epochMs }: TrialOptions) {
  const running = new Set<string>()
  const isDue = (id: string): boolean => {
    const known = statistics.of(id)
    if (!known || running.has(id) || !isOn(id)) return false
    if (known.sleep) return !isRunning(known.sleep.nextTrialAt, epochMs(), trialEveryMs)
    return id.startsWith('tg:') && mayBeSilent(known, epochMs())
  }
  const run = async (id: string, askSource: () => Promise<Outcome<object>>) => {
    running.add(id)
    try {
      const outcome = await askSource()
      if (id.startsWith('tg:') && outcome.state !== 'failed')
        statistics.recordNewestPost(id, newestPostAt(outcome.items))
    } catch (error) {
      onError(error)
    } finally {
      running.delete(id)
    }
  }
  return {
    tick(): void {
      for (const [id, askSource] of ask()) {
        if (running.size >= maxConcurrent) return
        if (isDue(id)) void run(id, askSource)
      }
    },
  }
}

type Figures = NonNullable<ReturnType<SourceStatistics['of']>>

/** Whether a channel answered within a day, and no post of the last ninety days is known of it. */
function mayBeSilent({ lastGoodAt = 0, newestPostAt = 0, pageReadAt = 0 }: Figures, now: number): boolean {
  return now - lastGoodAt < trialEveryMs && now - newestPostAt >= maxSilenceMs && ageMs(now, pageReadAt) >= trialEveryMs
}

/** The time of the newest post, as those of the posts in epoch milliseconds; undefined if no post has one. */
export function newestPostAt(posts: readonly object[]): number | undefined {
  const times = posts.flatMap((post) => ('at' in post && typeof post.at === 'number' ? [post.at] : []))
  return times.length === 0 ? undefined : Math.max(...times)
}
