// Searches Yunsou, a site with its results as JSON in a script of the page (upstreams/search/yunsou.md).
import { z } from 'zod'
import { pageHeaders } from '../../parsing/browser-headers.ts'
import { siteUrl } from '../../parsing/source-settings.ts'
import { titleText } from '../../parsing/text.ts'
import { chinaTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Plugin, Post } from '../plugin.ts'
import { anchorList, titleHasKeyword } from '../plugin-parsing.ts'

const settings = z.object({ base_url: siteUrl('https://yunsou.xyz') })

const listStart = /\bvar\s{1,9}jsonData\s{0,9}=\s{0,9}'/
/** The end of the list: `]` and `';`, since `';` alone may occur in a title. */
const listEnd = /\](?=\s{0,99}';)/

/** Clouds by the number in `is_type`. */
const cloudNames = ['quark', 'aliyun', 'baidu', 'uc', 'xunlei']

const rows = z.array(
  z.object({
    id: z.int(),
    title: z.string().nullish(),
    name: z.string().nullish(),
    is_type: z.number().nullish(),
    code: z.string().nullish(),
    url: z.string().nullish(),
    times: z.string().nullish(),
    category: z.object({ name: z.string().nullish() }).nullish(),
  }),
)

/** More rows than any page of the site has. */
const maxRows = 500

export default {
  home: 'https://yunsou.xyz/',
  limits: { parallel: 2, attempts: 2 },
  settings,
  async ask({ kw }, io, { base_url }) {
    const page = await io.text(`${base_url}/s/${encodeURIComponent(kw)}.html`, {
      headers: { ...pageHeaders, referer: `${base_url}/` },
    })
    return readRows(page)
      .slice(0, maxRows)
      .map(postOf)
      .filter(({ title }) => titleHasKeyword(title, kw))
  },
} satisfies Plugin<z.output<typeof settings>>

type YunsouRow = z.output<typeof rows>[number]

function readRows(page: string): YunsouRow[] {
  const list = embedded(page)
  if (list === undefined) throw new UpstreamError('mismatch', 'the page has no list of results')
  try {
    return rows.parse(JSON.parse(unescaped(list)))
  } catch (error) {
    throw new UpstreamError('mismatch', 'the list of results is not the expected JSON', { cause: error })
  }
}

/** Searches start and end once each: a single pattern would take quadratic time on a page with many starts and no end. */
function embedded(page: string): string | undefined {
  const start = listStart.exec(page)
  if (!start) return undefined
  const rest = page.slice(start.index + start[0].length)
  const end = listEnd.exec(rest)
  return end ? rest.slice(0, end.index + 1) : undefined
}

/** Removes the escapes of the JavaScript string; the others belong to the JSON. */
function unescaped(list: string): string {
  // Escaped backslashes are taken out first: what follows them is not escaped.
  const parts = list.replaceAll(/\p{Cc}/gu, '').split('\\\\')
  return parts.map((part) => part.replaceAll("\\'", "'")).join('\\\\')
}

function postOf(row: YunsouRow): Post & { readonly title: string } {
  const { id, code, url, category } = row
  const title = titleText(row.title || row.name || '')
  const name = titleText(row.name ?? '')
  const at = chinaTime(row.times)
  const link = { href: url ?? '', code: code || undefined, cloud: cloudNames[row.is_type ?? -1] ?? '' }
  return {
    id: String(id),
    title,
    text: category?.name ? `【${category.name}】` : '',
    anchors: anchorList(url ? [link] : []),
    at,
    tags: category?.name ? [category.name] : [],
    images: [],
    aside: name === title ? '' : name,
  }
}
