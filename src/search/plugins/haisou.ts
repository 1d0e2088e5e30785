// Searches Haisou, which needs one more request per item for its share (upstreams/search/haisou.md).
import { z } from 'zod'
import { apiRefusal } from '../../parsing/api-refusal.ts'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { siteUrl, wholeNumber } from '../../parsing/source-settings.ts'
import { sizeText, titleText } from '../../parsing/text.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import type { Plugin, Post } from '../plugin.ts'
import { anchorList, titleHasKeyword, withMorePages } from '../plugin-parsing.ts'

const settings = z.object({
  base_url: siteUrl('https://haisou.cc'),
  pages: wholeNumber(1, 3, 2),
  details: wholeNumber(1, 50, 20),
})
type HaisouSettings = z.output<typeof settings>

/** Share addresses by platform, without the code. Items of other platforms are skipped. */
const shareAddresses = new Map([
  ['ali', 'https://www.alipan.com/s/'],
  ['baidu', 'https://pan.baidu.com/s/'],
  ['quark', 'https://pan.quark.cn/s/'],
  ['xunlei', 'https://pan.xunlei.com/s/'],
  ['tianyi', 'https://cloud.189.cn/t/'],
])

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')

const item = z.object({
  hsid: z.string(),
  platform: text,
  share_name: text,
  stat_file: z.number().nullish(),
  stat_size: z.number().nullish(),
})
const found = z.object({ pages: z.int(), list: z.array(item).max(1_000) })
type HaisouItem = z.output<typeof item>

const resolved = z.object({
  share_code: z.string().regex(/^[\w-]{1,100}$/),
  share_pwd: z.string().nullish(),
})

/** The share of an item id does not change; dead shares are detected by link checks. */
const rememberedMs = 24 * 60 * 60_000

export default {
  home: 'https://haisou.cc/',
  limits: { parallel: 4, attempts: 2 },
  settings,
  async ask({ kw }, io, set) {
    const items = new Map((await search(kw, io, set)).map((item) => [item.hsid, item]))
    const wanted = [...items.values()].filter((item) => isWanted(item, kw)).slice(0, set.details)
    const posts = await io.some(wanted.map((item) => post(item, io, set)))
    return posts.flatMap((one) => one ?? [])
  },
} satisfies Plugin<HaisouSettings>

/** The items of the first pages; only the first page gives the number of pages. */
async function search(kw: string, io: Io, set: HaisouSettings): Promise<HaisouItem[]> {
  const ask = (page: number) => {
    const query = `query=${encodeURIComponent(kw)}&scope=title&page=${page}&filter_valid=true&filter_has_files=false`
    return data(io, set, `search?${query}`, found)
  }
  const first = await ask(1)
  const asked = await withMorePages(io, first, Math.min(set.pages, first.pages), (index) => ask(index + 1))
  return asked.flatMap(({ list }) => list)
}

function isWanted({ hsid, platform, share_name }: HaisouItem, kw: string): boolean {
  return /^\w{1,40}$/.test(hsid) && shareAddresses.has(platform) && titleHasKeyword(titleText(share_name), kw)
}

/** The post of an item; none if the site answers that its share is gone. */
async function post(found: HaisouItem, io: Io, set: HaisouSettings): Promise<Post | undefined> {
  const { hsid, platform, share_name, stat_file, stat_size } = found
  const make = () => data(io, set, `${hsid}/fetch`, resolved)
  const share = await io.remembered({ key: hsid, forMs: rememberedMs, shape: resolved, make }).catch(unlessGone)
  if (!share) return undefined
  const { share_code, share_pwd } = share
  const parts = [
    ...(typeof stat_file === 'number' ? [`文件数量: ${stat_file}`] : []),
    `网盘类型: ${platform}`,
    ...(stat_size ? [`大小: ${sizeText(stat_size)}`] : []),
  ]
  const href = `${shareAddresses.get(platform)}${share_code}`
  return {
    id: hsid,
    title: titleText(share_name),
    text: parts.join(' | '),
    anchors: anchorList([{ href, code: share_pwd || undefined, cloud: platform }]),
    tags: [],
    images: [],
    aside: '',
  }
}

/** Requests data and unwraps the common envelope of replies. */
async function data<T>(io: Io, { base_url }: HaisouSettings, path: string, shape: z.ZodType<T>): Promise<T> {
  const wrapped = z.object({ code: z.int(), msg: z.string().nullish(), data: shape.nullish().catch(undefined) })
  const headers = { ...dataHeaders, referer: `${base_url}/` }
  const reply = await io.json(`${base_url}/api/pan/share/${path}`, wrapped, { headers })
  if (reply.code !== 0) throw apiRefusal(reply.msg ?? '', reply.code)
  if (!reply.data) throw new UpstreamError('mismatch', 'the reply lacks its data')
  return reply.data
}

/** Treats a missing share as an empty result that is not cached. Rethrows all other errors: a login or token may be missing as well. */
function unlessGone(error: unknown): undefined {
  if (!(error instanceof UpstreamError) || error.kind !== 'mismatch') throw error
  const [, code, words = ''] = /^answered with code (\d{1,9})(?:: (.*))?/.exec(error.message) ?? []
  if (code === '404' || goneWords.test(words)) return undefined
  throw error
}

/** Messages about a missing share; only short words are allowed between subject and verb. */
const goneWords = /(?:分享|资源|链接|文件)[的已经被可能或者内容链接文件夹]{0,10}(?:不存在|失效|删除|过期|取消)/
