// Bilibili: hot searches, popular videos, and rankings overall and by channel (upstreams/hot/bilibili.md,
// b-bilibili.md, upstreams/search/evidence.md).
import { hash } from 'node:crypto'
import { z } from 'zod'
import { apiRefusal, treatAsBlocked } from '../../parsing/api-refusal.ts'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { lenientArray, maybeNumber, maybeText } from '../../parsing/lenient-schemas.ts'
import { checkShape } from '../../parsing/script-values.ts'
import { amountOf, distinct, titleText } from '../../parsing/text.ts'
import { unixTime } from '../../parsing/times.ts'
import { cookieHeader, withCookies, withVisitorPass } from '../../parsing/visitor-pass.ts'
import { encodeForQuery, toHttps } from '../../parsing/web-links.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io, Schema } from '../../upstream/source.ts'
import { defineFamily, type Family, type HotItem, type List } from '../list-definition.ts'

const titled = z.object({ bvid: z.string(), title: z.string(), pic: maybeText })
const stat = z.object({ view: z.number(), like: z.number() })
const video = titled
  .extend({ pubdate: maybeNumber, desc: maybeText, owner: z.object({ name: z.string() }), stat })
  .transform(({ owner, stat, ...more }) => ({ ...more, author: owner.name, views: stat.view, likes: stat.like }))
const olderVideo = titled
  .extend({ author: maybeText, play: z.union([z.number(), z.string()]).nullish() })
  .transform(({ play, author, ...more }) => ({ ...more, author: author ?? undefined, views: amountOf(play) }))
/** The older API has fewer fields. */
type Video = z.output<typeof titled> & {
  readonly [Field in keyof z.output<typeof video>]?: z.output<typeof video>[Field] | undefined
}

const videoList = z.object({ data: z.object({ list: lenientArray(video) }) })
const olderVideoList = z.object({ data: z.object({ list: lenientArray(olderVideo) }) })
const site = 'https://api.bilibili.com/x/web-interface'

export default defineFamily({
  name: '哔哩哔哩',
  home: 'https://www.bilibili.com',
  column: 'china',
  color: '#fb7299',
  needs: 'an IP address in China: some others are blocked',
  lists: {
    'bilibili-hot-search': {
      title: '热搜',
      type: 'hottest',
      interval: 600,
      ask: (io) => io.firstOf([hotWords, trending, trendingInApp]),
    },
    'bilibili-hot-video': {
      title: '热门视频',
      column: 'entertainment',
      type: 'hottest',
      interval: 600,
      ask: listed('popular'),
    },
    'bilibili-ranking': {
      title: '排行榜',
      column: 'entertainment',
      type: 'hottest',
      interval: 1800,
      ask: (io) => io.firstOf([listed('ranking/v2'), older(0, videoItem)]),
    },
    'bilibili-rank-anime': channelOf('动画', 1),
    'bilibili-rank-music': channelOf('音乐', 3),
    'bilibili-rank-game': channelOf('游戏', 4, 'game'),
    'bilibili-rank-ent': channelOf('娱乐', 5),
    'bilibili-rank-tech': channelOf('科技', 188, 'tech'),
    'bilibili-rank-kichiku': channelOf('鬼畜', 119),
    'bilibili-rank-dance': channelOf('舞蹈', 129),
    'bilibili-rank-fashion': channelOf('时尚', 155, 'life'),
    'bilibili-rank-life': channelOf('生活', 160, 'life'),
    'bilibili-rank-guochuang': channelOf('国创相关', 168),
    'bilibili-rank-cinephile': channelOf('影视', 181),
  },
})

const searched = z.object({
  keyword: z.string(),
  show_name: maybeText,
  icon: maybeText,
  heat_score: maybeNumber,
  stat_datas: z.object({ is_commercial: maybeText }).nullish(),
})
const words = z.object({ list: lenientArray(searched) })

async function hotWords(io: Io): Promise<HotItem[]> {
  const { list } = await checkCode(io, 'https://s.search.bilibili.com/main/hotword?limit=30', words)
  return list.flatMap(wordItems)
}

