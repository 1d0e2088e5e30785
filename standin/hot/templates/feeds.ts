// Templates of lists that are feeds: RSS, Atom and JSON Feed.
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

/** A guide of the forum software; its lists differ by their view. */
function guide(body: string): Template {
  return {
    ...rss(body, 50),
    saidAgain: { view: /mod=guide&amp;view=(\w+)/ },
    clocks: [/<lastBuildDate>(.+?)</],
    spots: {
      id: [/<link>[^<]*\/thread-(\d+)-/],
      title: [/<title>(.+?)<\/title>/],
      time: [/<pubDate>(.+?)</],
    },
  }
}

/** URLs with a word in place of a number. */
function times(body: string, language: 'title' | 'phrase'): Template {
  return {
    body,
    repeated: [{ each: /<item>.*?<\/item>/ }],
    order: 'newest',
    spots: {
      slug: [/<link>[^<]*\/demo-([\w-]+)/],
      [language]: [/<title>(.+?)<\/title>/],
      birth: [/<link>[^<]*?\/(\d{4}\/\d\d\/\d\d|\d{8})\//, /<guid[^<]*?\/(\d{4}\/\d\d\/\d\d|\d{8})\//],
      time: [/<pubDate>(.+?)</],
    },
  }
}

/** The four feeds of one list; two of them have no sample item. */
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

/** One template for each sample. */
export const feedTemplates: readonly Template[] = [
  rss('chongbuluo-latest/chongbuluo-latest.xml'),
  rss('freebuf/freebuf.xml'),
  rss('pcbeta-windows/pcbeta-windows.xml'),
  rss('pcbeta-windows11/pcbeta-windows11.xml'),
  rss('solidot/solidot.xml'),
  guide('52pojie/52pojie.xml'),
  guide('pojie-sofa/sofa.xml'),
  { ...rss('linuxdo-weekly/linuxdo-weekly.xml', 30), order: 'hottest', clocks: [/<lastBuildDate>(.+?)</] },
  { ...rss('nodeseek/nodeseek.xml', 50), clocks: [/<lastBuildDate>(.+?)</] },
  times('nytimes/nytimes.xml', 'title'),
  { ...times('nytimes-global/nytimes-global.xml', 'phrase'), clocks: [/<lastBuildDate>(.+?)</] },
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
