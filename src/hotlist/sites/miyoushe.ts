// The API of 米游社 with the notices of miHoYo's games (upstreams/hot/b-miyoushe.md, b-genshin.md).
import { z } from 'zod'
import { maybeNumber, maybeText, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { oneLine, titleText } from '../../parsing/text.ts'
import { unixTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import type { HotItem, List } from '../list-definition.ts'
import { jsonRows } from './json-list.ts'
import { toHttps } from './links.ts'
import { newestFirst } from './newest-first.ts'

/** Game ids by section of the site. */
const games = { bh3: 1, ys: 2, bh2: 3, wd: 4, dby: 5, sr: 6, zzz: 8 }
const kinds = { 公告: 1, 活动: 2, 资讯: 3 }
const hosts = ['https://bbs-api-static.miyoushe.com/painter/wapi', 'https://bbs-api.miyoushe.com/post/wapi']

interface Game {
  readonly name: string
  readonly part: keyof typeof games
  /** Number of notices per request, at most 50. */
  readonly count: number
}

/** The three lists of a game: announcements (with the id `id`), events and news. */
export function noticeLists(id: string, game: Game): Record<string, List> {
  return {
    [id]: noticeList(game, '公告'),
    [`${id}-event`]: noticeList(game, '活动'),
    [`${id}-news`]: noticeList(game, '资讯'),
  }
}

/** A list of a game; small games often have no notices. */
export function noticeList({ name, part, count }: Game, kind: keyof typeof kinds): List {
  const query = `client_type=4&gids=${games[part]}&last_id=&page_size=${count}&type=${kinds[kind]}`
  const from = (host: string) => (io: Io) => notices(io, `${host}/getNewsList?${query}`, part)
  const ask = (io: Io) => io.firstOf(hosts.map(from))
  return { name: `${name} · ${kind}`, type: 'realtime', interval: 1800, mayBeEmpty: true, ask }
}

const notice = z.object({
  post: z.object({
    post_id: nonEmptyText(),
    subject: z.string(),
    content: maybeText,
    cover: maybeText,
    images: z.array(z.string()).nullish(),
    created_at: z.number(),
  }),
  user: z.object({ nickname: maybeText }).nullish(),
  stat: z.object({ view_num: maybeNumber }).nullish(),
})

async function notices(io: Io, address: string, part: string): Promise<HotItem[]> {
  const reply = { ok: ['retcode', 0, 'message'], rows: 'data.list', row: notice } as const
  const found = await jsonRows(io, address, { ...reply, headers: { referer: 'https://www.miyoushe.com' } })
  const items = found.map(({ post, user, stat }) => ({
    id: post.post_id,
    title: titleText(post.subject),
    url: `https://www.miyoushe.com/${part}/article/${post.post_id}`,
    mobileUrl: `https://m.miyoushe.com/${part}/#/article/${post.post_id}`,
    pubDate: unixTime(post.created_at),
    hot: stat?.view_num,
    info: user?.nickname,
    hover: oneLine(post.content ?? ''),
    icon: toHttps(post.cover || post.images?.[0]),
  }))
  // Pinned notices precede newer ones.
  return newestFirst(items)
}
