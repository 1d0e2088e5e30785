// Parsing pages into trees, including pages made to exhaust parsers.

import { readdirSync, readFileSync } from 'node:fs'
import { load } from 'cheerio/slim'
import type { AnyNode } from 'domhandler'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caseCount } from '../../../test/kit/case-count.ts'
import { maxCharacters } from '../text-limits.ts'
import { type HtmlPage, innerHtml, parsePage, parseXml } from './html-page.ts'

it('reads a page as browsers forgive it', () => {
  const page = parsePage('<ul><li>one<li class=b>two &amp; three</ul><p>unclosed')
  expect(page('li.b').text()).toBe('two & three')
  expect(page('p').text()).toBe('unclosed')
})

it('refuses a page that was cut off, as far as its end can be known', () => {
  const page = '<!DOCTYPE html><html lang="zh"><body><ul><li>one<li>two</ul></body></html>\n<!-- 12 ms -->'
  expect(parsePage(page)('li').length).toBe(2)
  for (const left of [page.indexOf('two'), page.indexOf('</html>'), page.indexOf('</html>') + 6])
    expect(() => parsePage(page.slice(0, left))).toThrow('a truncated page')
  expect(parsePage('<ul><li>one<li>tw')('li').length).toBe(2)
})

it('refuses a page nested deeper than any real one, and takes a long one', () => {
  expect(() => parsePage('<div>'.repeat(30_000))).toThrow('more than 500 deep')
  expect(() => parsePage('<b><i>'.repeat(251))).toThrow('more than 500 deep')
  expect(() => parsePage('<p>a</p>'.repeat(15_001))).toThrow('has 30002 tags; at most 30000 are read')
  expect(parsePage('<p>a</p>'.repeat(15_000))('p').length).toBe(15_000)
  expect(parsePage(`${'<div>'.repeat(499)}deep${'</div>'.repeat(499)}<p>after</p>`)('p').text()).toBe('after')
})

it.each([1, 100, 101, 300])('finds the elements of a page of %i parts in their order', (parts) => {
  const html = Array.from({ length: parts }, (_, at) => `<div class="part"><p><b>${at}</b></p><i>x</i></div>`).join('')
  const page = parsePage(html)
  const all = Array.from({ length: parts }, (_, at) => String(at))
  for (const selector of ['b', '.part b', 'div > p > b', 'p:first-child b'])
    expect(
      page(selector)
        .toArray()
        .map((one) => page(one).text()),
      selector,
    ).toEqual(all)
  expect(page('i b, span').length).toBe(0)
  expect(page('.part').last().find('.part b').text()).toBe(String(parts - 1))
})

it('reads any number of entities as one text, and counts whatever begins as a tag does', () => {
  expect(parsePage('<p>&amp;</p>'.repeat(15_000)).text().length).toBe(15_000)
  expect(parsePage('&amp;'.repeat(150_000)).text().length).toBe(maxCharacters.textNode)
  for (const piece of ['<!---->', '<?a>', '<!a>', '<br>', '</p>', '< '])
    expect(() => parsePage(piece.repeat(30_001)), piece).toThrow('has 30001 tags')
})

it('refuses more attributes than any page has, on one element or on many', () => {
  const attributes = (count: number) => Array.from({ length: count }, (_, n) => `a${n}="x"`).join(' ')
  expect(parsePage(`<p ${attributes(30_000)}>text</p>`)('[a29999=x]').text()).toBe('text')
  for (const page of [`<p ${attributes(30_001)}>`, `<p ${attributes(10)}>`.repeat(3_001)]) {
    expect(() => parsePage(page)).toThrow('has 30001 attributes; at most 30000 are read')
    expect(() => parseXml(`<a>${page.replaceAll('>', '/>')}</a>`)).toThrow(
      'has 30001 attributes; at most 30000 are read',
    )
  }
})

it('cuts texts and names that no real page has, and drops such attributes; what a script holds stays whole', () => {
  const long = 'x'.repeat(100_000)
  const page = parsePage(
    `<script>${long}</script><p>${long}</p><a href="/${long}" title="t" ${long}="1">b</a><x${long}></x${long}>`,
  )
  expect(page('script').text().length).toBe(100_000)
  expect(page('p').text().length).toBe(maxCharacters.textNode)
  expect(page('a').attr()).toEqual({ title: 't' })
  expect(page('a').text()).toBe('b')
  expect(page('a').next().prop('tagName')?.length).toBe(maxCharacters.elementName)
  const document = parseXml(`<a><b c="${long}" d="e">${long}<i>f</i>g</b></a>`)
  expect(innerHtml(document, 'as read')).toBe(`<b d="e">${'x'.repeat(maxCharacters.textNode)}<i>f</i>g</b>`)
})

