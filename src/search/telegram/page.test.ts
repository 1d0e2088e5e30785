// Parsing of channel pages, with recorded messages and hand-made pages.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Post } from '../plugin.ts'
import { readChannelPage } from './page.ts'

const fixtures = new URL('../../../fixtures/search/telegram/', import.meta.url)
function read(name: string): Buffer {
  return readFileSync(new URL(name, fixtures))
}
function parsed(name: string) {
  return JSON.parse(read(name).toString())
}
function plain(posts: readonly Post[]): unknown {
  return JSON.parse(JSON.stringify(posts))
}

const head = '<body><div class="tgme_channel_info"></div><section class="tgme_channel_history js-message_history">'
function pageOf(messages: string): Buffer {
  return Buffer.from(`${head}${messages}</section></body></html>`)
}

/** A message with this inside its bubble and this behind it. */
function message(inside: string, behind = '', post = 'demo/7'): string {
  return (
    '<div class="tgme_widget_message_wrap js-widget_message_wrap">' +
    `<div class="tgme_widget_message text_not_supported_wrap js-widget_message" data-post="${post}" data-view="e30">` +
    `<div class="tgme_widget_message_bubble">${inside}</div>${behind}</div></div>`
  )
}

function body(html: string): string {
  return `<div class="tgme_widget_message_text js-message_text" dir="auto">${html}</div>`
}

/** The post of a page with just this message. */
function postOf(inside: string, behind = ''): Post {
  const [post, ...more] = readChannelPage(pageOf(message(inside, behind)))
  if (post === undefined || more.length > 0) throw new Error(`one post expected, not ${more.length}`)
  return post
}

function failureOf(bytes: Uint8Array): unknown {
  try {
    return readChannelPage(bytes)
  } catch (error) {
    return error
  }
}

describe('recorded messages', () => {
  const fragments: Record<string, unknown> = parsed('fragments/expected.json').fragments

  test('there are 31 of them, each with its expectation', () => {
    expect(Object.keys(fragments)).toHaveLength(31)
  })

  test.each(Object.entries(fragments))('%s is read as written down by hand', (name, expected) => {
    const html = read(`fragments/${name}`).toString()
    // The fragment without posts brings its own section.
    const posts = readChannelPage(html.startsWith('<main') ? Buffer.from(`${head}${html}`) : pageOf(html))
    expect(plain(posts)).toEqual(expected === null ? [] : [expected])
  })

  test('together on one page they give the posts they give alone, in order', () => {
    const names = Object.keys(fragments).filter((name) => name !== 'no-posts-found.html')
    const posts = readChannelPage(pageOf(names.map((name) => read(`fragments/${name}`)).join('')))
    expect(plain(posts)).toEqual(names.map((name) => fragments[name]).filter((post) => post !== null))
  })
})

describe('whole pages', () => {
  test('a search page gives its posts, hit marks gone, doubled captions once', () => {
    expect(plain(readChannelPage(read('search.html')))).toEqual(parsed('search.expected.json'))
  })

  test('bytes that lie inside a larger buffer are read from their own place', () => {
    const page = read('page.html')
    const larger = new Uint8Array(page.length + 20)
    larger.set(page, 7)
    expect(readChannelPage(larger.subarray(7, 7 + page.length))).toEqual(readChannelPage(page))
  })
})

describe('pages without posts', () => {
  test.each(['no-hits.html', 'empty-section.html'])('%s is an empty answer', (name) => {
    expect(readChannelPage(read(name))).toEqual([])
  })

  test('a channel with nothing but notices of its own is an empty answer', () => {
    const notice = message(body('Channel created')).replace(
      ' js-widget_message"',
      ' service_message js-widget_message"',
    )
    expect(readChannelPage(pageOf(notice))).toEqual([])
  })

  test('a post that says "No posts found" is a post', () => {
    expect(postOf(body('No posts found: tme_no_messages_found')).text).toBe('No posts found: tme_no_messages_found')
  })
})

