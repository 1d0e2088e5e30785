// Hostile pages: the parser throws only mismatches, keeps the rules of posts and takes linear time.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { caseCount } from '../../../test/kit/case-count.ts'
import { costMs } from '../../../test/kit/cost.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Post } from '../plugin.ts'
import { readChannelPage } from './page.ts'

const fixtures = new URL('../../../fixtures/search/telegram/', import.meta.url)
function read(name: string): Buffer {
  return readFileSync(new URL(name, fixtures))
}
const pages = ['page.html', 'search.html', 'no-hits.html', 'landing-exists.html', 'shell.html'].map(read)

const before =
  '<div class="tgme_channel_info"></div><section class="tgme_channel_history">' +
  '<div class="tgme_widget_message_wrap js-widget_message_wrap"><div class="tgme_widget_message js-widget_message" data-post="d/1">'
const bodyStart = '<div class="tgme_widget_message_text js-message_text" dir="auto">'
const behind = '</div></div></section></main></body></html>'

/** The posts, or undefined for a mismatch; whatever else is thrown goes on to fail the test. */
function readOrRefuse(bytes: Uint8Array): readonly Post[] | undefined {
  try {
    return readChannelPage(bytes)
  } catch (error) {
    if (error instanceof UpstreamError && error.kind === 'mismatch') return undefined
    throw error
  }
}

function checkRules(posts: readonly Post[]): void {
  for (const post of posts) {
    expect(post.id).toMatch(/^\d+$/)
    expect(post.text).toBe(post.text.trim())
    let last = 0
    for (const { start, end, href } of post.anchors) {
      expect(start).toBeGreaterThanOrEqual(last)
      expect(end).toBeGreaterThanOrEqual(start)
      expect(end).toBeLessThanOrEqual(post.text.length)
      expect(href).toMatch(/^(?:https?:\/\/|magnet:|ed2k:)/i)
      last = start
    }
    for (const image of post.images) expect(image).toMatch(/^https?:\/\//i)
    if (post.at !== undefined) expect(post.at.getTime()).not.toBeNaN()
  }
}

describe('damaged pages', () => {
  test('a page cut at any place is a mismatch or the whole answer, never a part of it', () => {
    let cases = 0
    let whole = 0
    for (const page of pages) {
      const full = readOrRefuse(page)
      for (let length = 0; length < page.length; length += 5) {
        const posts = readOrRefuse(page.subarray(0, length))
        if (posts !== undefined) {
          expect(posts).toEqual(full)
          whole += 1
        }
        cases += 1
      }
    }
    expect(whole).toBeGreaterThan(0)
    console.info(`telegram pages cut: ${cases} cases, ${whole} of them still whole`)
  })

  test('flipped bytes never break the rules of a post', () => {
    const damage = fc.record({
      page: fc.constantFrom(...pages),
      flips: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 40 }),
    })
    let cases = 0
    let answered = 0
    fc.assert(
      fc.property(damage, ({ page, flips }) => {
        const bytes = Buffer.from(page)
        for (const [at, byte] of flips) bytes[at % bytes.length] = byte
        const posts = readOrRefuse(bytes)
        checkRules(posts ?? [])
        cases += 1
        if (posts !== undefined) answered += 1
      }),
      { numRuns: caseCount(3000), seed: 20_261_121 },
    )
    expect(answered).toBeGreaterThan(cases / 10)
    console.info(`telegram pages with flipped bytes: ${cases} cases, ${answered} of them answered`)
  })

  test('any soup of tags never breaks the rules of a post', () => {
    const pieces = fc.constantFrom(
      ...[bodyStart, '<div>', '</div>', '<div', '<', '>', '"', "'", '=', '&', '&amp;', '&#33;', '&#x110000;', '&nbsp;'],
      ...[
        '<a href="https://a.example/">',
        '<a href="',
        '<a>',
        '</a>',
        '<br/>',
        '<blockquote>',
        '</pre>',
        '<!--',
        '-->',
      ],
      ...[
        '<a href="?q=%23x">#',
        '纸鹤',
        '👍',
        '\ud800',
        '\u0000',
        '\n',
        ' ',
        'x',
        '<b>',
        '</b',
        '<mark class="highlight">',
      ],
      ...['<a class="tgme_widget_message_inline_button url_button" href="https://b.example/">', '</section>'],
      ...['<a class="tgme_widget_message_link_preview" href="magnet:?xt=1">', '<div class="link_preview_title">'],
      ...[`<i class="link_preview_image" style="background-image:url('https://c.example/1')">`, ' data-post="d/2"'],
      ...['<time datetime="2026-01-01T00:00:00+00:00" class="time">', '<div class="tgme_widget_message_wrap '],
      ...['<div class="tgme_widget_message x" data-post="d/3">', '<div class="tgme_widget_message service_message ">'],
    )
    let cases = 0
    let posts = 0
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (soup) => {
        const found = readOrRefuse(Buffer.from(before + soup.join('') + behind)) ?? []
        checkRules(found)
        cases += 1
        posts += found.length
      }),
      { numRuns: caseCount(5000), seed: 20_261_121 },
    )
    expect(posts).toBeGreaterThan(caseCount(1000))
    console.info(`telegram tag soup: ${cases} cases, ${posts} posts`)
  })

  test('random bytes are a mismatch', () => {
    let cases = 0
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
        expect(readOrRefuse(bytes)).toBeUndefined()
        cases += 1
      }),
      { numRuns: caseCount(1000), seed: 20_261_121 },
    )
    console.info(`telegram random bytes: ${cases} cases`)
  })
})

