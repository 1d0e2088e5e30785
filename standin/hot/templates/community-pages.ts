// Templates of HTML pages with lists of communities and idea shops.
import type { Template } from './template.ts'

function trending(body: string): Template {
  return {
    body,
    repeated: [{ each: /<article.*?<\/article>/ }],
    size: 25,
    spots: {
      slug: [/href="\/[\w-]+\/([\w-]+)"/],
      phrase: [/<p [^>]*>(.+?)<\/p>/],
      figure: [/stargazers">([\d,]+)</, /forks">([\d,]+)</, /([\d,]+) stars this/],
    },
  }
}

/** One template for each sample. */
export const morePageTemplates: readonly Template[] = [
  {
    body: 'baidu-movie/baidu-board.html',
    repeated: [{ after: /"content":\[/ }],
    spots: { title: ['word'], figure: ['hotScore'], rank: ['index'] },
  },
  {
    body: 'douban-group/douban-group.html',
    repeated: [{ each: /<div class="channel-item">.*?<\/div>\n {4}<\/div>\n {2}<\/div>/ }],
    spots: {
      id: [/\/topic\/(\d+)/],
      title: [/<h3><a [^>]*>(.+?)<\/a>/],
      time: [/class="pubtime">(.+?)</],
      figure: [/class="likes">(\d+)</],
    },
  },
  {
    body: 'douban-movie/douban-movie.html',
    repeated: [{ each: /<table .*?<\/table>/ }],
    size: 10,
    spots: {
      id: [/\/subject\/(\d+)\//, /\/public\/p(\d+)\.jpg/],
      work: [/title="(.+?)"/],
      figure: [/\((\d+)人评价\)/],
    },
  },
  {
    body: 'gameres/gameres.html',
    repeated: [{ each: /<article class="feed-item">.*?<\/article>/ }],
    order: 'newest',
    size: 20,
    spots: { id: [/href="\/(\d+)\.html"/], title: [/aria-label="(.+?)"/], time: [/class="feed-item-time">(.+?)</] },
  },
  trending('github-trending-weekly/github-trending.html'),
  trending('typescript-weekly/trending.html'),
  {
    body: 'ithome-rank/ithome-rank.html',
    repeated: [{ each: /<div class="placeholder .*?<\/a><\/div>/ }],
    spots: {
      id: [/\/html\/(\d+)\.htm/],
      title: [/class="plc-title">(.+?)</],
      time: [/class="post-time">(.+?)</],
      figure: [/class="review-num">(\d+)评/],
    },
  },
  {
    body: 'ithome-xijiayi/ithome-xijiayi.html',
    repeated: [{ each: /<li>.*?<\/li>/ }],
    order: 'newest',
    spots: {
      id: [/\/\d\/(\d+\/\d+)\.htm/],
      title: [/<h2>(.+?)<\/h2>/],
      time: [/jsDateDiff\('(.+?)'\)/],
      figure: [/class="comment">(\d+)评论/],
    },
  },
  {
    body: 'jianshu/jianshu.html',
    repeated: [{ each: /<li id=.*?<\/li>/ }],
    size: 20,
    spots: {
      id: [/href="\/p\/(\w+)"/, /id="note-(\d+)"/],
      title: [/class="title"[^>]*>(.+?)<\/a>/],
      figure: [/ic-list-like"><\/i> (\d+)/, /ic-list-comments"><\/i> (\d+)/],
    },
  },
]
