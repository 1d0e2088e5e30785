// Conversion of HTML to plain text and links.
import { describe, expect, it } from 'vitest'
import { richText } from './rich-text.ts'

describe('the text of a piece of HTML', () => {
  it('breaks at br and at the edges of blocks, and nowhere else', () => {
    const { text } = richText(
      '<p>守塔人\n 与&nbsp;<b>纸鹤</b></p>\n\n<p>链接: x<br>\n提取码: k3m9</p><ul><li>一<li>二</ul>',
    )
    expect(text).toBe('守塔人 与 纸鹤\n链接: x\n提取码: k3m9\n一\n二')
  })

  it('leaves out invisible elements, and decodes entities once', () => {
    expect(richText('a<script>b</script><style>c</style>&amp;lt;d').text).toBe('a&lt;d')
  })

  it('is empty for nothing', () => {
    expect(richText('')).toEqual({ text: '', anchors: [] })
  })
})

describe('the links of a piece of HTML', () => {
  it('stand at their labels, however their attributes are written', () => {
    const { text, anchors } = richText(
      `  <p>百度 <a class=x href='https://a.test/?p=1&amp;q=2'> 点 这里 </a> 完</p><A HREF="/rel">b</A><a>c</a>`,
    )
    expect(text).toBe('百度 点 这里 完\nbc')
    expect(anchors.map(({ start, end, href }) => [text.slice(start, end), href])).toEqual([
      ['点 这里', 'https://a.test/?p=1&q=2'],
      ['b', '/rel'],
    ])
  })

  it('have a place even when they have no label', () => {
    const { text, anchors } = richText('ab<a href="https://a.test/s"><img src="x"></a>cd')
    expect(text).toBe('abcd')
    expect(anchors).toEqual([{ start: 2, end: 2, href: 'https://a.test/s' }])
  })
})

it('reads a text without tags as it reads one with', () => {
  for (const text of ['纸鹤', ' a\n\t b&nbsp;c &amp;lt; &#x7eb8;&copy &am ', 'a\r\nb', '']) {
    for (const keepsBreaks of [true, false])
      expect(richText(text, { keepsBreaks })).toEqual(richText(`<b>${text}</b>`, { keepsBreaks }))
  }
})

it('keeps the breaks of the source where the site shows them, and takes none in a tag for one', () => {
  const { text, anchors } = richText('一 \r\n二：<a class="r"\nhref="https://a.test/s"\n>下\n载</a>', {
    keepsBreaks: true,
  })
  expect(text).toBe('一 \n二：下\n载')
  expect(anchors).toEqual([{ start: 5, end: 8, href: 'https://a.test/s' }])
})
