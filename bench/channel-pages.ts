// Channel pages with real structure and size (telegram.md, section 6) and the gateway that serves them: made before each uncached search, so that
// the service never waits for them. The same keyword gives the same bytes.
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32, gzipSync } from 'node:zlib'
import { defaultChannels } from '../src/search/catalogue.ts'
import { seeded } from '../test/kit/clocks.ts'

const fixtures = new URL('../fixtures/search/telegram/', import.meta.url)
const words = '纸鹤灯塔山谷广播云海旧船信使北风银河小镇守夜人的秘密回声森林钟楼雨季列车归途'
const drives = [
  ['夸克', 'https://pan.quark.cn/s/', 12],
  ['百度', 'https://pan.baidu.com/s/1', 22],
  ['阿里', 'https://www.alipan.com/s/', 11],
  ['UC', 'https://drive.uc.cn/s/', 13],
] as const

type Chance = () => number

/** The parts of the pages, read once from the fixtures. */
function readTemplate() {
  const read = (name: string): string => readFileSync(new URL(name, fixtures), 'utf8')
  const page = read('page.html')
  const start = page.indexOf('<section class="tgme_channel_history')
  const rules = Array.from(
    { length: 64 },
    (_, n) =>
      `.user-color-${n} { --accent-color: #${n}a2b3c; --line: url(${n}); color: var(--accent-color); background-image: repeating-linear-gradient(-45deg, #${n}0f 0px, #${n}0f 5px); }`,
  )
  const [fragment = ''] = readdirSync(new URL('fragments/', fixtures)).filter((name) => name !== 'no-posts-found.html')
  const first = read(`fragments/${fragment}`).replace(/\n\s*/g, '')
  const about = '一个为测试而造的频道：什么都分享，什么都不存在。'.repeat(90)
  return {
    head: page
      .slice(0, start)
      .replace('</head>', `<style>${rules.join('\n')}</style></head>`)
      .replace('Invented channel for tests</div>', `${about}</div>`),
    tail: '</section></div></main><script src="//telegram.org/js/tgwallpaper.min.js?3"></script></body></html>\n<!-- page generated in 214.16ms -->',
    bubbleTail: first.slice(
      first.indexOf('<i class="tgme_widget_message_bubble_tail">'),
      first.indexOf('</svg></i>') + '</svg></i>'.length,
    ),
  }
}

function pick<T>(chance: Chance, from: ArrayLike<T>): T | undefined {
  return from[Math.floor(chance() * from.length)]
}

function letters(chance: Chance, count: number, alphabet: string): string {
  return Array.from({ length: count }, () => pick(chance, alphabet)).join('')
}