describe('time', () => {
  const hostile: [string, string, string, string][] = [
    ['nested blocks', before + bodyStart, '<div>', behind],
    ['closing tags', before + bodyStart, '</div><div></div>', behind],
    ['blocks opened and closed in turn', before + bodyStart, '<div></div>', `</div>${behind}`],
    ['less-than signs', before + bodyStart, '<', `</div>${behind}`],
    ['unfinished tags', before + bodyStart, '<a ', `</div>${behind}`],
    ['unfinished values', before + bodyStart, '<a b="', `</div>${behind}`],
    ['unfinished values in the other quotes', before, "<a b='>", behind],
    ['links never closed', before + bodyStart, '<a href="https://a.example/">', `</div>${behind}`],
    ['empty links', before + bodyStart, '<a href="https://a.example/"> </a>', `</div>${behind}`],
    ['line breaks', before + bodyStart, '<br/>', `x</div>${behind}`],
    ['quotations', before + bodyStart, '<blockquote>x', `</div>${behind}`],
    ['ampersands', before + bodyStart, '&', `</div>${behind}`],
    ['entities', before + bodyStart, '&#33;<b>', `</div>${behind}`],
    ['blanks', before + bodyStart, ' ', `x</div>${behind}`],
    [
      'long host names',
      before + bodyStart,
      '<a href="https://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-">',
      `</div>${behind}`,
    ],
    ['many texts', before, `${bodyStart}x</div>`, behind],
    ['texts never closed', before, bodyStart, behind],
    ['titles never closed', before, '<div class="link_preview_title">', behind],
    ['titles that are no blocks', before, '<i class="link_preview_title"></div>', behind],
    [
      'buttons never closed',
      before,
      '<a class="tgme_widget_message_inline_button url_button" href="https://b.example/">',
      behind,
    ],
    [
      'buttons',
      before,
      '<a class="tgme_widget_message_inline_button url_button" href="https://b.example/">x</a>',
      behind,
    ],
    ['reactions without a time', before, '<div class="tgme_widget_message_reactions">', behind],
    ['footers with one', before, '<div class="tgme_widget_message_footer"><time class="time">', behind],
    ['values that never end well', before + bodyStart, '<a b=">', `</div>${behind}`],
    ['images', before, `<i class="link_preview_image" style="url( url('https://c.example/1')">`, behind],
    ['an endless style', `${before}<i class="link_preview_image" style="`, 'url(  ', `">${behind}`],
    ['numbers without a message', before, ' data-post="d/1"', behind],
    ['wraps', before, '<div class="tgme_widget_message_wrap x">', behind],
    ['messages', '<div class="tgme_channel_info"></div>', `${before}x`, behind],
    ['messages with an unfinished quote', '<div class="tgme_channel_info"></div>', `${before}<a b='>`, behind],
    ['ends', before, '</section', behind],
    ['titles of a page', '', '<title>', ''],
    ['characters cut short', before + bodyStart, '\u7eb8<', `</div>${behind}`],
  ]

  function millisecondsFor(page: Buffer): number {
    return Math.min(...[0, 1, 2].map(() => costMs(() => readOrRefuse(page))))
  }

  test.each(hostile)('%s: eight times the bytes take about eight times as long', (_what, start, piece, end) => {
    const pageOf = (bytes: number): Buffer =>
      Buffer.from(start + piece.repeat(Math.ceil(bytes / Buffer.byteLength(piece))) + end)
    const small = millisecondsFor(pageOf(128 * 1024))
    const large = millisecondsFor(pageOf(1024 * 1024))
    expect(large).toBeLessThan(1000)
    // Quadratic would be 64 times; what takes next to no time is not measured against itself.
    expect(large / Math.max(small, 2)).toBeLessThan(28)
  })
})