describe('what is no channel page', () => {
  test.each([
    [
      'landing-exists.html',
      'no channel preview, but a landing page: the name exists and shows none ("Telegram: View @demo_closed")',
    ],
    [
      'landing-unknown.html',
      'no channel preview, but a landing page: no public channel has this name ("Telegram: Contact @demo_nobody")',
    ],
    [
      'shell.html',
      'no channel preview, but a page with none of its markup: the home page, or we are being held off ("Telegram Messenger")',
    ],
  ])('%s is a mismatch that describes the reply', (name, detail) => {
    expect(failureOf(read(name))).toMatchObject({ name: 'UpstreamError', kind: 'mismatch', message: detail })
  })

  test('an empty body is a mismatch', () => {
    expect(failureOf(new Uint8Array())).toMatchObject({
      kind: 'mismatch',
      message: 'no channel preview, but an empty body',
    })
  })

  test('the title of a strange page is shown in part only, and as text', () => {
    const failure = failureOf(Buffer.from(`<title>${'请稍候 &amp; '.repeat(1000)}</title>`))
    expect(failure).toMatchObject({ kind: 'mismatch', message: expect.stringContaining('("请稍候 & 请稍候') })
    expect(String(failure).length).toBeLessThan(250)
  })

  test('words that a person wrote do not pass for the mark of a channel page', () => {
    const page = '<title>x</title><div class="tgme_page_description">tgme_channel_info</div>'
    expect(failureOf(Buffer.from(page))).toMatchObject({ kind: 'mismatch' })
  })

  test.each([
    ['before its messages', '<div class="tgme_channel_info"></div></section>', 0],
    ['within a message', `${head}${message(body('one'))}${message(body('two')).slice(0, -40)}`, 2],
    ['between two messages', `${head}${message(body('one'))}`, 1],
  ])('a page that breaks off %s is a mismatch, not a shorter answer', (_where, page, count) => {
    expect(failureOf(Buffer.from(page))).toMatchObject({
      kind: 'mismatch',
      message: `the channel page breaks off after ${count} messages`,
    })
  })

  test('messages whose markup has changed are a mismatch, not an empty answer', () => {
    const changed = message(body('one')).replaceAll('data-post', 'data-id')
    expect(failureOf(pageOf(changed))).toMatchObject({
      kind: 'mismatch',
      message: expect.stringContaining('shape not known'),
    })
    const wrapped = message(body('one')).replace('class="tgme_widget_message_wrap', 'class="tgme_widget_message_frame')
    expect(failureOf(pageOf(wrapped))).toMatchObject({ kind: 'mismatch' })
  })

  test('a page in GBK is a mismatch, one with a broken byte is read', () => {
    const gbk = Buffer.from('d6bdbad7d3ebb5c6cbfed6bdbad7d3ebb5c6cbfe', 'hex')
    const [before, after] = message(body('#')).split('#')
    const page = (text: Buffer): Buffer =>
      Buffer.concat([Buffer.from(`${head}${before}`), text, Buffer.from(`${after}</section>`)])
    expect(failureOf(page(gbk))).toMatchObject({ kind: 'mismatch', message: 'the channel page is not in UTF-8' })
    const broken = Buffer.concat([Buffer.from('纸鹤与灯塔'.repeat(10)), Buffer.from([0xff])])
    expect(readChannelPage(page(broken))[0]?.text).toBe(`${'纸鹤与灯塔'.repeat(10)}\ufffd`)
  })
})

