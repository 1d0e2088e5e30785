// Parses a Telegram channel page into posts, or reports what the page is instead.
import { isUtf8 } from 'node:buffer'
import type { ReasonCode } from '../../contract/reasons.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Post } from '../plugin.ts'
import { readMessage } from './message.ts'
import { readText } from './text.ts'

const wrapMark = '<div class="tgme_widget_message_wrap'

/**
 * Parses the bytes of `https://t.me/s/<name>` to posts, oldest first; a search without hits gives none.
 *
 * The page is searched as bytes and split into messages; only relevant parts are decoded. Throws
 * `UpstreamError('mismatch')` if it is not a channel preview or a truncated one (telegram.md, section 5).
 */
export function readChannelPage(bytes: Uint8Array): Post[] {
  const page = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!hasClass(page, 'tgme_channel_info')) throw noPreview(page)
  const history = page.indexOf('tgme_channel_history')
  const starts = messageStarts(page, Math.max(history, 0))
  // A truncated page is an error: its missing posts would go unnoticed.
  const end = history < 0 ? -1 : page.indexOf('</section', starts.at(-1) ?? history)
  if (end < 0) throw mismatch(`the channel page breaks off after ${starts.length} messages`, 'truncated')
  const posts = readMessages(page, starts, end)
  if (posts.length === 0 && !mayBeEmpty(page, history)) {
    throw mismatch('the channel page has messages of a shape not known here')
  }
  if (isUnreadable(posts) && !isUtf8(page)) throw mismatch('the channel page is not in UTF-8')
  return posts
}

function mismatch(detail: string, code?: ReasonCode): UpstreamError {
  return new UpstreamError('mismatch', detail, { reason: code && { code } })
}

function noPreview(page: Buffer): UpstreamError {
  const isLanding = hasClass(page, 'tgme_page_extra') || hasClass(page, 'tgme_icon_user')
  return mismatch(`no channel preview, but ${describePage(page)}`, isLanding ? 'no_preview' : undefined)
}

function messageStarts(page: Buffer, from: number): number[] {
  const starts: number[] = []
  let at = page.indexOf(wrapMark, from)
  while (at >= 0) {
    starts.push(at)
    at = page.indexOf(wrapMark, at + wrapMark.length)
  }
  return starts
}

function readMessages(page: Buffer, starts: readonly number[], end: number): Post[] {
  const posts: Post[] = []
  for (const [index, start] of starts.entries()) {
    const post = readMessage(page, start, starts[index + 1] ?? end)
    if (post !== undefined) posts.push(post)
  }
  return posts
}

/** Whether a page may have no posts: it says so, it has no messages, or all of them are service messages. */
function mayBeEmpty(page: Buffer, history: number): boolean {
  if (hasClass(page, 'tme_no_messages_found') || page.includes(' service_message ', history)) return true
  return !page.includes('"tgme_widget_message', history)
}

/** Whether there is an element with this class. Quotes in posts are escaped, so their text cannot match. */
function hasClass(page: Buffer, name: string): boolean {
  return page.includes(`"${name}"`) || page.includes(`"${name} `)
}

function isUnreadable(posts: readonly Post[]): boolean {
  let length = 0
  let lost = 0
  for (const { text } of posts) {
    length += text.length
    lost += text.split('\ufffd').length - 1
  }
  return lost > length / 20
}

function describePage(page: Buffer): string {
  if (page.length === 0) return 'an empty body'
  const title = titleOf(page)
  const named = title === '' ? '' : ` ("${title}")`
  if (hasClass(page, 'tgme_page_extra')) return `a landing page: the name exists and shows none${named}`
  if (hasClass(page, 'tgme_icon_user')) return `a landing page: no public channel has this name${named}`
  if (!page.includes('tgme_')) return `a page with none of its markup: the home page, or we are being held off${named}`
  return `another page of t.me${named}`
}

function titleOf(page: Buffer): string {
  const start = page.indexOf('<title>')
  const end = page.indexOf('</title>', start)
  if (start < 0 || end < 0) return ''
  const { text } = readText(page.toString('utf8', start + '<title>'.length, end))
  return [...text].slice(0, 100).join('')
}
