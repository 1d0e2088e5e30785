// Searches Haisou by the second version of its API, with the shares in the rows (upstreams/search/plugins-2026-11/haisou.md).
import { z } from 'zod'
import { apiRefusal } from '../../parsing/api-refusal.ts'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { trimmedText } from '../../parsing/lenient-schemas.ts'
import { siteUrl, wholeNumber } from '../../parsing/source-settings.ts'
import { sizeText, titleText } from '../../parsing/text.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import type { GivenPost, Plugin } from '../plugin.ts'
import { anchorList, withMorePages } from '../plugin-parsing.ts'

const settings = z.object({ base_url: siteUrl('https://haisou.cc'), pages: wholeNumber(1, 3, 1) })
type HaisouSettings = z.output<typeof settings>

/** Share addresses by platform, without the code of the share, and the parameter for its access code. */
const platforms: ReadonlyMap<string, readonly [address: string, parameter?: string]> = new Map([
  ['ali', ['https://www.alipan.com/s/']],
  ['baidu', ['https://pan.baidu.com/s/', 'pwd']],
  ['quark', ['https://pan.quark.cn/s/']],
  ['xunlei', ['https://pan.xunlei.com/s/', 'pwd']],
  ['tianyi', ['https://cloud.189.cn/t/']],
  ['yidong', ['https://yun.139.com/shareweb/#/w/i/']],
  ['uc', ['https://drive.uc.cn/s/']],
  ['115', ['https://115.com/s/', 'password']],
  ['123', ['https://www.123pan.com/s/', 'pwd']],
  ['guangya', ['https://www.guangyapan.com/s/', 'code']],
  ['lanzou', ['https://www.lanzoux.com/', 'pwd']],
  ['weiyun', ['https://share.weiyun.com/', 'pwd']],
  ['ctfile', ['https://url01.ctfile.com/', 'p']],
])

const row = z.object({
  hsid: z.string().min(1),
  platform: trimmedText,
  share_name: trimmedText,
  share_code: trimmedText,
  share_pwd: trimmedText,
  stat_file: z.number().nullish(),
  stat_size: z.number().nullish(),
})
const found = z.object({
  items: z.array(row).max(1_000),
  pagination: z.object({ total: z.number().nullish() }).nullish(),
})
const reply = z.object({ success: z.boolean(), message: trimmedText, data: found.nullish() })

const pageSize = 20
const maxKeyword = 120

export default {
  home: 'https://haisou.cc/',
  needs: ['throttles'],
  value: 'many',
  evidence: '2026-09-15 works, often 429 on shared addresses',
  limits: { parallel: 1, attempts: 1, attemptMs: 10_000, blockedMs: 10 * 60_000 },
  settings,
  async ask({ kw }, io, set) {
    const first = await askPage(kw, 1, io, set)
    const count = Math.min(set.pages, Math.ceil((first.pagination?.total ?? 0) / pageSize))
    const pages = await withMorePages(io, first, count, (index) => askPage(kw, index + 1, io, set))
    return pages.flatMap(({ items }) => items.flatMap((one) => postOf(one) ?? []))
  },
} satisfies Plugin<HaisouSettings>

async function askPage(kw: string, page: number, io: Io, { base_url }: HaisouSettings) {
  const body = {
    query: [...kw].slice(0, maxKeyword).join(''),
    filters: { scope: 'title' },
    pagination: { page, page_size: pageSize },
  }
  const headers = { ...dataHeaders, origin: base_url, referer: `${base_url}/` }
  const url = `${base_url}/api/v2/shares/search`
  const { success, message, data } = await io.json(url, reply, { method: 'POST', headers, body, answers: [402, 422] })
  if (/积分|登录/.test(message) && !success)
    throw new UpstreamError('blocked', `the site wants points: ${message}`, { retryAfterMs: 60 * 60_000 })
  if (!success) throw apiRefusal(message)
  if (!data) throw new UpstreamError('mismatch', 'success without data')
  return data
}

/** The post of a row; none for a platform without a known address, and for a row without its share. */
function postOf({
  hsid,
  platform,
  share_name,
  share_code,
  share_pwd,
  stat_file,
  stat_size,
}: z.output<typeof row>): GivenPost | undefined {
  const [address, parameter] = platforms.get(platform) ?? []
  if (address === undefined || !/^[\w-]{1,180}$/.test(share_code)) return undefined
  const query = parameter !== undefined && share_pwd !== '' ? `?${parameter}=${encodeURIComponent(share_pwd)}` : ''
  const facts = [
    ...(stat_file ? [`文件数量: ${stat_file}`] : []),
    ...(stat_size ? [`大小: ${sizeText(stat_size)}`] : []),
  ]
  return {
    id: hsid,
    title: titleText(share_name),
    text: facts.join(' | '),
    anchors: anchorList([{ href: address + share_code + query, code: share_pwd || undefined, cloud: platform }]),
  }
}
