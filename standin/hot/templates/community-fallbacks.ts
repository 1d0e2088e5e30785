// Templates of fallback upstreams for communities, papers and idea shops; members equal those of the first upstream.
import type { Template } from './template.ts'

/** One template for each sample. */
export const moreFallbackTemplates: readonly Template[] = [
  {
    body: 'bilibili-rank-game-older/older.json',
    membersOf: 'bilibili-rank-game/bilibili-rank.json',
    repeated: [{ after: /"list":\s*\[/ }],
    size: 100,
    spots: {
      id: ['aid', 'bvid'],
      title: [/"title":\s*"([^"&]+?)(?: &amp;[^"]*)?"/],
      figure: ['pts', 'play', 'video_review', 'coins'],
    },
  },
  {
    body: 'dgtle-site/dgtle-site.json',
    membersOf: 'dgtle/dgtle.json',
    repeated: [{ after: /"dataList":\s*\[/ }],
    order: 'newest',
    size: 20,
    spots: { id: ['id'], title: ['title', /"title":\s*"",\s*"content":\s*"(.+?)"/], time: ['created_at'] },
  },
  {
    body: 'guokr-older/guokr-older.json',
    membersOf: 'guokr/guokr.json',
    repeated: [{ after: /"result":\s*\[/ }],
    order: 'newest',
    limit: { by: 'limit', most: 50, otherwise: 20 },
    spots: { id: [/\/article\/(\d+)\//], title: ['title'], time: ['date_published'] },
  },
  {
    body: 'huxiu-older/huxiu-older.json',
    membersOf: 'huxiu/huxiu.json',
    repeated: [{ after: /"datalist":\s*\[\s*\{\s*"datalist":\s*\[/ }],
    order: 'newest',
    size: 20,
    spots: {
      id: ['moment_id'],
      title: [/"content":\s*"([^"<]+?)。?(?:<br|")/],
      time: ['publish_time', 'format_time'],
      figure: ['agree', 'total_comment_num'],
    },
  },
  {
    body: 'nodeseek-site/nodeseek-site.xml',
    membersOf: 'nodeseek/nodeseek.xml',
    repeated: [{ each: /<item>.*?<\/item>/ }],
    order: 'newest',
    size: 50,
    clocks: [/<lastBuildDate>(.+?)</],
    spots: { id: [/\/post-(\d+)-/], title: [/<title><!\[CDATA\[(.+?)\]\]>/], time: [/<pubDate>(.+?)</] },
  },
  {
    body: 'producthunt-page/producthunt-page.html',
    membersOf: 'producthunt/producthunt.xml',
    repeated: [{ each: /<section .*?<\/section>/ }],
    size: 50,
    spots: {
      id: [/post-item-(\d+)"/],
      slug: [/\/products\/([\w-]+)"/],
      name: [/"post-name-[^>]*>(.+?)</],
      phrase: [/<\/a><a href="[^"]*">([^<]+)<\/a><button/],
      figure: [/<p>(\d+)<\/p>/],
    },
  },
  {
    body: 'yystv-page/yystv-page.html',
    membersOf: 'yystv/yystv.json',
    repeated: [{ each: /<li>.*?<\/li>/ }],
    order: 'newest',
    size: 20,
    spots: { id: [/\/p\/(\d+)"/], title: [/"list-article-title">(.+?)</], time: [/class="c-999">(.+?)</] },
  },
]
