// A complete channel page (telegram.md sections 2 and 3): that of the fixture, with the cursors, names and messages of a channel.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Post } from '../corpus/post.ts'
import { messageHtml, type Setting } from './message.ts'
import { escapeText } from './rich-text.ts'
import { firstId, lastId, type PageQuery, type Selection, wordsOf } from './select-posts.ts'

/** Values that all pages of a channel share, created once. */
export interface ChannelLook extends Setting {
  readonly about: string
}

function address(channel: string, q: string, cursor: string): string {
  return `/s/${channel}?${q === '' ? '' : `q=${encodeURIComponent(q)}&amp;`}${cursor}`
}

/** The cursors of a page; an empty page has none. */
function cursorsOf(
  query: PageQuery,
  { posts, hasOlder, hasNewer }: Selection,
): { prev: number; next: number; end: number } {
  const [oldest] = posts
  const newest = posts.at(-1)
  if (oldest === undefined || newest === undefined) return { prev: 0, next: 0, end: 0 }
  const pagedBack = query.before !== undefined || query.after !== undefined
  return {
    prev: hasOlder ? firstId(oldest) : 0,
    next: hasNewer && pagedBack ? lastId(newest) : 0,
    end: lastId(newest) + 1,
  }
}

/** The page of the fixture, without its messages. */
const [sampleHead = '', sampleTail = ''] = readFileSync(
  join(import.meta.dirname, '../../fixtures/search/telegram/page.html'),
  'utf8',
).split(/(?<=<section class="tgme_channel_history js-message_history">)[\s\S]*(?=<\/section>\s*<\/div>\s*<\/main>)/)

function headHtml(look: ChannelLook, q: string, cursors: { prev: number; next: number; end: number }): string {
  const { channel, title, avatar, about, decor } = look
  const rels = [
    ['prev', 'before', cursors.prev],
    ['next', 'after', cursors.next],
    ['canonical', 'before', cursors.end],
  ] as const
  const links = rels.flatMap(([rel, kind, id]) =>
    id > 0 ? [`<link rel="${rel}" href="${address(channel, q, `${kind}=${id}`)}">`] : [],
  )
  const values: ReadonlyArray<readonly [string | RegExp, string]> = [
    [/ *<link rel="(?:prev|next|canonical)"[^>]*>\n/g, ''],
    [/https:\/\/cdn4\.telesco\.pe\/file\/AAAAdemoAvatar\.jpg/g, avatar],
    ['</head>', `${links.join('\n')}\n${decor.style}</head>`],
    ['value=""', `value="${escapeText(q)}"`],
    [/演示分享站/g, escapeText(title)],
    [/Invented channel for tests/g, escapeText(about)],
    [/demo_share/g, channel],
    // Real pages have about as many drawings, a half of them below the messages.
    [/<\/header>/, `${decor.icons}</header>`],
  ]
  return values.reduce((html, [old, text]) => html.replace(old, () => text), sampleHead)
}

const noHits = `<div class="tgme_widget_message_wrap js-widget_message_wrap"><div class="tgme_widget_message_centered"><div class="tme_no_messages_found">No posts found</div></div></div>`

function moreHtml(href: string, kind: 'before' | 'after', id: number): string {
  return `<div class="tgme_widget_message_centered js-messages_more_wrap"><a href="${href}" class="tme_messages_more js-messages_more" data-${kind}="${id}"></a></div>`
}

function historyHtml(posts: readonly Post[], look: ChannelLook, q: string): string {
  if (posts.length === 0) return q === '' ? '' : noHits
  const words = wordsOf(q)
  return posts.map((post) => messageHtml(post, look, words)).join('')
}

/** The page of a channel for one selection of its posts. */
export function pageHtml(look: ChannelLook, query: PageQuery, selection: Selection): string {
  const { channel } = look
  const q = query.q.trim()
  const cursors = cursorsOf(query, selection)
  const older = cursors.prev > 0 ? moreHtml(address(channel, q, `before=${cursors.prev}`), 'before', cursors.prev) : ''
  const newer = cursors.next > 0 ? moreHtml(address(channel, q, `after=${cursors.next}`), 'after', cursors.next) : ''
  return `${headHtml(look, q, cursors)}
      ${older}${historyHtml(selection.posts, look, q)}${newer}
    ${sampleTail.replace('</body>', `${look.decor.icons}</body>`)}`
}
