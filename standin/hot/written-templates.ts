// Templates written by hand: samples whose items are not beside each other, lack some, or tell of places.
import type { Template } from './templates.ts'

const relative = />(\d+(?:分钟|小时|天)前)</

function cankaoxiaoxi(channel: string, like = channel): Template {
  return {
    body: `cankaoxiaoxi/cankaoxiaoxi-${channel}.json`,
    repeated: [{ after: /"list":\s*\[/ }],
    like: `cankaoxiaoxi/cankaoxiaoxi-${like}.json`,
    order: 'newest',
    size: 15,
    spots: {
      id: ['id'],
      title: ['title'],
      birth: [/\/pages\/(\d{4}\/\d\d\/\d\d)\//],
      time: ['publishTime'],
      figure: ['visitCount', 'commentCount', 'praiseCount'],
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
export const writtenTemplates: readonly Template[] = [
  cankaoxiaoxi('zhongguo'),
  cankaoxiaoxi('guandian', 'zhongguo'),
  cankaoxiaoxi('gj'),
  v2ex('create'),
  v2ex('ideas', 'create'),
  v2ex('programmer'),
  v2ex('share', 'programmer'),
  {
    body: 'earthquake/earthquake.json',
    repeated: [{ after: /"data":\s*\[/ }],
    order: 'once',
    size: 20,
    spots: { id: ['id'], place: ['locName'], birth: ['oriTime'] },
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
    body: 'weatheralarm/weatheralarm.json',
    repeated: [{ after: /"list":\s*\[/ }],
    order: 'once',
    size: 20,
    parameters: { province: /"title":\s*"(..省)/ },
    spots: {
      id: [/"alertid":\s*"(\d+)_/],
      place: [/"title":\s*"..省(.+?)气象台/],
      birth: [/"alertid":\s*"\d+_(\d{14})"/, /\/alarm\/\d+_(\d{14})/, 'issuetime'],
    },
  },
  {
    body: 'zhihu-daily/zhihu-daily.json',
    repeated: [{ after: /"stories":\s*\[/ }, { after: /"top_stories":\s*\[/ }],
    // An advertisement.
    planted: [[2, '{"id": 9780009, "type": 1, "title": "示例广告", "url": "https://daily.zhihu.com/story/9780009"}']],
    order: 'newest',
    size: 6,
    clocks: ['date'],
    spots: { id: ['id'], title: ['title'], time: ['ga_prefix'] },
  },
]
