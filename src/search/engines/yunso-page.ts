// Engine yunso-page: the second way of yunso, the call of its own page, with HTML in JSON (upstreams/search/plugins-2026-11/yunso.md).
import { z } from 'zod'
import { apiRefusal } from '../../parsing/api-refusal.ts'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { findWithin, type PageNode, type ParsedPage, parseFragment, unnestedNodes } from '../../parsing/html.ts'
import { distinct, oneLine, titleText } from '../../parsing/text.ts'
import { chinaTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Engine } from '../engine.ts'
import { wordsIn } from '../list-and-details.ts'
import type { GivenPost } from '../plugin.ts'
import { anchorList, mayBeShare, throwIfRefused, titleHasKeyword } from '../plugin-parsing.ts'

const options = z.object({})
const reply = z.object({ code: z.number(), msg: z.string().nullish(), data: z.string().nullish() })

const maxCards = 60

export default {
  options,
  isSkippedAfterBlock: true,
  async ask({ kw }, io, { base_url }) {
    const word = encodeURIComponent(kw)
    const query = `requestID=&mode=90002&scope_content=0&stype=&wd=${word}&uk=&page=1&limit=20&screen_filetype=`
    const headers = {
      ...dataHeaders,
      origin: base_url,
      referer: `${base_url}/index/user/s?wd=${word}`,
      'x-requested-with': 'XMLHttpRequest',
    }
    const url = `${base_url}/api/Core/search2?${query}`
    const { code, msg, data } = await io.json(url, reply, { method: 'POST', headers, body: '' })
    if (code !== 0 && /验证/.test(msg ?? ''))
      throw new UpstreamError('blocked', `asks for a proof: ${oneLine(msg ?? '')}`)
    if (code !== 0) throw apiRefusal(msg ?? '', code)
    if (typeof data !== 'string') throw new UpstreamError('mismatch', 'success without a list')
    const page = parseFragment(data)
    const cards = unnestedNodes(page, page('div.layui-card[data-qid]'), maxCards)
    if (cards.length === 0) throwIfRefused(page.root().text())
    const posts = cards.flatMap((card, at) => cardPost(page, card, at) ?? [])
    return posts.filter(({ title = '' }) => titleHasKeyword(title, kw))
  },
} satisfies Engine<z.output<typeof options>>

function cardPost(page: ParsedPage, card: PageNode, at: number): GivenPost | undefined {
  const name = findWithin(page, card, 'a[onclick*="open_sid"]').first()
  const { id, url = '', pa = '' } = name.attr() ?? {}
  const href = mayBeShare(url) ? url : Buffer.from(url, 'base64').toString()
  // Older rows are masked.
  if (!mayBeShare(href)) return undefined
  const notes = [wordsIn(page, card, 'p.result.container.p'), wordsIn(page, card, '.layui-card-body span')]
  const badges = findWithin(page, card, '.badge')
    .toArray()
    .map((badge) => oneLine(page(badge).text()))
  const cloud = findWithin(page, card, 'img[src*="/assets/xyso/"]').first().attr('alt') ?? ''
  const written = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.exec(findWithin(page, card, '.layui-card-header').text())?.[0]
  return {
    id: id ?? `${page(card).attr('data-qid')}-${at}`,
    title: titleText(name.html() ?? ''),
    text: notes.filter((note) => note !== '' && note !== 'N/A').join('\n'),
    anchors: anchorList([{ href, code: pa || undefined, cloud }]),
    at: chinaTime(written),
    tags: distinct([cloud, ...badges]),
  }
}
