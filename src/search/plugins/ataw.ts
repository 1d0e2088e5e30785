// Searches TA搜: pages of results by cloud, and a JSON interface for each result (upstreams/search/plugins-2026-11/ataw.md).
import { z } from 'zod'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { trimmedText } from '../../parsing/lenient-schemas.ts'
import { siteUrl, wholeNumber } from '../../parsing/source-settings.ts'
import { oneLine, truncate } from '../../parsing/text.ts'
import { chinaTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { askPage, type ItemPage, type ListedItem, withDetails } from '../list-and-details.ts'
import type { Plugin } from '../plugin.ts'
import { anchorList, throwUnreadable, titleHasKeyword } from '../plugin-parsing.ts'

const settings = z.object({ base_url: siteUrl('https://so.ataw.top'), details: wholeNumber(1, 10, 4) })

const kinds = ['quark', 'ali', 'sharepan']
const maxLinks = 60

const resource = z.object({
  title: trimmedText,
  description: trimmedText,
  links: z.array(z.object({ platform: trimmedText, url: trimmedText })).nullish(),
  link: trimmedText,
  submitTime: z.union([z.number(), z.string()]).nullish(),
  updateTime: z.union([z.number(), z.string()]).nullish(),
  isDeleted: z.boolean().nullish(),
})

export default {
  home: 'https://so.ataw.top/',
  name: 'TA搜',
  value: 'some',
  evidence: '2026-09-15 and after, default of a tool',
  limits: { parallel: 4, attempts: 1, attemptMs: 10_000, askMs: 25_000 },
  settings,
  async ask({ kw }, io, { base_url, details }) {
    const each = kinds.map(async (kind) => {
      const items = await readList(kw, kind, io, base_url)
      // Results without a title are matched by the text of their page.
      const wanted = items.map((item) => ({ ...item, title: item.title || kw }))
      return withDetails(wanted, io, { kw, details, read: ({ id }, way) => readResource(id, way, base_url) })
    })
    const posts = (await io.some(each)).flat()
    return posts.filter(({ title = '' }) => titleHasKeyword(title, kw))
  },
} satisfies Plugin<z.output<typeof settings>>

async function readList(kw: string, kind: string, io: Io, base_url: string): Promise<ListedItem[]> {
  const page = await askPage(io, `${base_url}/?q=${encodeURIComponent(kw)}&b=${kind}`, `${base_url}/`)
  const links = page('a[href*="/resources/"]').toArray().slice(0, maxLinks)
  if (links.length === 0 && page('input[name="q"], form').length === 0)
    throwUnreadable(page, 'the page is not a list of results')
  return links.flatMap((link) => {
    const [, number, word] = /\/resources\/(\d{1,15})\?b=(\w{1,20})/.exec(page(link).attr('href') ?? '') ?? []
    if (number === undefined || word === undefined) return []
    return [{ id: `${word}-${number}`, title: oneLine(page(link).text()) }]
  })
}

async function readResource(id: string, io: Io, base_url: string): Promise<ItemPage> {
  const [kind = '', number = ''] = id.split('-')
  const url = `${base_url}/api/v1/public/resources/${number}?botBiz=${kind}`
  const headers = { ...dataHeaders, referer: `${base_url}/resources/${number}?b=${kind}` }
  const { title, description, links, link, submitTime, updateTime, isDeleted } = await io.json(url, resource, {
    headers,
  })
  const addresses = isDeleted ? [] : (links?.map((one) => one.url) ?? [link])
  const at = timeOf(submitTime) ?? timeOf(updateTime)
  return {
    title: title || truncate(oneLine(description), 80),
    text: isDeleted ? '' : description,
    anchors: anchorList(addresses.filter((address) => address !== '').map((href) => ({ href, cloud: '' }))),
    ...(at === undefined ? {} : { at }),
  }
}

/** Epoch milliseconds, from themselves or from China time. */
function timeOf(time: string | number | null | undefined): number | undefined {
  return typeof time === 'number' ? time : chinaTime(time?.replace('T', ' '))?.getTime()
}
