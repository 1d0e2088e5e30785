// Video lists from Bilibili's current and older APIs (upstreams/hot/bilibili.md, b-bilibili.md).
import { z } from 'zod'
import { lenientArray, maybeNumber, maybeText } from '../../parsing/lenient-schemas.ts'
import { amountOf } from '../../parsing/text.ts'
import type { Io } from '../../upstream/source.ts'
import type { Maybe } from '../list-definition.ts'
import { checkCode, checkVisitorCode } from './bilibili.ts'
import { withSignedQuery } from './bilibili-wbi.ts'

/** A video; the older API has fewer fields. */
export interface Video {
  readonly bvid: string
  readonly title: string
  /** Seconds since 1970. */
  readonly pubdate?: Maybe<number>
  readonly desc?: Maybe<string>
  readonly pic?: Maybe<string>
  readonly author?: Maybe<string>
  readonly views?: Maybe<number>
  readonly likes?: Maybe<number>
}

const titled = z.object({ bvid: z.string(), title: z.string(), pic: maybeText })

const video = titled
  .extend({
    pubdate: maybeNumber,
    desc: maybeText,
    owner: z.object({ name: z.string() }),
    stat: z.object({ view: z.number(), like: z.number() }),
  })
  .transform(({ owner, stat, ...more }): Video => ({ ...more, author: owner.name, views: stat.view, likes: stat.like }))

const olderVideo = titled
  .extend({ author: maybeText, play: z.union([z.number(), z.string()]).nullish() })
  .transform(({ play, ...more }): Video => ({ ...more, views: amountOf(play) }))

const videoList = z.object({ data: z.object({ list: lenientArray(video) }) })
const olderVideoList = z.object({ data: z.object({ list: lenientArray(olderVideo) }) })
const site = 'https://api.bilibili.com/x/web-interface'

/** Fetches a list from an API that rarely checks visitors. @throws UpstreamError as `checkVisitorCode` does. */
export async function listedVideos(io: Io, path: string): Promise<Video[]> {
  return (await checkVisitorCode(io, `${site}/${path}`, videoList)).data.list
}

/** Fetches the ranking of a channel with a signed query, as the page does. @throws UpstreamError as `withSignedQuery` and `answered` do. */
export function signedRanking(io: Io, channel: number): Promise<Video[]> {
  const headers = { referer: 'https://www.bilibili.com/ranking/all' }
  return withSignedQuery(io, { rid: String(channel), type: 'all' }, async (query) => {
    return (await checkCode(io, `${site}/ranking/v2?${query}`, videoList, headers)).data.list
  })
}

/** Fetches the ranking of a channel (0: all) from the older API, which is checked less. @throws UpstreamError as `answered` does. */
export async function olderRanking(io: Io, channel: number): Promise<Video[]> {
  return (await checkCode(io, `${site}/ranking?rid=${channel}&type=all`, olderVideoList)).data.list
}
