// Feeds of every format, broken ones, and ones made to exhaust parsers.
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../../test/kit/wire.ts'
import { parseFeed } from './feed.ts'

async function refusalOf(text: string): Promise<unknown> {
  return failureOf((async () => parseFeed(text))())
}

function rss(items: string, head = '', home = ''): string {
  return `<?xml version="1.0" encoding="utf-8"?>${head}<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="http://www.w3.org/2005/Atom"
    xmlns:media="http://search.yahoo.com/mrss/"><channel><title>A channel</title>
    <atom:link href="https://a.site.test/feed" rel="self"/>${home}${items}</channel></rss>`
}

const nothing = { id: '', url: '', title: '', time: '', summary: '', author: '', image: '' }

describe('RSS', () => {
  it('gives what its items say, as it stands there', () => {
    const items = `<item>
        <title><![CDATA[纸鹤 &amp; <b>灯塔</b>]]></title><link> https://a.site.test/1 </link>
        <guid isPermaLink="false">g-1</guid><pubDate>Mon, 06 Jul 2026 11:20:00 +0800</pubDate>
        <description>&lt;p&gt;A &amp;amp; B&lt;/p&gt;</description><content:encoded>long</content:encoded>
        <dc:creator><![CDATA[ 某人 ]]></dc:creator><author>no@site.test</author>
        <enclosure url="https://a.site.test/1.mp3" type="audio/mpeg"/>
        <enclosure url="https://a.site.test/1.jpg" type="image/jpeg"/>
      </item>`
    expect(parseFeed(rss(items))).toEqual([
      {
        id: 'g-1',
        url: 'https://a.site.test/1',
        title: '纸鹤 &amp; <b>灯塔</b>',
        time: 'Mon, 06 Jul 2026 11:20:00 +0800',
        summary: '<p>A &amp; B</p>',
        author: '某人',
        image: 'https://a.site.test/1.jpg',
      },
    ])
  })

  const image = 'https://a.site.test/2.jpg'
  const page = 'https://a.site.test/1'
  const video = `<media:content medium="video" url="${page}.mp4"/>`

  it.each<[string, string, Partial<typeof nothing>]>([
    ['its picture', `<media:content medium="image" url="${image}"/>`, { image }],
    ['its small picture', `<media:thumbnail url="${image}"/>`, { image }],
    [
      'its picture beside a video',
      `${video}<enclosure type="image/png" url="${image}"/>`,
      { image, url: `${page}.mp4` },
    ],
    ['the time of Dublin Core', '<dc:date>2026-07-06</dc:date>', { time: '2026-07-06' }],
    ['its whole text', '<content:encoded><![CDATA[<p>x</p>]]></content:encoded>', { summary: '<p>x</p>' }],
    ['no title of Media RSS', '<media:title>no</media:title><media:content/>', {}],
    ['no link of Atom', '<atom:link href="https://no.test/"/>', {}],
    ['a guid as its address', `<guid>${page}</guid>`, { id: page, url: page }],
    ['a permanent guid as its address', `<guid isPermaLink="true">${page}</guid>`, { id: page, url: page }],
    ['no other guid as its address', `<guid isPermaLink='false'>${page}</guid>`, { id: page }],
    ['no guid that is none as its address', '<guid>a-1</guid>', { id: 'a-1' }],
    ['tags in CDATA as text', '<title><![CDATA[</title></item>]]></title>', { title: '&lt;/title>&lt;/item>' }],
    ['text and CDATA in turn', '<title>a &amp; <![CDATA[b &amp; ]]>&#x7eb8;</title>', { title: 'a & b &amp; 纸' }],
    ['nothing of comments and instructions', '<!-- </item> --><?x </item>?><title>t</title>', { title: 't' }],
  ])('gives of an item %s', (_what, item, read) => {
    expect(parseFeed(rss(`<item>${item}</item>`))).toEqual([{ ...nothing, ...read }])
  })

  it('is read through what is not quite XML: bare signs, unclosed tags, capitals, no version', () => {
    expect(parseFeed('<RSS><Channel><ITEM><Title>a & b < c<br>d</Title><LINK>x</LINK></ITEM></Channel></RSS>')).toEqual(
      [{ ...nothing, title: 'a & b &lt; c<br>d', url: 'x' }],
    )
  })

  it('is read up to its end, whatever stands behind it, and an item in an item is a part of that', () => {
    const item = '<item><title>1</title><item><title>2</title></item></item>'
    expect(parseFeed(`${rss(item)}<item><title>3</title>`)).toEqual([{ ...nothing, title: '1' }])
  })

  it('may begin with a byte-order mark and blanks', () => {
    expect(parseFeed(`\ufeff\n  ${rss('<item><title>a</title></item>')}`)).toEqual([{ ...nothing, title: 'a' }])
  })

  it('may have no items', () => {
    expect(parseFeed(rss(''))).toEqual([])
    expect(parseFeed('<rss/>')).toEqual([])
  })
})

