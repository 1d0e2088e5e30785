// A corpus of channel pages with real structure and size (telegram.md, section 6), made from the fixtures; the same seed gives the same bytes.
import { readdirSync, readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'

const fixtures = new URL('../../fixtures/search/telegram/', import.meta.url)
const words = '纸鹤灯塔山谷广播云海旧船信使北风银河小镇守夜人的秘密回声森林钟楼雨季列车归途'
const drives = [
  ['夸克', 'https://pan.quark.cn/s/', 12],
  ['百度', 'https://pan.baidu.com/s/1', 22],
  ['阿里', 'https://www.alipan.com/s/', 11],
  ['UC', 'https://drive.uc.cn/s/', 13],
] as const

type Chance = () => number

/** Returns numbers from 0 to 1 (mulberry32); the same seed gives the same sequence. */
function chanceFrom(seed: number): Chance {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The parts of the pages, read once from the fixtures. */
interface Matter {
  readonly head: string
  readonly tail: string
  readonly bubbleTail: string
  readonly recorded: readonly string[]
}

function readMatter(): Matter {
  const read = (name: string): string => readFileSync(new URL(name, fixtures), 'utf8')
  const page = read('page.html')
  const start = page.indexOf('<section class="tgme_channel_history')
  const rules = Array.from(
    { length: 64 },
    (_, n) =>
      `.user-color-${n} { --accent-color: #${n}a2b3c; --line: url(${n}); color: var(--accent-color); background-image: repeating-linear-gradient(-45deg, #${n}0f 0px, #${n}0f 5px); }`,
  )
  const recorded = readdirSync(new URL('fragments/', fixtures))
    .filter((name) => name.endsWith('.html') && name !== 'no-posts-found.html')
    // The recorded fragments are indented; t.me's pages are not.
    .map((name) => read(`fragments/${name}`).replace(/\n\s*/g, ''))
  const first = recorded[0] ?? ''
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
    recorded,
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
function shareText(chance: Chance, work = '', maxLinks: number = drives.length): string {
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

function shareMessage(chance: Chance, matter: Matter, id: string, text = shareText(chance)): string {
  const file = (): string => `https://cdn4.telesco.pe/file/${token(chance, 370)}.jpg`
  const at = new Date(
    Date.UTC(2026, Math.floor(chance() * 12), 1 + Math.floor(chance() * 28), Math.floor(chance() * 24)),
  ).toISOString()
  return `<div class="tgme_widget_message_wrap js-widget_message_wrap"><div class="tgme_widget_message text_not_supported_wrap js-widget_message" data-post="${id}" data-view="${token(chance, 90)}"><div class="tgme_widget_message_user"><a href="https://t.me/demo_share"><i class="tgme_widget_message_user_photo bgcolor4" data-content="演"><img src="${file()}"></i></a></div><div class="tgme_widget_message_bubble">${matter.bubbleTail}<div class="tgme_widget_message_author accent_color"><a class="tgme_widget_message_owner_name" href="https://t.me/demo_share"><span dir="auto">演示分享站</span></a></div><a class="tgme_widget_message_photo_wrap 5307000000000000001 1235800000_456250001" href="https://t.me/${id}" style="width:800px;background-image:url('${file()}')"><div class="tgme_widget_message_photo" style="padding-top:76.75%"></div></a><div class="tgme_widget_message_text js-message_text" dir="auto">${text}</div><div class="tgme_widget_message_reactions js-message_reactions"><span class="tgme_reaction">${emoji('👍', 'F09F918D')}13</span></div><div class="tgme_widget_message_footer compact js-message_footer"><div class="tgme_widget_message_info short js-message_info"><span class="tgme_widget_message_views">1.7K</span><span class="copyonly"> views</span><span class="tgme_widget_message_meta"><a class="tgme_widget_message_date" href="https://t.me/${id}"><time datetime="${at.slice(0, 19)}+00:00" class="time">${at.slice(11, 16)}</time></a></span></div></div></div></div></div>`
}

/** Every fixture page with messages; each recorded fragment gets its own page. */
export function fixturePages(): Buffer[] {
  const { head, tail, recorded } = readMatter()
  const section = '<section class="tgme_channel_history js-message_history">'
  return [
    readFileSync(new URL('page.html', fixtures)),
    readFileSync(new URL('search.html', fixtures)),
    ...recorded.map((message) => Buffer.from(head + section + message + tail)),
  ]
}

/**
 * `count` pages of 20 messages as bytes: four in five messages are in the style of share channels, the rest are
 * recorded.
 */
export function makePages(count: number, seed: number): Buffer[] {
  const chance = chanceFrom(seed)
  const matter = readMatter()
  return Array.from({ length: count }, (_, page) => {
    const messages = Array.from({ length: 20 }, (_, place) => {
      const id = `demo_share/${page * 25 + place + 1}`
      if (chance() < 0.8) return shareMessage(chance, matter, id)
      return (pick(chance, matter.recorded) ?? '').replace(/data-post="[^"]*"/, `data-post="${id}"`)
    })
    return Buffer.from(
      `${matter.head}<section class="tgme_channel_history js-message_history">${messages.join('')}${matter.tail}`,
    )
  })
}

/**
 * Creates a function that returns the page of a channel that was searched: 22 posts with 1.2 links each, in 132 KB. The titles of all posts
 * contain `work`; equal seeds give equal posts.
 */
export function createPageMaker() {
  const matter = readMatter()
  return (channel: string, posts: readonly { readonly number: number; readonly work: string }[]): Buffer => {
    const messages = posts.map(({ number, work }) => {
      const chance = chanceFrom(crc32(`${channel}/${number}`))
      return shareMessage(chance, matter, `${channel}/${number}`, shareText(chance, work, chance() < 0.4 ? 2 : 1))
    })
    return Buffer.from(
      `${matter.head}<section class="tgme_channel_history js-message_history">${messages.join('')}${matter.tail}`,
    )
  }
}
