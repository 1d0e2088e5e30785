// Templates of JSON lists from news sites and exchanges, most of them newest first.
import type { Template } from './template.ts'

const clsSpots: Template['spots'] = {
  id: ['id'],
  title: ['title', /"brief":\s*"【(.+?)】/],
  time: ['ctime', 'modified_time', /"brief":.*?(\d+月\d+日)电/, /"content":.*?(\d+月\d+日)电/],
  figure: ['reading_num', 'comment_num', 'share_num'],
}

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

/** One template for each sample. */
export const newsTemplates: readonly Template[] = [
  {
    body: 'aihot/aihot.json',
    repeated: [{ after: /"items":\s*\[/ }],
    order: 'newest',
    spots: { id: ['id'], slug: [/"url":\s*"https:[^"]+\/([\w-]+)"/], title: ['title'], time: ['publishedAt'] },
  },
  cankaoxiaoxi('zhongguo'),
  cankaoxiaoxi('guandian', 'zhongguo'),
  cankaoxiaoxi('gj'),
  {
    body: 'cls-telegraph/cls-telegraph.json',
    repeated: [{ after: /"roll_data":\s*\[/ }],
    keep: /"is_ad":\s*1/,
    order: 'newest',
    spots: clsSpots,
  },
  {
    body: 'cls-depth/cls-depth.json',
    repeated: [{ after: /"depth_list":\s*\[/ }],
    order: 'newest',
    spots: clsSpots,
  },
  { body: 'cls-hot/cls-hot.json', repeated: [{ after: /"data":\s*\[/ }], size: 20, spots: clsSpots },
  {
    body: 'dongqiudi/dongqiudi.json',
    repeated: [{ after: /"articles":\s*\[/ }],
    order: 'newest',
    spots: {
      id: ['id'],
      title: ['title'],
      time: ['created_at', 'published_at', 'sort_timestamp'],
      figure: ['comments_total'],
    },
  },
  {
    body: 'jin10/jin10.js',
    repeated: [{ after: /newest = \[/ }],
    // Items for members only, and economic figures without a text.
    keep: /"channel": \[5\]|"type": 1/,
    order: 'newest',
    spots: {
      id: [/"id": "\d{14}(\d{6})"/],
      title: [/"content": "【(.+?)】/, /"content": "([^"【<]+)"/],
      birth: [/"id": "(\d{14})/],
      time: ['time', /(\d+月\d+日)讯/],
    },
  },
  {
    body: 'mktnews-flash/mktnews-flash.json',
    repeated: [{ after: /"data":\s*\[/ }],
    order: 'newest',
    spots: {
      id: [/"id":\s*"\d{14}(\d{6})"/],
      phrase: [/【(.+?)】/, 'title'],
      birth: [/"id":\s*"(\d{14})/],
      time: ['time', 'hot_start'],
    },
  },
  {
    body: 'tencent-hot/tencent-hot.json',
    repeated: [{ after: /"articleList":\s*\[/ }],
    size: 20,
    spots: {
      id: [/"id":\s*"(\d{8}A\d+)"/],
      title: ['title'],
      time: ['publish_time'],
      figure: ['read_num', 'commet_num'],
    },
  },
  {
    body: 'thepaper/thepaper.json',
    repeated: [{ after: /"hotNews":\s*\[/ }],
    size: 20,
    spots: {
      id: ['contId'],
      title: ['name'],
      time: ['pubTimeLong', 'pubTime', 'pubTimeNew'],
      figure: ['praiseTimes', 'interactionNum'],
    },
  },
  {
    body: 'wallstreetcn-hot/wallstreetcn-hot.json',
    repeated: [{ after: /"day_items":\s*\[/ }],
    size: 20,
    spots: { id: ['id'], title: ['title'], time: ['display_time'], figure: ['pageviews'] },
  },
  {
    body: 'wallstreetcn-news/wallstreetcn-news.json',
    repeated: [{ after: /"items":\s*\[/ }],
    keep: /"resource_type":\s*"(?:ad|theme)"/,
    order: 'newest',
    spots: { id: ['id'], title: ['title', 'content_short'], time: ['display_time'] },
  },
  {
    body: 'wallstreetcn-quick/wallstreetcn-quick.json',
    repeated: [{ after: /"items":\s*\[/ }],
    order: 'newest',
    spots: { id: ['id'], title: ['title', 'content_text'], time: ['display_time'], figure: ['comment_count'] },
  },
  {
    body: 'xueqiu-hotstock/xueqiu-hotstock.json',
    repeated: [{ after: /"items":\s*\[/ }],
    keep: /"ad":\s*1\b/,
    spots: { id: ['code'], title: ['name'], figure: ['value', 'increment', 'percent', 'current'] },
  },
]
