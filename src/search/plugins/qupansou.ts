// Searches Qupansou, an aggregator with a JSON API (upstreams/search/qupansou.md).
import { z } from 'zod'
import { apiRefusal } from '../../parsing/api-refusal.ts'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { trimmedText } from '../../parsing/lenient-schemas.ts'
import { siteUrl, wholeNumber } from '../../parsing/source-settings.ts'
import { hashOf, titleText, uniqueById } from '../../parsing/text.ts'
import { chinaTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Plugin, Post } from '../plugin.ts'
import { anchorList, labelled } from '../plugin-parsing.ts'

const settings = z.object({
  base_url: siteUrl('https://v.funletu.com'),
  page_size: wholeNumber(1, 1_000, 1_000),
})

const item = z.object({
  id: z.union([z.number(), z.string()]).nullish(),
  title: z.string(),
  url: z.string().nullable(),
  extcode: trimmedText,
  filename: trimmedText,
  category: trimmedText,
  filetype: trimmedText,
  size: trimmedText,
  updatetime: trimmedText,
})
const reply = z.object({ status: z.number(), message: trimmedText, data: z.array(item).nullish() })

const headers = { ...dataHeaders, referer: 'https://pan.funletu.com/' }

// The other parameters that the site's own page sends.
const others = {
  id: '',
  datetime: '',
  courseid: 1,
  categoryid: '',
  filetypeid: '',
  filetype: '',
  reportid: '',
  validid: '',
}

export default {
  state: 'gone',
  home: 'https://pan.funletu.com/',
  limits: { parallel: 2, attempts: 2 },
  settings,
  async ask({ kw }, io, { base_url, page_size }) {
    const body = {
      style: 'get',
      datasrc: 'search',
      query: { ...others, searchtext: kw },
      page: { pageSize: page_size, pageIndex: 1 },
      order: { prop: 'sort', order: 'desc' },
      message: '请求资源列表数据',
    }
    const { status, message, data } = await io.json(`${base_url}/search`, reply, { method: 'POST', headers, body })
    if (status !== 200) throw apiRefusal(message, status)
    if (data === undefined) throw new UpstreamError('mismatch', 'success without data')
    return uniqueById((data ?? []).slice(0, page_size).flatMap(postsOf))
  },
} satisfies Plugin<z.output<typeof settings>>

/** The post of an item; none if it has no link. `searchtext` is ignored: it may be the keyword and would match everything. */
function postsOf({ id, title, url, extcode, filename, updatetime, ...about }: z.output<typeof item>): Post[] {
  const href = url?.trim() ?? ''
  if (href === '') return []
  const at = chinaTime(updatetime)
  return [
    {
      id: id ? String(id) : hashOf(href),
      title: titleText(title),
      text: labelled({ 类别: about.category, 文件类型: about.filetype, 大小: about.size }, ', '),
      anchors: anchorList([{ href, cloud: '', code: extcode || undefined }]),
      at,
      tags: about.category === '' ? [] : [about.category],
      images: [],
      aside: filename,
    },
  ]
}
