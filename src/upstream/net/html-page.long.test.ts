// Pages and documents of a megabyte that are made to exhaust parsers.
import { describe, expect, test } from 'vitest'
import { isLinear } from '../../../test/kit/clocks.ts'
import { UpstreamError } from '../errors.ts'
import { maxElements } from '../reply-elements.ts'
import { type HtmlPage, innerHtml, parsePage, parseXml } from './html-page.ts'

describe('a megabyte made to break its reader', () => {
  const opened = '<div>'.repeat(499)
  const hostile: [string, string][] = [
    ...'<div>|</div>|</p>|</br>|<p>|<b></i>|<b></b>|<a b>|<svg/>|<svg></svg>|<div><svg></div>|<svg><title/>|<mi/>'
      .split('|')
      .map((piece): [string, string] => ['', piece]),
    ...'<|<<a|</|<!|<!--|<!---->|<!-- --|<?|<![CDATA[|<a |<a b=|<a b="|<a b=\'>|&|&amp;|&#|&#1|&#x41;|&notit;|<a b="&amp;'
      .split('|')
      .map((piece): [string, string] => ['', piece]),
    ...'<title>|<title>&|<script>|<script></|<textarea><|<tr><td>|<li>|<option>|\u7eb8<'
      .split('|')
      .map((piece): [string, string] => ['', piece]),
    ...'</b>|</ab>|</dix>|</svg>|</p>|<b></b>|<b></i></b>|<br>'
      .split('|')
      .map((piece): [string, string] => [opened, piece]),
    [`${'<svg/>'.repeat(1_000)}`, '<svg></svg>'],
    ['<ab>'.repeat(499), '</ac>'],
    ['<a ', 'b="c" '],
    ['<!-- ', '-'],
    ['<!-- ', '>'],
    ['&#', '1'],
    ['&', 'a'],
  ]

  const readers: [string, (text: string) => unknown][] = [
    ['page', (text) => looksInto(parsePage(text))],
    ['document', (text) => innerHtml(parseXml(`<a>${text}</a>`), 'as HTML')],
  ]

  /** Typical queries on a page: its text, its elements, and elements inside those. */
  function looksInto(page: HtmlPage): number {
    const found = page('div > b[b], svg title, *')
    return page.text().length + page.html().length + found.first().find('b').length + found.first().parents().length
  }

  function readOrRefuse(read: (text: string) => unknown, text: string): void {
    try {
      read(text)
    } catch (error) {
      if (!(error instanceof UpstreamError && error.kind === 'mismatch')) throw error
    }
  }

  test.each(readers)('is read as a %s in time linear in its length', async (what, read) => {
    let tried = 0
    for (const [start, piece] of hostile) {
      // A longer one has too many tags.
      const pieces = Math.floor((maxElements.tags - 500) / Math.max(1, piece.split('<').length - 1))
      const length = Math.min(1024 * 1024, start.length + pieces * piece.length)
      const [quarter = '', whole = ''] = [length / 4, length].map(
        (length) => start + piece.repeat(Math.floor((length - start.length) / piece.length)),
      )
      const isAsExpected = await isLinear(
        () => readOrRefuse(read, quarter),
        () => readOrRefuse(read, whole),
      )
      expect(isAsExpected, `${start.slice(0, 12)}… ${piece}`).toBe(true)
      tried += 1
    }
    expect(tried).toBe(hostile.length)
    console.info(`hostile megabytes read as a ${what}: ${tried}`)
  })
})
