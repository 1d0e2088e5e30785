// A complete channel page (telegram.md sections 2 and 3): that of the fixture, with the cursors, names and messages of a channel.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Post } from '../corpus/post.ts'
import { createSeededRandom, hash } from '../seeded-random.ts'
import { messageHtml, type Setting } from './message.ts'
import { escapeText } from './rich-text.ts'
import { firstId, lastId, type PageQuery, type Selection, wordsOf } from './select-posts.ts'

const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const poolLength = 300_000

/** Creates Telegram CDN URLs; the same key gives the same URL. */
export type Cdn = (key: string, ending?: string) => string

/**
 * Names of 340 to 400 base64url characters (telegram.md section 4.2), cut from one long draw, because pages contain
 * many.
 */
function createCdn(): Cdn {
  const pool = createSeededRandom('cdn').letters(base64url, poolLength)
  return (key, ending = 'jpg') => {
    const number = hash(key)
    const from = number % (poolLength - 400)
    return `https://cdn${1 + (number % 5)}.telesco.pe/file/${pool.slice(from, from + 340 + (number % 61))}.${ending}`
  }
}

function curve(key: string, points: number): string {
  const chance = createSeededRandom('curve', key)
  const number = (): string => (chance.next() * 20).toFixed(3)
  const bends = Array.from(
    { length: points },
    () => `C${number()},${number()} ${number()},${number()} ${number()},${number()}`,
  )
  return `M8,1 L9,1 L9,20 L8,20 L8,18 ${bends.join(' ')} L8,1 Z`
}

/** The bubble's tail: an invented SVG of 1.7 KB. */
function bubbleTail(): string {
  const path = (name: string, fill: string, points: number): string =>
    `<path class="${name}"${fill} d="${curve(name, points)}"></path>`
  return `<i class="tgme_widget_message_bubble_tail">
      <svg class="bubble_icon" width="9px" height="20px" viewBox="0 0 9 20">
        <g fill="none">
          ${path('background', ' fill="#ffffff"', 5)}
          ${path('border_1x', ' fill="#d7e3ec"', 8)}
          ${path('border_2x', '', 8)}
          ${path('border_3x', '', 7)}
        </g>
      </svg>
    </i>`
}

/** An invented icon of about 0.7 KB; the key determines the drawing. */
function icon(key: string): string {
  return `<svg class="tgme_icon" width="24" height="24" viewBox="0 0 24 24"><g fill="none"><path fill="#7d7f81" d="${curve(key, 12)}"></path></g></svg>`
}

/** An inline style of about 7 KB with a colour for every `user-color-N`. */
function userColours(): string {
  const colours = ['#ff5e5e', '#ff9f1a', '#a695e7', '#4fad2d', '#00a3b8', '#3390ec', '#d95574']
  const rules = Array.from({ length: 21 }, (_, at) => {
    const colour = colours[at % colours.length] ?? ''
    const stripe = `repeating-linear-gradient(-45deg,${colour},${colour} 5px,${colour}66 5px,${colour}66 10px)`
    return `.user-color-${at} {
  --accent: ${colour};
  --accent-background: ${colour}1f;
  --accent-text: color-mix(in srgb,${colour} 80%,#000);
}
.user-color-${at} .tgme_widget_message_author,.user-color-${at} .tgme_widget_message_reply:before {
  color: ${colour};
  background-image: ${stripe};
}`
  })
  return `<style>\n${rules.join('\n')}\n</style>`
}

/** The parts that all pages share, created once. */
export interface Decor {
  readonly style: string
  readonly tail: string
  readonly cdn: Cdn
  readonly icons: string
}

const made = new Map<'decor', Decor>()

/** The shared parts, drawn at the first call: tests start a stand-in hundreds of times. */
export function sharedDecor(): Decor {
  const decor = made.get('decor') ?? createDecor()
  made.set('decor', decor)
  return decor
}

function createDecor(): Decor {
  const icons = Array.from({ length: 6 }, (_, at) => icon(`icon ${at}`)).join('')
  return { style: userColours(), tail: bubbleTail(), cdn: createCdn(), icons }
}

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