function token(chance: Chance, count: number): string {
  return letters(chance, count, 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-')
}
function prose(chance: Chance, count: number): string {
  return letters(chance, count, words)
}

function emoji(sign: string, hex: string): string {
  return `<i class="emoji" style="background-image:url('//telegram.org/img/emoji/40/${hex}.png')"><b>${sign}</b></i>`
}

/** A post in the style of share channels (telegram.md, section 7), with up to `maxLinks` links. */
function shareText(chance: Chance, work: string, maxLinks: number): string {
  const links = drives.slice(0, 1 + Math.floor(chance() * maxLinks)).map(([label, base, length]) => {
    const url = base + letters(chance, length, '0123456789abcdef')
    return `${label}：<a href="${url}" target="_blank" rel="noopener">${url}</a>`
  })
  const tags = [prose(chance, 2), prose(chance, 3)].map(
    (tag) => `<a href="?q=${encodeURIComponent(`#${tag}`)}">#${tag}</a>`,
  )
  return [
    `<b>名称：${work}${prose(chance, 6)} (20${10 + Math.floor(chance() * 30)}) 全${Math.ceil(chance() * 40)}集</b><br/>`,
    `描述：${prose(chance, 120 + Math.floor(chance() * 260))}&#33;<br/>`,
    `链接：${links.join('<br/>')}<br/>`,
    `${emoji('📁', 'F09F9381')} 大小：${(chance() * 80).toFixed(1)} GB`,
    `${emoji('🏷', 'F09F8FB7')} 标签：${tags.join(' ')}`,
    `${emoji('📢', 'F09F93A2')} 频道：<a href="https://t.me/demo_share" target="_blank">@demo_share</a>`,
    `${emoji('👥', 'F09F91A5')} 群组：<a href="https://t.me/demo_group" target="_blank">@demo_group</a>`,
  ].join('<br/>')
}

function shareMessage(chance: Chance, bubbleTail: string, id: string, text: string): string {
  const file = (): string => `https://cdn4.telesco.pe/file/${token(chance, 370)}.jpg`
  const at = new Date(
    Date.UTC(2026, Math.floor(chance() * 12), 1 + Math.floor(chance() * 28), Math.floor(chance() * 24)),
  ).toISOString()
  return `<div class="tgme_widget_message_wrap js-widget_message_wrap"><div class="tgme_widget_message text_not_supported_wrap js-widget_message" data-post="${id}" data-view="${token(chance, 90)}"><div class="tgme_widget_message_user"><a href="https://t.me/demo_share"><i class="tgme_widget_message_user_photo bgcolor4" data-content="演"><img src="${file()}"></i></a></div><div class="tgme_widget_message_bubble">${bubbleTail}<div class="tgme_widget_message_author accent_color"><a class="tgme_widget_message_owner_name" href="https://t.me/demo_share"><span dir="auto">演示分享站</span></a></div><a class="tgme_widget_message_photo_wrap 5307000000000000001 1235800000_456250001" href="https://t.me/${id}" style="width:800px;background-image:url('${file()}')"><div class="tgme_widget_message_photo" style="padding-top:76.75%"></div></a><div class="tgme_widget_message_text js-message_text" dir="auto">${text}</div><div class="tgme_widget_message_reactions js-message_reactions"><span class="tgme_reaction">${emoji('👍', 'F09F918D')}13</span></div><div class="tgme_widget_message_footer compact js-message_footer"><div class="tgme_widget_message_info short js-message_info"><span class="tgme_widget_message_views">1.7K</span><span class="copyonly"> views</span><span class="tgme_widget_message_meta"><a class="tgme_widget_message_date" href="https://t.me/${id}"><time datetime="${at.slice(0, 19)}+00:00" class="time">${at.slice(11, 16)}</time></a></span></div></div></div></div></div>`
}

/**
 * Creates a function that returns the page of a channel that was searched: 22 posts with 1.2 links each, in 132 KB. The titles of all posts
 * contain `work`; equal seeds give equal posts.
 */
function createPageMaker() {
  const { head, tail, bubbleTail } = readTemplate()
  return (channel: string, posts: readonly { readonly number: number; readonly work: string }[]): Buffer => {
    const messages = posts.map(({ number, work }) => {
      const chance = seeded(crc32(`${channel}/${number}`))
      return shareMessage(chance, bubbleTail, `${channel}/${number}`, shareText(chance, work, chance() < 0.4 ? 2 : 1))
    })
    return Buffer.from(`${head}<section class="tgme_channel_history js-message_history">${messages.join('')}${tail}`)
  }
}

/** Serves the pages of uncached searches. */
export type Gateway = Awaited<ReturnType<typeof startGateway>>

const postsOfPage = 22
/** Posts of a page that the search for the other keyword of its pair does not find. */
const postsOfItsOwn = 2

/** Keywords in pairs: the pages of the second one have the posts of the first, but for the newest. */
export function keyword(number: number): string {
  return `第${number}号`
}

/** Serves the pages of one keyword at a time. */
export async function startGateway() {
  const makePage = createPageMaker()
  const pages = new Map<string, Buffer>()
  let prepared = -1
  const server = createServer((request, response) => {
    const url = new URL(String(request.headers['x-upstream-url']))
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' })
    response.end(pages.get(url.pathname.split('/').at(-1) ?? ''))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** Makes the pages of the keyword with this number, unless they are there. */
    prepare(asked: number): void {
      if (prepared === asked) return
      prepared = asked
      for (const channel of defaultChannels) pages.set(channel, gzipSync(makePage(channel, postsFor(asked))))
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function postsFor(asked: number) {
  const pair = asked - (asked % 2)
  return Array.from({ length: postsOfPage }, (_, at) => {
    const isOwn = asked !== pair && at >= postsOfPage - postsOfItsOwn
    return {
      number: (isOwn ? asked : pair) * 100 + at + 1,
      work: isOwn ? keyword(asked) : `${keyword(pair)}${keyword(pair + 1)}`,
    }
  })
}
