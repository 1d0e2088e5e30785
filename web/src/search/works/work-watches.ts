// The watches that the bell of a work offers: later episodes, a better picture, a living link in the user's clouds.
import type { CollectedWork } from '../../../../client/work-collector.ts'
import type { CloudType } from '../../../../src/contract/cloud-types.ts'
import { wordsToWatch } from '../../components/words-to-watch.ts'
import type { WatchOffer } from '../../page-context.ts'
import { createMessages } from '../../use-messages.ts'

export const workWatchMessages = createMessages({
  bell: ['关注', 'Watch'],
  episodes: ['有新集', 'New episodes'],
  quality: ['更清晰的', 'Better quality'],
  living: ['能用的链接', 'A living link'],
  livingMine: ['我的网盘里能用的链接', 'A living link in my clouds'],
})
type WorkWatchWords = typeof workWatchMessages.zh

const drives = ['archive', 'search'] as const
/** What titles call the best picture. */
const best = ['4K', '2160p']
/** Kinds of works that have one. */
const pictured = ['movie', 'series', 'show', 'animation', 'documentary']

/** The first is what is most likely meant: a series that goes on has later episodes. */
export function watchesOfWork(
  { title, kind, attributes }: Pick<CollectedWork, 'title' | 'kind' | 'attributes'>,
  mine: readonly CloudType[],
  words: WorkWatchWords,
): readonly WatchOffer[] {
  const named = wordsToWatch(title)
  if (named === '') return []
  const offer = (label: string, fields: Partial<WatchOffer>): WatchOffer => ({
    ...{ label, name: `${named} ${label}`, words: named, in: [...drives] },
    ...fields,
  })
  const { episodes } = attributes
  const isGoingOn = episodes !== null && episodes.to !== null && !episodes.complete
  const better = pictured.includes(kind) ? betterPictures(attributes.quality) : []
  return [
    ...(isGoingOn ? [offer(words.episodes, { fromEpisode: (episodes.to ?? 0) + 1 })] : []),
    ...(better.length > 0 ? [offer(words.quality, { words: better.map((one) => `${named} ${one}`).join(' | ') })] : []),
    offer(mine.length > 0 ? words.livingMine : words.living, {
      living: true,
      ...(mine.length > 0 && { clouds: [...mine] }),
    }),
  ]
}

/** What titles call a better picture than a work has. */
function betterPictures(quality: readonly string[]): readonly string[] {
  return quality.some((one) => /^(?:4k|2160p|8k)$/i.test(one)) ? [] : best
}
