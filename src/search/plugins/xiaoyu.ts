// Searches Xiaoyu, pages with the shares in attributes (upstreams/search/plugins-2026-11/xiaoyu.md).
import { z } from 'zod'
import { findWithin, type PageNode, type ParsedPage, unnestedNodes } from '../../parsing/html.ts'
import { siteUrl, wholeNumber } from '../../parsing/source-settings.ts'
import { hashOf, oneLine } from '../../parsing/text.ts'
import { chinaTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import { askPage, wordsIn } from '../list-and-details.ts'
import type { GivenPost, Plugin } from '../plugin.ts'
import {
  anchorList,
  mayBeShare,
  splitAddress,
  throwUnreadable,
  titleHasKeyword,
  withMorePages,
} from '../plugin-parsing.ts'

const settings = z.object({ base_url: siteUrl('https://xykmovie.com'), pages: wholeNumber(1, 5, 2) })

const maxItems = 100

export default {
  home: 'https://xykmovie.com/',
  value: 'some',
  evidence: '2026-09-28 default of a peer',
  limits: { parallel: 2, attempts: 2, attemptMs: 15_000, askMs: 30_000, bodyBytes: 2 * 1024 * 1024 },
  settings,
  async ask({ kw }, io, { base_url, pages }) {
    const word = encodeURIComponent(kw)
    const ask = async (index: number) =>
      readPage(await askPage(io, `${base_url}/s/${index + 1}/${word}`, `${base_url}/`))
    const first = await ask(0)
    const found = await withMorePages(io, first, Math.min(pages, first.pages), ask)
    return found.flatMap((page) => page.posts).filter(({ title = '' }) => titleHasKeyword(title, kw))
  },
} satisfies Plugin<z.output<typeof settings>>

function readPage(page: ParsedPage) {
  const items = unnestedNodes(page, page('.search-list .item'), maxItems)
  if (items.length === 0 && page('.count, .search-list').length === 0)
    throwUnreadable(page, 'the page is not a list of results')
  const posts = items.flatMap((item) => readItem(page, item) ?? [])
  if (items.length > 0 && posts.length === 0) throw new UpstreamError('mismatch', 'a list of results without shares')
  // "1/5": this page, and all pages.
  const pages = Number(/\/\s?(\d{1,4})/.exec(oneLine(page('.count strong').eq(1).text()))?.[1] ?? 1)
  return { posts, pages }
}

function readItem(page: ParsedPage, item: PageNode): GivenPost | undefined {
  const name = findWithin(page, item, '.name a.open').first()
  const title = oneLine(name.text())
  const { 'data-id': id = '', 'data-url': encoded = '', 'data-code': code = '' } = name.attr() ?? {}
  const copied = findWithin(page, item, 'a.copy').first().attr('data-code') ?? ''
  const plain = Buffer.from(encoded, 'base64').toString()
  const whole = plain === '' || plain.includes('://') ? plain : `https://${plain}`
  // The text to be copied names the share too.
  const { code: said, ...link } = splitAddress(mayBeShare(whole) ? whole : (/https?:\/\/.*/s.exec(copied)?.[0] ?? ''))
  if (title === '' || !mayBeShare(link.href)) return undefined
  const notes = findWithin(page, item, '.atips')
  return {
    id: id || hashOf(link.href),
    title,
    text: oneLine(notes.eq(1).text()).replace(/^【内容】[：:]/, ''),
    anchors: anchorList([{ href: link.href, code: code || said, cloud: '' }]),
    at: chinaTime(wordsIn(page, item, '.atips')),
  }
}