describe('parts of a message', () => {
  test('a caption doubled by nesting is read once, and a second text is not taken', () => {
    const post = postOf(body(body('纸鹤 <a href="https://a.example/1">一</a>')) + body('other'))
    expect(post.text).toBe('纸鹤 一')
    expect(post.anchors).toEqual([{ start: 3, end: 4, href: 'https://a.example/1' }])
  })

  test('the text of the message answered to is not its own', () => {
    const reply =
      '<a class="tgme_widget_message_reply" href="https://t.me/demo/1"><i class="tgme_widget_message_reply_thumb" ' +
      `style="background-image:url('https://cdn.example/r.jpg')"></i><div class="tgme_widget_message_text ` +
      'js-message_reply_text" dir="auto">quoted</div></a>'
    expect(postOf(reply + body('answer'))).toMatchObject({ text: 'answer', images: [], anchors: [] })
  })

  test('a button that leads out is a line of its own, linked; one that leads into Telegram is left out', () => {
    const button = (href: string, label: string, kind = 'url_button'): string =>
      `<a class="tgme_widget_message_inline_button ${kind}" href="${href}"><span>${label}</span></a>`
    const keyboard = (...buttons: string[]): string =>
      `<div class="tgme_widget_message_inline_keyboard">${buttons.join('')}</div>`
    const links = keyboard(
      button('https://t.me/bot', 'join'),
      button('https://a.example/?a=1&amp;b=2', '夸克 <b>qwer</b>'),
      button('https://b.example/', ''),
      button('https://c.example/', 'c', 'callback_button'),
    )
    const post = postOf(body('text'), links)
    expect(post.text).toBe('text\n夸克 qwer')
    expect(post.anchors).toEqual([
      { start: 5, end: 12, href: 'https://a.example/?a=1&b=2' },
      { start: 12, end: 12, href: 'https://b.example/' },
    ])
    expect(postOf('', links).text).toBe('夸克 qwer')
  })

  test('a link preview is a link without a label behind the text and before the buttons', () => {
    const preview =
      '<a class="tgme_widget_message_link_preview" href="https://p.example/"><div class="link_preview_title">T <mark ' +
      'class="highlight">hit</mark></div></a>'
    const button =
      '<a class="tgme_widget_message_inline_button url_button" href="https://b.example/"><span>B</span></a>'
    const post = postOf(body('text ') + preview, button)
    expect(post).toMatchObject({ text: 'text\nB', aside: 'T hit' })
    expect(post.anchors.map(({ start, end }) => [start, end])).toEqual([
      [4, 4],
      [5, 6],
    ])
    expect(postOf(preview.replace('https://p.example/', 'https://t.me/x')).anchors).toEqual([])
  })

  test('an image shown twice is listed once; sticker, emoji and map are none', () => {
    const style = (kind: string, url: string): string =>
      `<i class="${kind}" style="background-image:url('${url}')"></i>`
    const post = postOf(
      style('tgme_widget_message_photo_wrap', 'https://cdn.example/1.jpg') +
        style('tgme_widget_message_photo_wrap', 'https://cdn.example/1.jpg') +
        style('tgme_widget_message_photo_wrap', 'data:image/svg+xml;base64,AA') +
        style('tgme_widget_message_sticker', 'https://cdn.example/s.webp') +
        style('tgme_widget_message_location', 'https://maps.example/') +
        style('tgme_widget_message_video_thumb', '//telegram.org/img/emoji.png') +
        '<i class="link_preview_image" style="background-image:url(&#39;https://cdn.example/2?a&amp;b&#39;)"></i>',
    )
    expect(post.images).toEqual(['https://cdn.example/1.jpg', 'https://cdn.example/2?a&b'])
  })

  test.each(['2024-06-03T15:32:57', 'yesterday', '2024-13-03T15:32:57+00:00', ''])(
    'a time written "%s" is not guessed',
    (time) => {
      const post = postOf(
        `${body('x')}<a class="tgme_widget_message_date"><time datetime="${time}" class="time"></time></a>`,
      )
      expect('at' in post).toBe(false)
    },
  )

  test('the time of a video is not the time of the post', () => {
    const video = '<time class="message_video_duration js-message_video_duration">0:25</time>'
    const date =
      '<a class="tgme_widget_message_date"><time datetime="2024-06-03T15:32:57+00:00" class="time">15:32</time></a>'
    expect(postOf(video + date).at).toEqual(new Date(Date.UTC(2024, 5, 3, 15, 32, 57)))
  })

  test('what stands behind reactions and footer is read, be there a time or a video before them', () => {
    const video = '<time class="message_video_duration">0:25</time>'
    const reactions = '<div class="tgme_widget_message_reactions"><i class="emoji"><b>👍</b></i>9</div>'
    const footer = '<div class="tgme_widget_message_footer"><span>1.7K</span></div>'
    const button = '<a class="tgme_widget_message_inline_button url_button" href="https://a.example/">A</a>'
    expect(postOf(body('x') + reactions + footer, button).text).toBe('x\nA')
    expect(postOf(video + body('x') + reactions + footer, button).text).toBe('x\nA')
    expect(postOf(reactions + body('x') + footer, button).text).toBe('x\nA')
  })

  test('a message without a number is no post', () => {
    const posts = readChannelPage(
      pageOf(message(body('a'), '', 'demo') + message(body('b'), '', 'demo/x') + message(body('c'))),
    )
    expect(posts.map(({ text }) => text)).toEqual(['c'])
  })
})
