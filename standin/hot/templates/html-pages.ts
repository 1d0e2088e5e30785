// Templates of lists in HTML pages, or in JSON inside such a page.
import type { Template } from './template.ts'

const relative = />(\d+(?:分钟|小时|天)前)</

/** One template for each sample. */
export const pageTemplates: readonly Template[] = [
  {
    body: '36kr-quick/36kr-quick.html',
    repeated: [{ each: /<div class="flow-item">.*?<\/div><\/div><\/div><\/div><\/div>/ }],
    order: 'newest',
    spots: { id: [/\/newsflashes\/(\d+)/], title: [/item-title".*?>(.+?)<\/a>/], time: [relative] },
  },
  {
    body: '36kr-renqi/36kr-renqi.html',
    repeated: [{ each: /<div class="article-wrapper">.*?<\/div><\/div><\/div><\/div><\/div>/ }],
    spots: {
      id: [/\/p\/(\d+)/],
      title: [/weight-bold".*?>(.+?)<\/a>/],
      time: [relative],
      figure: [/([\d.]+)w热度/],
    },
  },
  {
    body: 'baidu/baidu.html',
    repeated: [{ after: /"content":\[/ }],
    keep: /"isTop":true/,
    spots: { title: ['word'], figure: ['hotScore'], rank: ['index'] },
  },
  {
    body: 'chongbuluo-hot/chongbuluo-hot.html',
    repeated: [{ each: /<tbody.*?<\/tbody>/ }],
    spots: {
      id: [/thread-(\d+)-1-1/],
      title: [/class="xst">(.+?)</],
      time: [/<em><span>([^<]+)</, /<span title="([^"]+)"/, />(\d+&nbsp;分钟前)</],
      figure: [/(\d+)人参与/, /xi2">(\d+)</, /<em>(\d+)</],
    },
  },
  {
    body: 'fastbull-express/fastbull-express.html',
    repeated: [{ each: /<li class="content-list.*?<\/li>/ }],
    order: 'newest',
    // A short text in brackets is a label and stays; a longer one is the title.
    spots: {
      id: [/data-id="(\d+)"/],
      title: [/【([^】]{4,})】/, /title_name">(?:【[^】]*】)?([^<]+)</],
      time: [/data-date="(\d+)"/, />(\d\d:\d\d)</],
    },
  },
  {
    body: 'fastbull-news/fastbull-news.html',
    repeated: [{ each: /<a class="trending_type".*?<\/a>/ }],
    order: 'newest',
    spots: {
      id: [/-(\d+)_0"/],
      slug: [/news-detail\/([a-z-]+)-\d/],
      title: [/class="title">(.+?)</],
      time: [/data-date="(\d+)"/, relative],
    },
  },
  {
    body: 'gelonghui/gelonghui.html',
    repeated: [{ each: /<li class="article-li">.*?<\/li>/ }],
    order: 'newest',
    spots: { id: [/\/p\/(\d+)/], title: [/<h2>(.+?)</], time: [relative] },
  },
  {
    body: 'ghxi/ghxi.html',
    repeated: [{ each: /<li class="item">.*?<\/li>/ }],
    order: 'newest',
    spots: {
      slug: [/ghxi\.com\/([\w-]+)\.html/],
      title: [/target="_blank">\s*(.+?)\s*<\/a>/],
      time: [relative],
    },
  },
  {
    body: 'github-trending-today/github-trending-today.html',
    repeated: [{ each: /<article.*?<\/article>/ }],
    spots: {
      slug: [/href="\/[\w-]+\/([\w-]+)"/],
      phrase: [/<p [^>]*>\s*(.+?)\s*<\/p>/],
      figure: [/stargazers".*?([\d,]+)<\/a>/, /forks".*?([\d,]+)<\/a>/, /([\d,]+) stars today/],
    },
  },
  {
    body: 'hackernews/hackernews.html',
    repeated: [{ each: /<tr class="athing.*?<\/tr>\n<tr>.*?<\/tr>/ }],
    spots: {
      id: [/id="(\d+)"/],
      slug: [/titleline"><a href="[^"]*\/([\w-]+)"/],
      phrase: [/titleline"><a [^>]*>(.+?)<\/a>/],
      time: [/class="age" title="(.+?)"/, />(\d+ \w+ ago)</],
      figure: [/(\d+) points/, /(\d+)&nbsp;comments/],
      rank: [/class="rank">(\d+)\./],
    },
  },
  {
    body: 'hupu/hupu.html',
    repeated: [{ each: /<li class="bbs-sl-web-post-body">.*?<\/li>/ }],
    spots: {
      id: [/href="\/(\d+)\.html/],
      title: [/class="p-title".*?>(.+?)<\/a>/],
      time: [/post-time">(.+?)</],
      figure: [/post-datum">(\d+) \//, /\/ (\d+)<\/div>/],
    },
  },
  {
    body: 'ifeng/ifeng.html',
    repeated: [{ after: /"hotNews1":\[/ }],
    size: 10,
    spots: { id: ['id'], title: ['title'], time: ['newsTime'] },
  },
  {
    body: 'ithome/ithome.html',
    repeated: [{ each: /<li><a class="c".*?<\/li>/ }],
    keep: /lapin/,
    order: 'newest',
    spots: { id: [/\/0\/(\d+\/\d+)\.htm/], title: [/class="t".*?>(.+?)<\/a>/], time: [/<i>(.+?)<\/i>/] },
  },
  {
    body: 'kaopu/kaopu.html',
    repeated: [{ each: /<article>.*?<\/article>/ }],
    echo: /重复卡片/,
    order: 'newest',
    spots: { slug: [/\/story\/([\w-]+)/], title: [/<h2>(.+?)</], time: [relative] },
  },
  {
    body: 'kuaishou/kuaishou.html',
    // The list contains references by title; the referenced objects are next to it.
    repeated: [
      { after: /"items":\[/ },
      { each: /,"VisionHotRankItem:[^"]+":\{[^{}]*\{[^{}]*\}[^{}]*"__typename":"VisionHotRankItem"\}/ },
    ],
    keep: /置顶/,
    spots: { title: [/"VisionHotRankItem:([^"]+)"/], figure: [/"hotValue":"([\d.]+)万/], rank: ['rank'] },
  },
  {
    body: 'smzdm/smzdm.html',
    repeated: [{ each: /<li class="feed-row-wide">.*?<\/li>/ }],
    spots: { id: [/\/p\/(a\d+)\//], title: [/target="_blank">(.+?)</] },
  },
  {
    body: 'sputniknewscn/sputniknewscn.html',
    repeated: [{ each: /<div class="lenta__item">.*?<\/div>/ }],
    order: 'newest',
    spots: {
      id: [/\/(\d+)\.html/],
      title: [/lenta__item-text">(.+?)</],
      birth: [/href="\/(\d{8})\//],
      time: [/data-unixtime="(\d+)"/, />(\d\d:\d\d)</],
    },
  },
  {
    body: 'steam/steam.html',
    repeated: [{ each: /<tr class="player_count_row.*?<\/tr>/ }],
    spots: {
      id: [/\/app\/(\d+)\//],
      slug: [/\/app\/\d+\/(\w+)\//],
      name: [/class="gameLink".*?>(.+?)</],
      figure: [/currentServers">([\d,]+)</, /currentServers">.*currentServers">([\d,]+)</],
    },
  },
  {
    body: 'weibo/weibo.html',
    repeated: [{ each: /<tr class="">.*?<\/tr>/ }],
    keep: /icon-top|href_to/,
    spots: {
      title: [/<a href=.*?>(.+?)<\/a>/],
      figure: [/<span>[^<]*?(\d+)<\/span>/],
      rank: [/ranktop(\d+)"/, /ranktop\d+">(\d+)</, /band_rank=(\d+)/],
    },
  },
  {
    body: 'zaobao/zaobao.gb2312.html',
    repeated: [{ each: /<a class="item".*?<\/a>/ }],
    order: 'newest',
    spots: {
      id: [/\/(\d+)\.html/],
      title: [/class="eps">(.+?)</],
      birth: [/\/realtime\/(\d{8})\//],
      time: [/class="pdt10">(.+?)</],
    },
  },
]
