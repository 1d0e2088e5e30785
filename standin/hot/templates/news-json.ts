// Templates of JSON lists from general news, science and warnings.
import type { Template } from './template.ts'

/** One template for each sample. */
export const dailyTemplates: readonly Template[] = [
  {
    body: 'daily-word/daily-word.json',
    repeated: [{ after: /"dataList":\s*\[/ }],
    keep: /"content":\s*""/,
    order: 'newest',
    size: 20,
    spots: {
      id: ['id'],
      title: [/"content":\s*"(?:<p>)?每日一言：([^"<&]+?)(?: &amp;|<\/p>|")/],
      time: ['created_at'],
    },
  },
  {
    body: 'dgtle/dgtle.json',
    repeated: [{ after: /"items":\s*\[/ }],
    order: 'newest',
    size: 20,
    // Many items have no title, but a text short enough to be one.
    spots: {
      id: ['id'],
      title: ['title', /"title":\s*"",\s*"content":\s*"(.+?)"/],
      time: ['created_at'],
      figure: ['membernum'],
    },
  },
  {
    body: 'earthquake/earthquake.json',
    repeated: [{ after: /"data":\s*\[/ }],
    order: 'once',
    size: 20,
    spots: { id: ['id'], place: ['locName'], birth: ['oriTime'] },
  },
  {
    body: 'geekpark/geekpark.json',
    repeated: [{ after: /"homepage_posts":\s*\[/ }],
    order: 'newest',
    size: 20,
    spots: {
      id: [/"post":\s*\{"id":\s*(\d+)/, 'id'],
      title: ['title'],
      time: ['published_timestamp', 'published_at'],
      figure: ['views', 'comments_count'],
      rank: ['position'],
    },
  },
  {
    body: 'guokr/guokr.json',
    repeated: [{ after: /^\[/ }],
    order: 'newest',
    limit: { by: 'limit', most: 50, otherwise: 20 },
    spots: {
      id: ['id'],
      title: ['title'],
      birth: ['date_created'],
      time: ['date_modified', 'date_published'],
      figure: ['replies_count'],
    },
  },
  {
    body: 'huxiu/huxiu.json',
    repeated: [{ after: /"moment_list":\s*\{"datalist":\s*\[/ }],
    order: 'newest',
    size: 20,
    spots: {
      id: ['object_id'],
      title: [/"content":\s*"(.+?)。?<br/],
      time: ['publish_time', 'format_time'],
      figure: ['agree_num', 'total_comment_num', 'share_times'],
    },
  },
  {
    body: 'ifanr/ifanr.json',
    repeated: [{ after: /"objects":\s*\[/ }],
    order: 'newest',
    limit: { by: 'limit', most: 50, otherwise: 20 },
    saidAgain: { limit: /"meta":\s*\{"limit":\s*(\d+)/ },
    spots: {
      id: ['id', 'post_id'],
      title: ['post_title'],
      slug: [/"buzz_original_url":\s*"[^"]*\/([\w-]+)"/],
      time: ['created_at', 'updated_at'],
      figure: ['like_count', 'comment_count'],
    },
  },
  {
    body: 'netease-news/netease-news.json',
    repeated: [{ after: /"list":\s*\[/ }],
    // An item without an article.
    keep: /"skipType":\s*"video"/,
    spots: { id: ['docid'], title: ['title'], time: ['ptime'], figure: ['replyCount'] },
  },
  {
    body: 'qq-news/qq-news.json',
    repeated: [{ after: /"newslist":\s*\[/ }],
    // The banner.
    keep: /"articletype":\s*"560"/,
    size: 49,
    spots: {
      id: [/"id":\s*"\d{8}(A\d\dDEM\d\d)"/],
      title: ['title'],
      birth: [/"id":\s*"(\d{8})A/, /\/a\/(\d{8})A/],
      time: ['time', 'timestamp'],
      figure: ['hotScore', 'readCount', 'commentNum', 'shareCount'],
      rank: ['ranking', /"hotScore":\s*\d+,\s*"ranking":\s*(\d+)/],
    },
  },
  {
    body: 'sina/sina.json',
    repeated: [{ after: /"hotList":\s*\[/ }],
    spots: {
      id: [/"uniqueId":\s*"(demo\d+)/],
      title: ['title'],
      birth: [/\/(\d{4}-\d\d-\d\d)\//],
      figure: [/"hotValue":\s*"([\d.]+)万"/, /"hotValue":\s*"(\d+)"/],
      rank: ['ranking'],
    },
  },
  {
    body: 'sina-news/sina-news.js',
    repeated: [{ after: /"data":\[/ }],
    size: 49,
    planted: [
      [
        4,
        '{"id":"comos:idemo9999","title":false,"media":"","url":"","create_date":"","create_time":"","top_num":"5,120"}',
      ],
    ],
    saidAgain: {
      js_var: /^var (\w+) =/,
      top_cat: /"top_cat":"(\w+)"/,
      top_time: /"top_time":"(\d{8})"/,
    },
    spots: {
      id: [/"id":"comos:(idemo\d+)"/],
      title: ['title'],
      birth: [/\/(\d{4}-\d\d-\d\d)\\\//, 'create_date', 'create_time'],
      figure: ['top_num'],
    },
  },
  {
    body: 'weatheralarm/weatheralarm.json',
    repeated: [{ after: /"list":\s*\[/ }],
    order: 'once',
    size: 20,
    saidAgain: { province: /"title":\s*"(..省)/ },
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
