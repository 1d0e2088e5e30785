// How the lists grow that are feeds: RSS, Atom and JSON Feed.
import type { Template } from './template.ts'

function rss(body: string, size = 20): Template {
  return {
    body,
    repeated: [{ each: /<item>.*?<\/item>/ }],
    order: 'newest',
    size,
    spots: {
      id: [/<link>[^<]*?(\d{4,})/],
      title: [/<title>(?:<!\[CDATA\[)?(.+?)(?:\]\]>)?<\/title>/],
      time: [/<pubDate>(.+?)</],
    },
  }
}

/** The four feeds of one list, two of which have no item to show how they look. */
function v2ex(node: string, like = node): Template {
  return {
    body: `v2ex-share/v2ex-${node}.json`,
    repeated: [{ after: /"items":\s*\[/ }],
    like: `v2ex-share/v2ex-${like}.json`,
    order: 'newest',
    size: 12,
    spots: {
      id: [/"id":\s*"[^"]*\/t\/(\d+)"/],
      title: ['title'],
      birth: ['date_published'],
      time: ['date_modified'],
    },
  }
}

/** One entry for each sample. */
export const feedTemplates: readonly Template[] = [
  rss('chongbuluo-latest/chongbuluo-latest.xml'),
  rss('freebuf/freebuf.xml'),
  rss('pcbeta-windows/pcbeta-windows.xml'),
  rss('pcbeta-windows11/pcbeta-windows11.xml'),
  rss('solidot/solidot.xml'),
  {
    body: 'producthunt/producthunt.xml',
    repeated: [{ each: /<entry>.*?<\/entry>/ }],
    size: 50,
    spots: {
      id: [/Post\/(\d+)/],
      slug: [/\/products\/([\w-]+)"/],
      name: [/<title>(.+?)</],
      phrase: [/&lt;p&gt;(.+?)&lt;/],
      birth: [/<published>(.+?)</],
      time: [/<updated>(.+?)</],
    },
  },
  v2ex('create'),
  v2ex('ideas', 'create'),
  v2ex('programmer'),
  v2ex('share', 'programmer'),
]
