// What a title of a feed shows: escaped tags are text, markup is removed, and nothing is cut off.
import { expect, it } from 'vitest'
import { parseFeed } from '../upstream/net/feed.ts'
import { titleText } from './text.ts'

function shown(feed: string): string {
  return titleText(parseFeed(feed)[0]?.title)
}

it.each([
  ['A free guide to &lt;head&gt; elements', 'A free guide to <head> elements'],
  ['Using &lt;template&gt; and slots', 'Using <template> and slots'],
  ['&lt;style&gt; scoping in 2026', '<style> scoping in 2026'],
  ['List&lt;String&gt; to Map&lt;K,V&gt;', 'List<String> to Map<K,V>'],
  ['&#60;title&#62; and &#x3c;script&#x3e; behind it', '<title> and <script> behind it'],
  [
    'the &lt;b&gt; tag, &lt;noscript/&gt; and &lt;!-- comments --&gt;',
    'the <b> tag, <noscript/> and <!-- comments -->',
  ],
  ['1 &lt; 2 &amp;&amp; 3 &gt; 2', '1 < 2 && 3 > 2'],
  ['A &amp;amp; B, &amp;lt;head&amp;gt; twice', 'A & B, <head> twice'],
  ['<![CDATA[one <b>bold</b><br/>word <a href="/x">x</a>]]>', 'one bold\nword x'],
  ['<![CDATA[A <head> of List<String> and <style> too]]>', 'A <head> of List<String> and <style> too'],
  ['&lt;i&gt; and <![CDATA[<i>in turn</i>]]> &lt;u&gt;', '<i> and in turn <u>'],
  ['a <em>real</em> tag', 'a real tag'],
])('in RSS: %s', (title, text) => {
  expect(shown(`<rss><channel><item><title>${title}</title></item></channel></rss>`)).toBe(text.replaceAll('\n', ' '))
})

it.each([
  ['type="text"', 'the &lt;b&gt; tag in &lt;head&gt;', 'the <b> tag in <head>'],
  ['type="text"', '<![CDATA[the <b> tag in <head>]]>', 'the <b> tag in <head>'],
  ['', '&lt;em&gt; of CSS', '<em> of CSS'],
  ['type="html"', 'a &lt;b&gt;bold&lt;/b&gt; word', 'a bold word'],
  ['type="html"', 'all about &lt;head&gt; and &amp;lt;b&amp;gt;', 'all about <head> and <b>'],
  ['type="text/html" mode="escaped"', '<![CDATA[a <b>bold</b> word]]>', 'a bold word'],
  ['type="xhtml"', '<div>the &lt;head&gt; of <b>x</b> <![CDATA[<y>]]></div>', 'the <head> of x <y>'],
])('in Atom with %s: %s', (type, title, text) => {
  expect(shown(`<feed><entry><title ${type}>${title}</title></entry></feed>`)).toBe(text)
})

it('in a JSON feed a title is text', () => {
  const feed = { version: 'https://jsonfeed.org/version/1', items: [{ id: '1', title: 'the <b> tag in <head>' }] }
  expect(shown(JSON.stringify(feed))).toBe('the <b> tag in <head>')
})
