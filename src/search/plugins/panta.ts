// Searches Panta, a forum with links in the summaries of the list or in threads (upstreams/search/panta.md).
import { z } from 'zod'
import { findWithin, type PageNode, type ParsedPage, parseItems, unnestedNodes } from '../../parsing/html.ts'
import { richTextOf } from '../../parsing/rich-text.ts'
import { siteUrl, wholeNumber } from '../../parsing/source-settings.ts'
import { oneLine, titleText } from '../../parsing/text.ts'
import { chinaTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import { askPage, withDetails } from '../list-and-details.ts'
import type { Anchor, Plugin } from '../plugin.ts'
import { anchorList, limitText, titleHasKeyword } from '../plugin-parsing.ts'

const settings = z.object({ base_url: siteUrl('https://www.91panta.cn'), details: wholeNumber(0, 20, 8) })

type Rich = ReturnType<typeof limitText>

/** More than any page of the forum has. */
const maxTopics = 60
const maxBodies = 30
const maxLinks = 50

const hourMs = 60 * 60_000

/** Matches share addresses; only decides whether a thread must be requested for its links. */
const share = new RegExp(
  `https?://(?:(?:www|pan|yun|drive|cloud|caiyun)\\.)?(?:${[
    '(?:baidu|quark|xunlei|aliyundrive|alipan|mypikpak|115|115cdn|guangyapan)\\.com',
    '(?:quark|189|uc)\\.cn',
    '139\\.com',
    '123(?:pan|\\d{3})\\.(?:com|cn)',
  ].join('|')})/[\\w?#]|magnet:\\?xt=|ed2k://`,
  'i',
)

export default {
  state: 'gone',
  home: 'https://www.91panta.cn/',
  limits: { parallel: 4, attempts: 2, bodyBytes: 1024 * 1024 },
  settings,
  async ask({ kw }, io, { base_url, details }) {
    const ask = (path: string) => askPage(io, `${base_url}/${path}`, `${base_url}/index`)
    const page = await ask(`search?keyword=${encodeURIComponent(kw)}`)
    const topics = readList(page).filter(({ title }) => titleHasKeyword(title, kw))
    const bare = topics.filter((topic) => !hasShare(topic)).slice(0, details)
    const wanted = topics.filter((topic) => hasShare(topic) || bare.includes(topic))
    // Access codes are next to their links, so a summary without any is joined with the text of its thread.
    const read = async (topic: Topic) =>
      hasShare(topic) ? topic.summary : joined(topic.summary, readThread(await ask(`thread?topicId=${topic.id}`)))
    return withDetails(wanted, io, { kw, details: maxTopics, forMs: hourMs, read })
  },
} satisfies Plugin<z.output<typeof settings>>

function readList(page: ParsedPage) {
  const items = unnestedNodes(page, page('div.topicItem'), maxTopics)
  // No marker of a page without hits is known; any real page of the site has links or forms.
  if (items.length === 0 && page('a[href], form, input, [class*="topic"]').length === 0)
    throw new UpstreamError('mismatch', 'the page is not a list of threads')
  return parseItems(items, (item) => readTopic(page, item), 'a list of threads without numbers and titles')
}

/** A thread on the list page. */
type Topic = NonNullable<ReturnType<typeof readTopic>>

function readTopic(page: ParsedPage, item: PageNode) {
  const find = (selector: string) => findWithin(page, item, selector)
  const name = find('a[href*="thread?topicId="]').first()
  const id = /thread\?topicId=(\d{1,15})/.exec(name.attr('href') ?? '')?.[1]
  const title = titleText(name.html() ?? '')
  if (id === undefined || title === '') return undefined
  const links = find('a[href^="http"]')
    .toArray()
    .slice(0, maxLinks)
    .filter((link) => page(link).closest('.summary').length === 0)
  const summary = richTextOf(find('h2.summary').first().toArray())
  const beside = anchorList(links.map((link) => ({ href: page(link).attr('href') ?? '' })))
  const at = chinaTime(/\d{4}-.*/s.exec(find('span.postTime').first().text())?.[0])
  const rich: Rich = limitText({ text: summary.text, anchors: [...beside, ...summary.anchors] })
  return { id, title, summary: rich, at }
}

function hasShare({ summary: { text, anchors } }: Topic): boolean {
  return share.test(text) || anchors.some(({ href }) => share.test(href))
}

/** The text of the first post and the replies. */
function readThread(page: ParsedPage): Rich {
  const bodies = page('div.topicContent')
    .toArray()
    .slice(0, maxBodies)
    .filter((content) => page(content).parents('.topicContent').length === 0)
  if (bodies.length === 0) throw new UpstreamError('mismatch', 'the page is not a thread')
  return limitText(richTextOf(bodies))
}

/** Joins two texts; a summary that the thread starts with is not repeated. */
function joined(summary: Rich, thread: Rich) {
  const begins = oneLine(thread.text).startsWith(oneLine(summary.text))
  const first = begins ? '' : `${summary.text}\n`
  const below = (anchor: Anchor): Anchor => ({
    ...anchor,
    start: anchor.start + first.length,
    end: anchor.end + first.length,
  })
  const kept = begins ? summary.anchors.map((anchor) => ({ ...anchor, start: 0, end: 0 })) : summary.anchors
  return { text: first + thread.text, anchors: [...kept, ...thread.anchors.map(below)] }
}