/** The search page has signed this request since 2025. */
function trending(io: Io): Promise<HotItem[]> {
  const shape = z.object({ data: z.object({ trending: words }) })
  return withSignedQuery(io, { limit: '50' }, async (query) => {
    const address = `https://api.bilibili.com/x/web-interface/wbi/search/square?${query}`
    const { data } = await checkCode(io, address, shape, { referer: 'https://www.bilibili.com/' })
    return data.trending.list.flatMap(wordItems)
  })
}

async function trendingInApp(io: Io): Promise<HotItem[]> {
  const shape = z.object({ data: words })
  const { data } = await checkCode(io, 'https://app.bilibili.com/x/v2/search/trending/ranking?limit=50', shape)
  return data.list.flatMap(wordItems)
}

function wordItems({ keyword, show_name, icon, heat_score, stat_datas }: z.output<typeof searched>): HotItem[] {
  if (stat_datas?.is_commercial === '1') return []
  const url = `https://search.bilibili.com/all?keyword=${encodeForQuery(keyword)}`
  return [{ id: keyword, title: show_name || keyword, url, hot: heat_score, icon }]
}

function channelOf(title: string, channel: number, column: Family['column'] = 'entertainment'): List {
  return {
    title,
    home: 'https://www.bilibili.com/v/popular/rank/all',
    column,
    type: 'hottest',
    interval: 3600,
    ask: (io) => io.firstOf([signed(channel), older(channel, channelItem)]),
  }
}

function videoItem({ bvid, title, pubdate, desc, pic, author, views, likes }: Video): HotItem {
  return {
    id: bvid,
    title,
    url: `https://www.bilibili.com/video/${bvid}`,
    pubDate: unixTime(pubdate),
    hot: views,
    info: distinct([author ?? '', countText(views, '观看'), countText(likes, '点赞')]).join(' · '),
    // Placeholder for an empty description.
    hover: desc?.trim() === '-' ? undefined : desc,
    icon: pic,
  }
}

function channelItem(video: Video): HotItem {
  const { bvid, title, author, pic } = video
  const mobileUrl = `https://m.bilibili.com/video/${bvid}`
  return { ...videoItem(video), title: titleText(title), mobileUrl, info: author, icon: toHttps(pic) }
}

/** Formats counts like the site, but in whole ten thousands. */
function countText(count: number | undefined, what: string): string {
  if (count === undefined) return ''
  return `${count < 10_000 ? count : `${Math.floor(count / 10_000)}w+`}${what}`
}

/** A list of an API that rarely checks visitors. */
function listed(path: string) {
  return async (io: Io) => (await checkVisitorCode(io, `${site}/${path}`, videoList)).data.list.map(videoItem)
}

/** The ranking of a channel, asked with a signed query, as the page does. */
function signed(channel: number) {
  const headers = { referer: 'https://www.bilibili.com/ranking/all' }
  return (io: Io) =>
    withSignedQuery(io, { rid: String(channel), type: 'all' }, async (query) =>
      (await checkCode(io, `${site}/ranking/v2?${query}`, videoList, headers)).data.list.map(channelItem),
    )
}

/** The ranking of a channel (0: all) of the older API, which is checked less. */
function older(channel: number, item: (video: Video) => HotItem) {
  return async (io: Io) =>
    (await checkCode(io, `${site}/ranking?rid=${channel}&type=all`, olderVideoList)).data.list.map(item)
}

const home = 'https://www.bilibili.com/'

type Headers = Readonly<Record<string, string>>

/** Requests an API without cookies. @throws UpstreamError also for a code that means failure. */
async function checkCode<T>(io: Io, address: string, shape: Schema<T>, headers: Headers = {}): Promise<T> {
  return (await requestWithoutCheck(io, address, shape, headers)) ?? failVisitorCheck()
}