it('takes drawings without end tags as long as they are few', () => {
  for (const piece of ['<svg/>', '<div><svg></div>', '<p><math><mi>x</p>']) {
    expect(parsePage(piece.repeat(500)).text(), piece).toBeTypeOf('string')
    expect(() => parsePage(piece.repeat(1_001)), piece).toThrow('more than 1000 unclosed SVG or MathML elements')
  }
  expect(parsePage('<svg><title>a</title><path/></svg>'.repeat(5_000))('path').length).toBe(5_000)
})

describe('the tree of a page', () => {
  /** The tree that the library builds on its own. */
  function loaded(html: string): HtmlPage {
    return load(html, { xml: { xmlMode: false, decodeEntities: true } })
  }

  /** All observable properties of a page's nodes and their neighbours. */
  function shapeOf(page: HtmlPage): string {
    return JSON.stringify(page.root().toArray().map(shape))
  }

  function shape(node: AnyNode): unknown {
    const data = 'data' in node ? node.data : undefined
    if (!('children' in node)) return [node.type, data, node.next?.type, node.prev?.type]
    const own = 'attribs' in node ? [node.name, node.attribs] : []
    return [node.type, ...own, node.next?.type, node.prev?.type, node.children.map(shape)]
  }

  it('is that of the library, for every recorded page', () => {
    const recorded = new URL('../../../fixtures/', import.meta.url)
    const names = readdirSync(recorded, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'))
    for (const name of names) {
      const html = readFileSync(new URL(name, recorded), 'utf8')
      expect(shapeOf(parsePage(html)) === shapeOf(loaded(html)), name).toBe(true)
    }
    expect(names.length).toBeGreaterThan(50)
  })

  it('is that of the library, for any soup of tags', () => {
    const pieces =
      '<div>|</div>|<p>|</p>|<br>|</br>|<br/>|<li>|<td>|<tr>|<svg>|</svg>|<svg/>|<title>|</title>|<script>|</script>|<a href="|<a b=c>|">|<|>|&amp;|&lt|&#|x| |<!--|-->|<![CDATA[|]]>|<!doctype html>|<?x|</|<option>|<button>'
    let cases = 0
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces.split('|')), { maxLength: 40 }), (soup) => {
        expect(shapeOf(parsePage(soup.join('')))).toBe(shapeOf(loaded(soup.join(''))))
        cases += 1
      }),
      { numRuns: caseCount(3000), seed: 20_261_121 },
    )
    expect(cases).toBe(caseCount(3000))
  })
})

describe('looking for something in a page', () => {
  const sought =
    'a|p > a|div p, li|[class]|:scope > *|> div|div:first-child|li:eq(1)|p:not(:has(a))|a:contains(x), b ~ p|*'

  it('finds what the library finds, in all of it, in one element and in several', () => {
    const html = `<div class="x"><p>1<a>x</a></p><p>2</p></div>${'<div><ul><li>3<li class="y">4<p><a>5</a></ul></div>'.repeat(2)}text`
    const ours = parsePage(html)
    const theirs = load(html, { xml: { xmlMode: false } })
    let found = 0
    for (const selector of sought.split('|')) {
      for (const around of ['div', 'div:first-child', 'ul', 'table']) {
        const places = theirs(around).find(selector).toArray()
        expect(ours.html(ours(around).find(selector)), `${around} ${selector}`).toBe(theirs.html(places))
        found += places.length
      }
      expect(ours.html(ours.root().find(selector)), selector).toBe(theirs.html(theirs.root().find(selector)))
    }
    expect(found).toBeGreaterThan(50)
    expect(ours(ours.root().contents().last()).find('a').length).toBe(0)
    expect(ours('div').find(ours('li')).length).toBe(4)
  })
})

describe('the tree of a document', () => {
  it('has names without the prefix of its root, in lower case, and text for CDATA', () => {
    const root = parseXml('<?xml version="1.0"?><A:Feed B="1&lt;"><a:t>x &amp; <![CDATA[<y>]]></a:t><c:T/></A:Feed>')
    expect(root.attribs).toEqual({ b: '1<' })
    expect(innerHtml(root, 'as read')).toBe('<t>x & <y></t><c:t></c:t>')
    expect(innerHtml(root, 'as HTML')).toBe('<t>x &amp; &lt;y&gt;</t><c:t></c:t>')
  })

  it('ends where its root does', () => {
    expect(innerHtml(parseXml(`<a>x</a>${'<b>'.repeat(1_000)}`), 'as read')).toBe('x')
    expect(parseXml('<a/><b/>').name).toBe('a')
  })

  it.each([
    ['without elements', ''],
    ['without elements', 'x'],
    ['without elements', '<a'],
    ['truncated', '<a><b></a'],
    ['more than 100 deep', `<a>${'<b>'.repeat(100)}</a>`],
    ['has 30002 tags', `<a>${'<b/>'.repeat(30_000)}</a>`],
  ])('is refused when it is none, or none that is real: %s', (message, text) => {
    expect(() => parseXml(text)).toThrow(message)
  })
})
