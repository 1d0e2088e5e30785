// The API of 米游社 with the notices of miHoYo's games (upstreams/hot/b-miyoushe.md, b-genshin.md).
import { z } from 'zod'
import { maybeNumber, maybeText, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { oneLine, titleText } from '../../parsing/text.ts'
import { unixTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import type { List } from '../list-definition.ts'
import { jsonList } from './json-list.ts'
import { toHttps } from './links.ts'
import { newestFirst } from './newest-first.ts'

/** Game ids by section of the site. */
const games = { bh3: 1, ys: 2, bh2: 3, wd: 4, dby: 5, sr: 6, zzz: 8 }
const kinds = { 公告: 1, 活动: 2, 资讯: 3 }
const hosts = ['https://bbs-api-static.miyoushe.com/painter/wapi', 'https://bbs-api.miyoushe.com/post/wapi']

interface Game {
  /** Given where the family has several games. */
  readonly name?: string
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
  const ask = (io: Io) => io.firstOf(hosts.map((host) => notices(`${host}/getNewsList?${query}`, part)))
  return {
    title: name === undefined ? kind : `${name} ${kind}`,
    type: 'realtime',
    interval: 1800,
    mayBeEmpty: true,
    ask,
  }
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

function notices(address: string, part: string) {
  const ask = jsonList({
    address,
    headers: { referer: 'https://www.miyoushe.com' },
    ok: ['retcode', 0, 'message'],
    rows: 'data.list',
    row: notice,
    item: ({ post: { post_id: id, ...post }, user, stat }) => {
      const url = `https://www.miyoushe.com/${part}/article/${id}`
      const mobileUrl = `https://m.miyoushe.com/${part}/#/article/${id}`
      const [title, hover] = [titleText(post.subject), oneLine(post.content ?? '')]
      const [hot, info, icon] = [stat?.view_num, user?.nickname, toHttps(post.cover || post.images?.[0])]
      return { id, title, url, mobileUrl, pubDate: unixTime(post.created_at), hot, info, hover, icon }
    },
  })
  // Pinned notices precede newer ones.
  return async (io: Io) => newestFirst(await ask(io), io.now)
}
