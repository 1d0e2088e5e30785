// Searches Duanjuw, short dramas as numbered lines of a chat (upstreams/search/plugins-2026-11/duanjuw.md).
import { z } from 'zod'
import { richTextOf } from '../../parsing/rich-text.ts'
import { siteUrl } from '../../parsing/source-settings.ts'
import { hashOf, oneLine } from '../../parsing/text.ts'
import { askPage } from '../list-and-details.ts'
import type { GivenPost, Plugin, Post } from '../plugin.ts'
import { throwUnreadable, titleHasKeyword, withoutHashLinks } from '../plugin-parsing.ts'

const settings = z.object({ base_url: siteUrl('https://sm3.cc') })

/** `1、《title》`, and what stands up to the next one. */
const entryStart = /^[ \t]{0,9}\d{1,4}[、.．][ \t]{0,9}《([^》\n]{1,200})》/gm
const maxEntries = 200

export default {
  home: 'https://sm3.cc/',
  needs: ['slow'],
  value: 'some',
  evidence: '2026-09-28 probed: quark and baidu with codes',
  limits: { parallel: 1, attempts: 3, attemptMs: 12_000, askMs: 25_000 },
  settings,
  async ask({ kw }, io, { base_url }) {
    const url = `${base_url}/so/search.php?act=search&q=${encodeURIComponent(kw)}&page=1`
    const page = await askPage(io, url, `${base_url}/`)
    const bubble = page('.message.system .bubble').first()
    if (bubble.length === 0) throwUnreadable(page, 'the page has no answer of the site')
    const posts = postsOf(withoutHashLinks(richTextOf(bubble.toArray())))
    return posts.filter(({ title = '' }) => titleHasKeyword(title, kw))
  },
} satisfies Plugin<z.output<typeof settings>>

function postsOf({ text, anchors }: Pick<Post, 'text' | 'anchors'>): GivenPost[] {
  const starts = [...text.matchAll(entryStart)].slice(0, maxEntries)
  return starts.flatMap((start, index) => {
    const from = start.index
    const to = starts[index + 1]?.index ?? text.length
    const own = anchors.filter((anchor) => anchor.start >= from && anchor.start < to)
    const body = text.slice(from, to).trimEnd()
    const first = own[0]?.href ?? /https?:\/\/[!-~]{1,2000}/.exec(body)?.[0]
    if (first === undefined) return []
    const moved = own.map((anchor) => ({ ...anchor, start: anchor.start - from, end: anchor.end - from }))
    return [{ id: hashOf(first), title: oneLine(start[1] ?? ''), text: body, anchors: moved, tags: ['短剧'] }]
  })
}
