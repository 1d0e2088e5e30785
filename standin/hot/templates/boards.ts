// Templates of JSON lists from forums, video sites and search boards.
import type { Template } from './template.ts'

const videoSpots: Template['spots'] = {
  id: ['aid', 'bvid'],
  title: ['title'],
  time: ['pubdate', 'ctime'],
  figure: ['view', 'danmaku', 'reply', 'favorite', 'coin', 'share', 'like', 'vv'],
}

function topics(body: string, order: 'hottest' | 'newest'): Template {
  return {
    body,
    repeated: [{ after: /"topics":\s*\[/ }],
    keep: /"(?:pinned|archived)":\s*true/,
    order,
    spots: {
      id: ['id'],
      title: ['title'],
      time: ['created_at', 'last_posted_at', 'bumped_at'],
      figure: ['views', 'like_count', 'posts_count', 'reply_count'],
    },
  }
}

/** One template for each sample. */
export const boardTemplates: readonly Template[] = [
  {
    body: 'bilibili-hot-search/bilibili-hot-search.json',
    repeated: [{ after: /"list":\s*\[/ }],
    spots: {
      id: ['hot_id'],
      title: ['keyword', 'show_name'],
      time: ['stime'],
      figure: ['score', 'heat_score'],
      rank: ['pos', 'id'],
    },
  },
  {
    body: 'bilibili-hot-video/bilibili-hot-video.json',
    repeated: [{ after: /"list":\s*\[/ }],
    size: 20,
    spots: videoSpots,
  },
  {
    body: 'bilibili-ranking/bilibili-ranking.json',
    repeated: [{ after: /"list":\s*\[/ }],
    size: 100,
    spots: videoSpots,
  },
  {
    body: 'bilibili-rank-game/bilibili-rank.json',
    repeated: [{ after: /"list":\s*\[/ }],
    size: 100,
    spots: videoSpots,
  },
  {
    body: 'coolapk/coolapk.json',
    repeated: [{ after: /"data":\s*\[/ }],
    keep: /"entityType":\s*"card"/,
    size: 20,
    spots: {
      id: [/"id":\s*"(\d+)"/],
      title: ['editor_title', 'message_title', /"message":\s*"(.+?)(?:<br>|")/],
      time: ['dateline'],
      figure: [/([\d.]+)万热度/, 'replynum', 'likenum'],
    },
  },
  {
    body: 'douban/douban.json',
    repeated: [{ after: /"items":\s*\[/ }],
    size: 20,
    spots: {
      id: ['id'],
      work: ['title'],
      picture: [/s_ratio_poster\/public\/(demo)\.jpg/],
      figure: ['count'],
    },
  },
  {
    body: 'douyin/douyin.json',
    repeated: [{ after: /"word_list":\s*\[/ }],
    size: 50,
    spots: {
      id: ['sentence_id', 'group_id'],
      title: ['word'],
      time: ['event_time'],
      figure: ['hot_value', 'view_count'],
      rank: ['position'],
    },
  },
  {
    body: 'iqiyi-hot-ranklist/iqiyi-hot-ranklist.json',
    repeated: [{ after: /"data":\s*\[/ }],
    spots: {
      id: ['entity_id', /\/v_demo(\d+)\.html/],
      work: ['title'],
      picture: [/\/(demo)\.webp/],
      time: ['showDate', 'show_time', /"date":\s*(\{[^{}]*\})/],
      figure: ['hot_score'],
      rank: ['rank_prefix'],
    },
  },
  {
    body: 'juejin/juejin.json',
    repeated: [{ after: /"data":\s*\[/ }],
    size: 50,
    spots: {
      id: ['content_id'],
      title: ['title'],
      time: ['ctime', 'mtime'],
      figure: ['hot_rank', 'view', 'like', 'collect', 'comment_count'],
    },
  },
  topics('hostloc/jiza-topics.json', 'hottest'),
  topics('linuxdo-hot/linuxdo-hot.json', 'hottest'),
  topics('linuxdo-latest/linuxdo-latest.json', 'newest'),
  {
    body: 'nowcoder/nowcoder.json',
    repeated: [{ after: /"result":\s*\[/ }],
    size: 20,
    spots: { id: ['id', 'uuid'], title: ['title'], figure: ['hotValueFromDolphin'] },
  },
  {
    body: 'producthunt-with-token/producthunt-graphql.json',
    repeated: [{ after: /"edges":\s*\[/ }],
    spots: { id: ['id'], name: ['name'], slug: ['slug'], phrase: ['tagline'], figure: ['votesCount'] },
  },
  {
    body: 'qqvideo-tv-hotsearch/qqvideo-tv-hotsearch.json',
    repeated: [{ after: /"cards":\s*\[/ }],
    spots: {
      id: ['id'],
      work: ['title'],
      picture: [/\/(demo)\.jpg/],
      time: ['publish_date'],
      rank: ['rank_num'],
    },
  },
  {
    body: 'sspai/sspai.json',
    repeated: [{ after: /"data":\s*\[/ }],
    spots: {
      id: ['id'],
      title: ['title'],
      time: ['released_time', 'created_time'],
      figure: ['like_count', 'comment_count'],
    },
  },
  {
    body: 'tieba/tieba.json',
    repeated: [{ after: /"topic_list":\s*\[/ }],
    spots: {
      id: ['topic_id'],
      title: ['topic_name', /topic_name=([^"&]+)"/],
      time: ['create_time'],
      figure: ['discuss_num', 'content_num'],
      rank: ['idx_num'],
    },
  },
  {
    body: 'toutiao/toutiao.json',
    repeated: [{ after: /"data":\s*\[/ }],
    size: 50,
    spots: { id: ['ClusterIdStr'], title: ['Title'], figure: ['HotValue'] },
  },
  {
    body: 'zhihu/zhihu.json',
    repeated: [{ after: /"data":\s*\[/ }],
    size: 20,
    spots: {
      id: [/\/question\/(\d+)"/],
      title: [/"title_area":\s*\{\s*"text":\s*"(.+?)"/],
      figure: [/([\d.]+) 万热度/, 'answer_count'],
    },
  },
]
