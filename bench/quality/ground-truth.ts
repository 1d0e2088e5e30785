// The ground truth: every mention of a share in the invented corpus, from posts and site listings.
import { createCorpus } from '../../standin/corpus/corpus.ts'
import { listingsOf } from '../../standin/corpus/listings.ts'
import { profileOf, siteNames } from '../../standin/sites.ts'
import { channelKind } from '../../standin/telegram/handler.ts'

/** One mention of a share in one place. */
export interface Mention {
  readonly source: string
  readonly type: string
  readonly code: string
  /** The access code of the mention, `''` for none. */
  readonly password: string
  readonly work: string
  /** The searched text in lower case. */
  readonly searched: string
  /** The title line of the mention. */
  readonly title: string
  /** The date, where the source has one. */
  readonly at: Date | undefined
}

/** The stand-in's seed and time; the clock stands still. */
export interface Place {
  readonly seed: number
  readonly now: Date
}

/** Sites whose pages have no dates. */
const undated = new Set(['academictorrents', 'duoduo', 'haisou', 'jikepan', 'labi', 'xuexizhinan'])

/** All mentions in these channels (the readable ones) and on all sites. */
export function mentionsOf(channels: readonly string[], place: Place): readonly Mention[] {
  return [...postMentions(channels, place), ...siteNames().flatMap((site) => listingMentions(site, place))]
}

function postMentions(channels: readonly string[], { seed, now }: Place): Mention[] {
  const corpus = createCorpus(seed, now)
  return channels
    .filter((channel) => channelKind(channel, seed) === 'preview')
    .flatMap((channel) =>
      corpus.postsOf(channel).flatMap(({ truth, text, searched, at }) => {
        const [title = ''] = text.split('\n')
        return truth.map((one) => ({ ...one, source: `tg:${channel}`, title, searched, at }))
      }),
    )
}

function listingMentions(site: string, { seed, now }: Place): Mention[] {
  return listingsOf(site, profileOf(site), seed, now).flatMap(({ title, at, offers }) =>
    offers.map(({ truth }) => ({
      ...truth,
      source: `plugin:${site}`,
      title,
      searched: title.toLowerCase(),
      at: undated.has(site) ? undefined : at,
    })),
  )
}

/** A share's name in the marked queries. */
export function keyOf({ type, code }: Pick<Mention, 'type' | 'code'>): string {
  return `${type}:${code}`
}

/** The mentions that match a keyword: all its words occur, in any order. */
export function findMentions(mentions: readonly Mention[], kw: string): readonly Mention[] {
  const words = kw
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return mentions.filter(({ searched }) => words.every((word) => searched.includes(word)))
}
