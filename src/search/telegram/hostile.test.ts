// Hostile pages: the parser throws only mismatches, keeps the rules of posts and takes time that is linear in the size of the page. bench/fuzz changes recorded pages in more ways.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { caseCount } from '../../../test/kit/case-count.ts'
import { isLinear } from '../../../test/kit/clocks.ts'
import { before, behind, bodyStart, hostilePages, pageOf, readOrRefuse } from '../../../test/kit/hostile-texts.ts'
import type { Post } from '../plugin.ts'

const fixtures = new URL('../../../fixtures/search/telegram/', import.meta.url)
function read(name: string): Buffer {
  return readFileSync(new URL(name, fixtures))
}
const pages = ['page.html', 'search.html', 'no-hits.html', 'landing-exists.html', 'shell.html'].map(read)

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
      const step = Math.ceil(page.length / caseCount(page.length / 5))
      for (let length = 0; length < page.length; length += step) {
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
})

test.each(hostilePages)('a megabyte of %s is read to its end, in time that is linear in its size', async (...page) => {
  const [quarter, whole] = [pageOf(page, 256 * 1024), pageOf(page, 1024 * 1024)]
  checkRules(readOrRefuse(whole) ?? [])
  const isAsExpected = await isLinear(
    () => readOrRefuse(quarter),
    () => readOrRefuse(whole),
  )
  expect(isAsExpected).toBe(true)
})
