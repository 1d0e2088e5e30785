// Templates of fallback upstreams, asked when the first one fails; members equal those of the first upstream.
import type { Template } from './template.ts'

function topics(name: string, order: 'hottest' | 'newest'): Template {
  return {
    body: `${name}-rss/${name}.xml`,
    membersOf: `${name}/${name}.json`,
    repeated: [{ each: /<item>.*?<\/item>/ }],
    order,
    spots: { id: [/<link>[^<]*?(\d{4,})/], title: [/<title>(.+?)<\/title>/], time: [/<pubDate>(.+?)</] },
  }
}

const weibo = 'weibo/weibo.html'

/** One template for each sample. */
export const fallbackTemplates: readonly Template[] = [
  {
    body: '36kr-renqi-gateway/36kr-renqi-gateway.json',
    membersOf: '36kr-renqi/36kr-renqi.html',
    repeated: [{ after: /"hotRankList":\s*\[/ }],
    spots: {
      id: ['itemId'],
      title: ['widgetTitle'],
      time: ['publishTime', /"publishTime":.*"publishTime":\s*(\d+)/],
      figure: [/([\d.]+)w热度/, 'statRead', 'statCollect', 'statComment', 'statPraise'],
    },
  },
  {
    body: 'aihot-feed/aihot.xml',
    membersOf: 'aihot/aihot.json',
    repeated: [{ each: /<item>.*?<\/item>/ }],
    order: 'newest',
    spots: {
      id: [/<guid.*?>(demo-\d+)</],
      slug: [/<link>[^<]*\/([\w-]+)</],
      title: [/<title><!\[CDATA\[(.+?)\]\]>/],
      time: [/<pubDate>(.+?)</],
    },
  },
  {
    body: 'baidu-phone/wise.json',
    membersOf: 'baidu/baidu.html',
    repeated: [{ after: /"content":\s*\[\s*\{\s*"content":\s*\[/ }],
    keep: /"isTop":\s*true/,
    spots: { title: ['word'], figure: ['hotScore'], rank: ['index'] },
  },
  {
    body: 'bilibili-hot-search-app/app.json',
    membersOf: 'bilibili-hot-search/bilibili-hot-search.json',
    repeated: [{ after: /"list":\s*\[/ }],
    spots: { title: ['show_name', 'keyword'], rank: ['position'] },
  },
  {
    body: 'bilibili-hot-search-square/square.json',
    membersOf: 'bilibili-hot-search/bilibili-hot-search.json',
    repeated: [{ after: /"list":\s*\[/ }],
    spots: { title: ['show_name', 'keyword'] },
  },
  {
    body: 'bilibili-ranking-older/older.json',
    membersOf: 'bilibili-ranking/bilibili-ranking.json',
    repeated: [{ after: /"list":\s*\[/ }],
    size: 100,
    spots: { id: ['aid', 'bvid'], title: ['title'], figure: ['pts', 'play', 'video_review', 'coins'] },
  },
  {
    body: 'freebuf-home/freebuf-home.html',
    membersOf: 'freebuf/freebuf.xml',
    repeated: [{ each: /<div class="article-item">[^\n]*/ }],
    keep: /class="banner"/,
    order: 'newest',
    size: 20,
    spots: { id: [/\/articles\/\w+\/(\d+)/], title: [/class="title">(.+?)</] },
  },
  {
    body: 'gelonghui-flash/lives.json',
    membersOf: 'gelonghui/gelonghui.html',
    repeated: [{ after: /"result":\s*\[/ }],
    order: 'newest',
    spots: {
      id: ['id'],
      title: ['title', /【(.+?)】/, /"content":\s*"[^"]*?｜(.+?)[。<"]/],
      time: ['createTimestamp', /(\d+月\d+日)｜/],
      figure: ['read', 'comment', 'like'],
    },
  },
  {
    body: 'hupu-phone/threads.json',
    membersOf: 'hupu/hupu.html',
    repeated: [{ after: /"topicThreads":\s*\[/ }],
    spots: { id: ['tid'], title: ['title'], figure: ['replies', 'lights'] },
  },
  {
    body: 'kaopu-legacy/kaopu-legacy.json',
    membersOf: 'kaopu/kaopu.html',
    repeated: [{ after: /^\[/ }],
    order: 'newest',
    spots: { slug: [/"link":\s*"[^"]*\/([\w-]+)"/], title: ['title'], time: ['pub_date'] },
  },
  topics('linuxdo-hot', 'hottest'),
  topics('linuxdo-latest', 'newest'),
  {
    body: 'smzdm-ranking/json_more.json',
    membersOf: 'smzdm/smzdm.html',
    repeated: [{ after: /"data":\s*\[/ }],
    spots: {
      id: [/\/p\/(a\d+)\//, 'article_id'],
      title: ['title'],
      time: ['time_sort'],
      figure: ['collection_count'],
    },
  },
  {
    body: 'solidot-home/solidot-home.html',
    membersOf: 'solidot/solidot.xml',
    repeated: [{ each: /<div class="block_m">[^\n]*/ }],
    order: 'newest',
    size: 20,
    spots: { id: [/story\?sid=(\d+)/], title: [/<h2><a.*?>(.+?)</], time: [/发表于(.+? 星期.)/] },
  },
  {
    body: 'weibo-band/band.json',
    membersOf: weibo,
    repeated: [{ after: /"band_list":\s*\[/ }],
    keep: /"is_ad":\s*1/,
    spots: { title: ['word'], time: ['onboard_time'], figure: ['num'], rank: ['realpos'] },
  },
  {
    body: 'weibo-phone/phone.json',
    membersOf: weibo,
    repeated: [{ after: /"card_group":\s*\[/ }],
    keep: /置顶|ads_word/,
    spots: {
      title: ['desc', /q%3D%2523((?:%25[0-9A-F]{2})+)%2523/],
      figure: ['desc_extr'],
      rank: [/realpos:(\d+)/],
    },
  },
  {
    body: 'weibo-side/side.json',
    membersOf: weibo,
    repeated: [{ after: /"realtime":\s*\[/ }],
    keep: /"is_ad":\s*1|"icon_desc":\s*"商"/,
    spots: { title: ['word'], time: ['onboard_time'], figure: ['num'], rank: ['realpos'] },
  },
  {
    body: 'earthquake-page/earthquake-page.html',
    membersOf: 'earthquake/earthquake.json',
    repeated: [{ after: /newdata = \[/ }],
    order: 'once',
    size: 20,
    spots: {
      id: ['id'],
      place: ['LOCATION_C'],
      birth: [/"CATA_ID":"CC(\d{14})/, 'SAVE_TIME', 'O_TIME', /"NEW_DID":"CC(\d{14})/],
    },
  },
  {
    body: 'zhihu-app/zhihu-app.json',
    membersOf: 'zhihu/zhihu.json',
    repeated: [{ after: /"data":\s*\[/ }],
    size: 20,
    spots: {
      id: [/"target":\s*\{"id":\s*(\d+)/],
      title: ['title'],
      birth: ['created'],
      figure: [/([\d.]+) 万热度/, 'answer_count', 'follower_count', 'comment_count'],
    },
  },
  {
    body: 'zaobao-paper/china.html',
    membersOf: 'zaobao/zaobao.gb2312.html',
    repeated: [{ each: /<article>.*?<\/article>/ }],
    order: 'newest',
    spots: { id: [/\/story\d{8}-(\d+)/], birth: [/\/story(\d{8})-/], title: [/<h2>\s*(.+?)\s*<\/h2>/] },
  },
]