describe('Atom', () => {
  const entry = `<entry><id>urn:1</id><title type="html">A &amp;amp; B</title>
    <link rel="self" href="https://a.site.test/1.atom"/><link rel="alternate" href="https://a.site.test/1?a=1&amp;b=2"/>
    <published>2026-07-05T03:20:00Z</published><updated>2026-07-06T03:20:00Z</updated>
    <author><name>甲</name><email>no</email></author><summary>short</summary><content type="html">long</content></entry>`
  const read = {
    ...nothing,
    author: '甲',
    id: 'urn:1',
    url: 'https://a.site.test/1?a=1&b=2',
    title: 'A &amp; B',
    time: '2026-07-06T03:20:00Z',
    summary: 'short',
  }

  it('gives what its entries say: the page of it, the time of the last change', () => {
    expect(parseFeed(`<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title>${entry}</feed>`)).toEqual([read])
  })

  it('may say what its links are relative to, as a whole or of one entry', () => {
    const linked = '<link href="1"/>'
    const feed = `<feed xml:base="https://a.site.test/base/"><entry>${linked}</entry><entry xml:base="https://b.site.test/">${linked}</entry>
      <entry xml:base="no address">${linked}</entry></feed>`
    expect(parseFeed(feed).map(({ url }) => url)).toEqual(['https://a.site.test/base/1', 'https://b.site.test/1', '1'])
  })

  it('may have a prefix before all its names', () => {
    const prefixed = entry.replaceAll(/<(\/?)/g, '<$1a:')
    expect(parseFeed(`<a:feed xmlns:a="http://www.w3.org/2005/Atom">${prefixed}</a:feed>`)).toEqual([read])
  })

  it('keeps the tags of XHTML, and takes any link where none is of the page', () => {
    const odd = `<entry><title type="xhtml"><div>hi &lt; <b>纸鹤</b></div></title><link rel="enclosure" href="/1.mp3"/>
      <published>2026-07-05T03:20:00Z</published><content>all</content></entry>`
    expect(parseFeed(`<feed>${odd}</feed>`)).toEqual([
      {
        ...nothing,
        url: '/1.mp3',
        title: '<div>hi &lt; <b>纸鹤</b></div>',
        time: '2026-07-05T03:20:00Z',
        summary: 'all',
      },
    ])
  })
})

it('RDF gives what its items say, which stand beside the channel', () => {
  const feed = `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
    <channel rdf:about="https://a.site.test/"><title>c</title><items><rdf:Seq><rdf:li rdf:resource="x"/></rdf:Seq></items></channel>
    <item rdf:about="https://a.site.test/1"><title>T</title><link>https://a.site.test/1</link>
    <dc:date>2026-07-06T11:20+08:00</dc:date><description>d</description></item></rdf:RDF>`
  const url = 'https://a.site.test/1'
  expect(parseFeed(feed)).toEqual([
    { ...nothing, id: url, url, title: 'T', time: '2026-07-06T11:20+08:00', summary: 'd' },
  ])
})

it('a JSON feed gives what its items say', () => {
  const version = 'https://jsonfeed.org/version/1.1'
  const items = [
    {
      id: 5,
      url: 'https://a.site.test/1',
      title: 'T',
      date_published: '2026-07-06T03:20:00Z',
      content_html: '<p>h</p>',
      authors: [{ name: '甲' }, { name: '乙' }],
      image: 'https://a.site.test/1.jpg',
    },
    {
      id: 'b',
      date_modified: 'later',
      date_published: 'sooner',
      summary: 's',
      content_text: 'no',
      author: { name: '丙' },
    },
  ]
  expect(parseFeed(` ${JSON.stringify({ version, title: 'x', items })}`)).toEqual([
    {
      id: '5',
      url: 'https://a.site.test/1',
      title: 'T',
      time: '2026-07-06T03:20:00Z',
      summary: '<p>h</p>',
      author: '甲',
      image: 'https://a.site.test/1.jpg',
    },
    { ...nothing, id: 'b', time: 'later', summary: 's', author: '丙' },
  ])
})

describe('an entry without a link to its page has the address of', () => {
  const home = '<link>https://a.site.test/</link>'
  const file = '<enclosure url="https://a.site.test/1.mp3" type="audio/mpeg"/>'
  const atomHome = '<link rel="self" href="https://a.site.test/feed"/><link href="https://a.site.test/"/>'
  it.each([
    ['its media file', rss(`<item><guid isPermaLink="false">p1</guid>${file}</item>`, '', home), '1.mp3'],
    ['its media file of Media RSS', rss('<item><media:content url="https://a.site.test/1.mp4"/></item>'), '1.mp4'],
    ['its permanent guid', rss(`<item><guid>https://a.site.test/p1</guid>${file}</item>`), 'p1'],
    ['the site, if it has only a picture', rss('<item><enclosure url="x" type="image/png"/></item>', '', home), ''],
    ['the site', rss('<item><title>a</title><link/></item>', '', home), ''],
    ['the site of an Atom feed', `<feed>${atomHome}<entry><id>urn:1</id></entry></feed>`, ''],
    ['the site of RDF', `<RDF><channel>${home}</channel><item><title>a</title></item></RDF>`, ''],
  ])('%s', (_what, feed, path) => {
    expect(parseFeed(feed).map(({ url }) => url)).toEqual([`https://a.site.test/${path}`])
  })
})

