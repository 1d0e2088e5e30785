// Conversion of the inner HTML of a message to text.
import { describe, expect, test } from 'vitest'
import { readText } from './text.ts'

function textOf(html: string): string {
  return readText(html).text
}

/** The links of a piece of HTML, each as the words it covers and its address. */
function linksOf(html: string): [string, string][] {
  const { text, anchors } = readText(html)
  return anchors.map(({ start, end, href }) => [text.slice(start, end), href])
}

describe('text', () => {
  test.each([
    ['line breaks', 'a<br/>b<br><br />c', 'a\nb\n\nc'],
    ['styles', '<b>a</b><i>b</i><u>c</u><s>d</s><code>e</code><tg-spoiler>f</tg-spoiler>', 'abcdef'],
    ['hit marks', '纸<mark class="highlight">鹤</mark>与', '纸鹤与'],
    ['entities', '&amp;&lt;&gt;&quot;&#39;&#33;&#036;&#x4e2d;', '&<>"\'!$中'],
    ['an escaped entity', '&amp;lt;', '&lt;'],
    ['entities behind a link with one', '<a href="?a&amp;b">x</a>&#33;&#33;<b>&#33;</b>', 'x!!!'],
    ['no-break spaces', 'a&nbsp;b\u00a0&#160;c', 'a b  c'],
    ['blanks within', 'a  b   c', 'a  b   c'],
    ['white space of the source', 'a\n\tb', 'a  b'],
    ['ideographic spaces within', '纸　鹤', '纸　鹤'],
    ['ends', ' \u3000<br/>&nbsp;a <br/> ', 'a'],
    ['emoji', `<i class="emoji" style="background-image:url('//t/40/F0.png')"><b>👍</b></i>!`, '👍!'],
    ['custom emoji', '<tg-emoji emoji-id="5"><i class="emoji"><b>🎨</b></i></tg-emoji>x', '🎨x'],
    ['a quotation', 'a<blockquote>b</blockquote>c', 'a\nb\nc'],
    ['a quotation between breaks', 'a<br/><blockquote>b</blockquote><br/>c', 'a\nb\n\nc'],
    ['code in a block', 'a<pre>b</pre>c', 'a\nb\nc'],
    ['a less-than sign nobody escaped', '1 < 2 <3', '1 < 2 <3'],
    ['a tag whose value holds a tag', '<b title="<br/>">a</b>', 'a'],
    ['a tag whose value holds nothing but the end of one', '<b title=">">a</b>', 'a'],
    ['a tag whose value ends like the beginning of one', '<b title="x=">a</b>', 'a'],
    ['names that only begin like ours', 'a<break>b<bdo>c</bdo><pr>d</pr><abbr>e</abbr>', 'abcde'],
    ['an unfinished tag', 'a<b class="', 'a'],
    ['nothing', '', ''],
  ])('%s', (_what, html, text) => {
    expect(textOf(html)).toBe(text)
  })
})

describe('links', () => {
  test("each has its label's place in the text, labels trimmed", () => {
    expect(linksOf(' x <a href="https://a.example/"> 点击<br/></a>y<a href="http://b.example/">B</a>')).toEqual([
      ['点击', 'https://a.example/'],
      ['B', 'http://b.example/'],
    ])
  })

  test('offsets count as strings do, emoji before them included', () => {
    expect(readText('👍👍<a href="https://a.example/">a</a>').anchors).toEqual([
      { start: 4, end: 5, href: 'https://a.example/' },
    ])
  })

  test('a label of nothing but blanks has no width and stays within the text', () => {
    const { text, anchors } = readText('a <a href="https://a.example/"> <br/></a>')
    expect(text).toBe('a')
    expect(anchors).toEqual([{ start: 1, end: 1, href: 'https://a.example/' }])
    expect(readText('<a href="https://a.example/"></a>').anchors).toEqual([
      { start: 0, end: 0, href: 'https://a.example/' },
    ])
  })

  test('addresses are decoded as attributes are', () => {
    expect(linksOf('<a href="https://a.example/?a=1&amp;pwd=2&copy=3&#38;b">x</a>')).toEqual([
      ['x', 'https://a.example/?a=1&pwd=2&copy=3&b'],
    ])
  })

  test('magnet and ed2k links count, in any case', () => {
    expect(
      linksOf('<a href="magnet:?xt=1">m</a><a href="ED2K://|file|">e</a><a href="HTTPS://a.example">h</a>'),
    ).toHaveLength(3)
  })

  test.each([
    'https://t.me/name',
    'http://t.me',
    'https://T.ME/s/name?q=1',
    'https://name.t.me/1',
    'https://telegram.me/name',
    'https://telegram.dog/name',
    'tg://resolve?domain=name',
    'mailto:a@a.example',
    'javascript:alert(1)',
    '?q=word',
    '/s/name',
    '//a.example/',
    '',
  ])('%s is none', (href) => {
    expect(linksOf(`<a href="${href}">x</a>`)).toEqual([])
  })

  test.each([
    'https://not.me/',
    'https://at.me/',
    'https://t.me.example/',
    'https://a.example/t.me',
    'https://telegra.ph/x',
  ])('%s is one', (href) => {
    expect(linksOf(`<a href="${href}">x</a>`)).toEqual([['x', href]])
  })

  test('a link that is never closed, or holds another, ends where the next begins', () => {
    expect(linksOf('<a href="https://a.example/">a<a href="https://b.example/">b</a>c</a>')).toEqual([
      ['a', 'https://a.example/'],
      ['b', 'https://b.example/'],
    ])
    expect(linksOf('<a href="https://a.example/">a<br/>b')).toEqual([['a\nb', 'https://a.example/']])
  })
})

describe('hashtags', () => {
  test('come without their sign, each once, and are no links', () => {
    const tag = (name: string): string =>
      `<a href="?q=%23${encodeURIComponent(name)}">#<mark class="highlight">${name}</mark></a>`
    const { tags, anchors } = readText(
      `${tag('纸鹤')} ${tag('demo')} ${tag('纸鹤')} <a href="?q=%23">#</a><a href="?q=word">w</a>`,
    )
    expect(tags).toEqual(['纸鹤', 'demo'])
    expect(anchors).toEqual([])
  })
})