/** Requests an API that usually answers without cookies; when it checks the visitor, retries with the cookies of the home page. */
async function checkVisitorCode<T>(io: Io, address: string, shape: Schema<T>): Promise<T> {
  const bare = await requestWithoutCheck(io, address, shape)
  if (bare !== undefined) return bare
  return withCookies(io, home, async (cookie) => {
    const headers = { referer: home, ...cookieHeader(cookie) }
    return (await requestWithoutCheck(io, address, shape, headers)) ?? failVisitorCheck()
  })
}

/** Not `blocked`: the check applies to one URL; others of the host may answer. */
function failVisitorCheck(): never {
  throw new UpstreamError('mismatch', 'the site requires a visitor check', { reason: { code: 'challenge' } })
}

const envelope = z.looseObject({ code: z.int(), message: maybeText })
const visitorCheckCode = -352
const blockedCode = -412
/** A visitor check that is not reported in the code. */
const voucher = z.object({ data: z.object({ v_voucher: z.string(), list: z.undefined().optional() }) })

/** Returns the reply; undefined when the site requires a visitor check. */
async function requestWithoutCheck<T>(
  io: Io,
  address: string,
  shape: Schema<T>,
  headers: Headers = {},
): Promise<T | undefined> {
  const asked = io.json(address, envelope, { headers: { ...dataHeaders, ...headers } })
  const reply = await asked.catch(treatAsBlocked([412]))
  const { code, message } = reply
  if (code === visitorCheckCode || voucher.safeParse(reply).success) return undefined
  if (code === blockedCode) throw new UpstreamError('blocked', `answered with code ${code}`)
  if (code !== 0) throw apiRefusal(message ?? '', code)
  return checkShape(reply, shape)
}

type Parameters = Readonly<Record<string, string>>

/** The key changes daily; one that is rejected earlier is fetched again. */
const keyCacheMs = 6 * 60 * 60_000

/** Calls `use` with the signed query; fetches a new key and retries once when it is rejected. @throws UpstreamError as `use` or the key request does. */
function withSignedQuery<T>(io: Io, parameters: Parameters, use: (query: string) => Promise<T>): Promise<T> {
  const pass = { key: 'wbi', forMs: keyCacheMs, make: () => currentKey(io) }
  return withVisitorPass(io, pass, (key) => use(wbiQuery(parameters, key, io.now)))
}

const name = z
  .string()
  .transform((address) => /\/([\da-f]{32})\.[a-z]+$/.exec(address)?.[1])
  .pipe(z.string('must be an image URL whose file name is 32 hex digits'))
const visitor = z.object({ data: z.object({ wbi_img: z.object({ img_url: name, sub_url: name }) }) })

/** Ignores the reply's code: without a login it is -101, but the images are present. */
async function currentKey(io: Io): Promise<string> {
  const asked = io.json('https://api.bilibili.com/x/web-interface/nav', visitor, { headers: dataHeaders })
  const { wbi_img: pictures } = (await asked.catch(treatAsBlocked([412]))).data
  return wbiKey(pictures.img_url, pictures.sub_url)
}

const places = [
  46, 47, 18, 2, 53, 8, 23, 32, 15, 50, 10, 31, 58, 3, 45, 35, 27, 43, 5, 49, 33, 9, 42, 19, 29, 28, 14, 39, 12, 38, 41,
  13,
]

function wbiKey(image: string, other: string): string {
  const signs = image + other
  return places.map((place) => signs.charAt(place)).join('')
}

/** Builds the query: parameters and the time in seconds (`wts`), sorted by name, with the signature as `w_rid`. */
function wbiQuery(parameters: Parameters, key: string, at: Date): string {
  const dated = { ...parameters, wts: String(Math.floor(at.getTime() / 1000)) }
  const signature = hash('md5', `${sortedQuery(dated)}${key}`)
  return sortedQuery({ ...dated, w_rid: signature })
}

function sortedQuery(parameters: Parameters): string {
  const names = Object.keys(parameters).toSorted()
  const clean = (value = '') => encodeURIComponent(value.replaceAll(/[!'()*]/g, ''))
  return names.map((one) => `${encodeURIComponent(one)}=${clean(parameters[one])}`).join('&')
}