describe('a JSON feed', () => {
  const ofItem = (item: object) =>
    `\ufeff\n ${JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', home_page_url: 'https://a.site.test/', items: [item] })}`
  it.each([
    [{ url: '', external_url: 'https://b.test/1' }, { url: 'https://b.test/1' }],
    [{ attachments: [{ url: 'https://a.site.test/1.mp3' }] }, { url: 'https://a.site.test/1.mp3' }],
    [{ title: null }, { url: 'https://a.site.test/' }],
    [{ summary: '', content_text: 'a <b> tag' }, { summary: 'a &lt;b> tag' }],
    [{ content_text: '', content_html: '<p>x</p>' }, { summary: '<p>x</p>' }],
    [{ date_modified: '', date_published: '2026-07-06' }, { time: '2026-07-06' }],
    [{ banner_image: 'https://a.site.test/1.png' }, { image: 'https://a.site.test/1.png' }],
    [
      { title: 5, summary: ['x'] },
      { title: '', summary: '' },
    ],
    [{ authors: ['甲'] }, { author: '' }],
    [{ authors: '甲' }, { author: '' }],
    [{ author: '甲' }, { author: '' }],
    [{ image: { url: 'x' } }, { image: '' }],
  ])('is read behind a byte-order mark, with whichever fields it has: %j', (item, read) => {
    expect(parseFeed(ofItem(item))).toMatchObject([read])
  })
})

describe('what is no feed', () => {
  it.each([
    ['nothing', ''],
    ['words', 'Service Unavailable'],
    ['a page', '<!DOCTYPE html><html><body><item>x</item></body></html>'],
    ['a challenge', '<html><script src="/cdn-cgi/challenge-platform/x.js"></script></html>'],
    ['other XML', '<urlset><url><loc>x</loc></url></urlset>'],
    ['other JSON', '{"version":"2","items":[]}'],
    ['JSON that is none', '{"version":'],
  ])('is a mismatch: %s', async (_what, text) => {
    expect(await refusalOf(text)).toMatchObject({ name: 'UpstreamError', kind: 'mismatch' })
  })

  it('is a mismatch wherever a feed breaks off', async () => {
    const whole = rss('<item><title><![CDATA[a]]></title><link>https://a.site.test/1</link></item><!-- end -->')
    for (let length = 0; length < whole.length; length += 1)
      expect(await refusalOf(whole.slice(0, length)), whole.slice(0, length)).toMatchObject({ kind: 'mismatch' })
  })
})

describe('a feed made to break its reader', () => {
  it('has no entities of its own: neither bombs of them nor files of this machine', () => {
    const nested = Array.from({ length: 12 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')
    const bomb = `<!DOCTYPE rss [<!ENTITY l0 "lol">${nested}<!ENTITY file SYSTEM "file:///etc/passwd">]>`
    expect(parseFeed(rss('<item><title>&l12;</title><link>&file;</link></item>', bomb))).toEqual([
      { ...nothing, title: '&l12;', url: '&file;' },
    ])
  })

  it('is refused when it is deeper than any real one', async () => {
    for (const deep of ['<a>'.repeat(200), '<a>'.repeat(100_000)])
      expect(await refusalOf(rss(`<item>${deep}</item>`))).toMatchObject({ kind: 'mismatch' })
  })
})

describe('a feed made to fill memory', () => {
  const long = 'x'.repeat(100_000)
  const most = { id: 2_000, url: 0, title: 2_000, time: 100, summary: 20_000, author: 2_000, image: 0 }

  it('gives texts of bounded length, and no address that is longer than real ones', () => {
    const url = `https://a.site.test/${'x'.repeat(5_000)}`
    const items = `<item><guid isPermaLink="false">${long}</guid><link>${url}</link><title>${long}</title>
      <pubDate>${long}</pubDate><description>${long}<b>${long}</b></description><author>${long}</author>
      <enclosure type="image/png" url="${url}"/></item>`
    const json = {
      version: 'https://jsonfeed.org/version/1.1',
      items: [{ id: long, url, title: long, date_published: long, summary: long, image: url, author: { name: long } }],
    }
    for (const text of [rss(items), JSON.stringify(json)]) {
      const [entry = nothing] = parseFeed(text)
      const lengths = Object.fromEntries(Object.entries(entry).map(([field, value]) => [field, value.length]))
      expect(lengths).toEqual(most)
    }
  })

  it('gives the first thousand entries', () => {
    expect(parseFeed(rss('<item><title>a</title></item>'.repeat(2_500))).length).toBe(1_000)
  })

  it('is refused with a short sentence, however long its name is', async () => {
    expect(await refusalOf(`<${long}/>`)).toMatchObject({
      message: `not the feed this source expects: it is ${'x'.repeat(40)}`,
    })
  })
})
