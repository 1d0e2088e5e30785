// The ground truth: every mention of a share in the invented corpus, from posts and site listings.
import { createCorpus } from '../../standin/corpus/corpus.ts'
import { listingsOf, type SiteProfile } from '../../standin/corpus/listings.ts'
import { academictorrentsTaste } from '../../standin/sites/academictorrents-entries.ts'
import { duoduoTaste } from '../../standin/sites/duoduo.ts'
import { hunhepanTaste } from '../../standin/sites/hunhepan.ts'
import { internetarchiveTaste } from '../../standin/sites/internetarchive-items.ts'
import { jikepanTaste } from '../../standin/sites/jikepan.ts'
import { labiTaste } from '../../standin/sites/labi.ts'
import { pan666Taste } from '../../standin/sites/pan666.ts'
import { pansearchTaste } from '../../standin/sites/pansearch.ts'
import { pantaTaste } from '../../standin/sites/panta.ts'
import { qupansouTaste } from '../../standin/sites/qupansou.ts'
import { templateTaste } from '../../standin/sites/template-site.ts'
import { dataSites } from '../../standin/sites/templates/data-sites.ts'
import { filmSites } from '../../standin/sites/templates/film-sites.ts'
import { forumSites } from '../../standin/sites/templates/forum-sites.ts'
import { htmlSites } from '../../standin/sites/templates/html-sites.ts'
import { jsonSites } from '../../standin/sites/templates/json-sites.ts'
import { wanouTaste } from '../../standin/sites/wanou.ts'
import { xuexizhinanTaste } from '../../standin/sites/xuexizhinan.ts'
import { yunsouTaste } from '../../standin/sites/yunsou.ts'
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

const tastes: ReadonlyArray<readonly [string, SiteProfile]> = [
  ['academictorrents', academictorrentsTaste],
  ['duoduo', duoduoTaste],
  ['hunhepan', hunhepanTaste],
  ['internetarchive', internetarchiveTaste],
  ['jikepan', jikepanTaste],
  ['labi', labiTaste],
  ['pan666', pan666Taste],
  ['pansearch', pansearchTaste],
  ['panta', pantaTaste],
  ['qupansou', qupansouTaste],
  ['wanou', wanouTaste],
  ['xuexizhinan', xuexizhinanTaste],
  ['ash', yunsouTaste],
  ...[...dataSites, ...jsonSites, ...htmlSites, ...filmSites, ...forumSites].map(
    ({ name }) => [name, templateTaste] as const,
  ),
]

/** Sites whose pages have no dates. */
const undated = new Set(['academictorrents', 'duoduo', 'haisou', 'jikepan', 'labi', 'xuexizhinan'])

/** All mentions in these channels (the readable ones) and on all sites. */
export function mentionsOf(channels: readonly string[], place: Place): readonly Mention[] {
  return [...postMentions(channels, place), ...tastes.flatMap(([site, taste]) => listingMentions(site, taste, place))]
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

function listingMentions(site: string, taste: SiteProfile, { seed, now }: Place): Mention[] {
  return listingsOf(site, taste, seed, now).flatMap(({ title, at, offers }) =>
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
