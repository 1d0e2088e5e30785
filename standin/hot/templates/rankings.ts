// Templates of JSON rankings of articles, threads, books and projects.
import type { Template } from './template.ts'

/** Four rankings of one API; the first is also available as a page. */
function kr36(body: string, field: string, membersOf = body): Template {
  return {
    body,
    membersOf,
    repeated: [{ after: new RegExp(`"${field}":\\s*\\[`) }],
    spots: {
      id: ['itemId'],
      title: ['widgetTitle'],
      time: ['publishTime'],
      figure: ['statRead', 'statCollect', 'statComment', 'statPraise'],
    },
  }
}

function hellogithub(folder: string, membersOf: string): Template {
  return {
    body: `${folder}/hellogithub.json`,
    membersOf,
    repeated: [{ after: /"data":\s*\[/ }],
    order: 'newest',
    size: 20,
    spots: {
      id: ['item_id'],
      title: ['title'],
      slug: ['name'],
      phrase: ['description'],
      // China time without a zone.
      time: [/"updated_at":\s*"(\d{4}-\d\d-\d\d)T/, /"updated_at":\s*"[^"]*T(\d\d:\d\d:\d\d)"/],
      figure: ['clicks_total', 'likes', 'comment_total'],
    },
  }
}

/** One template for each sample. */
export const rankTemplates: readonly Template[] = [
  kr36('36kr-hot/36kr-rank.json', 'hotRankList', '36kr-renqi/36kr-renqi.html'),
  kr36('36kr-video/36kr-video.json', 'videoList'),
  kr36('36kr-comment/36kr-comment.json', 'remarkList'),
  kr36('36kr-collect/36kr-collect.json', 'collectList'),
  hellogithub('hellogithub', 'hellogithub/hellogithub.json'),
  hellogithub('hellogithub-abroad', 'hellogithub/hellogithub.json'),
  hellogithub('hellogithub-all-abroad', 'hellogithub/hellogithub.json (hellogithub-all)'),
  {
    body: '51cto/51cto-list.json',
    repeated: [{ after: /"list":\s*\[/ }],
    size: 50,
    spots: { id: ['source_id'], title: ['title'], time: ['pubdate'] },
  },
  {
    body: 'csdn/csdn.json',
    repeated: [{ after: /"data":\s*\[/ }],
    limit: { by: 'pageSize', most: 100, otherwise: 25 },
    spots: {
      id: ['productId'],
      title: ['articleTitle'],
      time: ['period'],
      figure: ['hotRankScore', /"pcHotRankScore":\s*"([\d.]+)w"/, 'commentCount', 'favorCount', 'viewCount'],
    },
  },
  {
    body: 'hupu-main/hupu-topic.json',
    membersOf: 'hupu/hupu.html',
    repeated: [{ after: /"topicThreads":\s*\[/ }],
    spots: { id: ['tid'], title: ['title'], figure: ['replies', 'lights'] },
  },
  {
    body: 'juejin-backend/juejin-category.json',
    repeated: [{ after: /"data":\s*\[/ }],
    size: 50,
    spots: {
      id: ['content_id'],
      title: ['title'],
      figure: ['hot_rank', 'view', 'like', 'collect', 'comment_count'],
    },
  },
  {
    body: 'newsmth/newsmth.json',
    repeated: [{ after: /"topics":\s*\[/ }],
    size: 20,
    spots: {
      id: ['firstArticleId', 'topicId'],
      title: ['subject'],
      birth: ['postTime'],
      time: ['lastPostTime', 'flushTime'],
      figure: ['availables'],
    },
  },
  {
    body: 'smzdm-day/smzdm-rank.json',
    membersOf: 'smzdm/smzdm.html',
    repeated: [{ after: /"data":\s*\[/ }],
    spots: {
      id: ['article_id', /\/p\/(demo\d+)\//],
      title: ['title'],
      time: ['time_sort'],
      figure: ['collection_count', 'comment_count'],
    },
  },
  {
    body: 'sspai-app/sspai-tag.json',
    repeated: [{ after: /"data":\s*\[/ }],
    size: 40,
    spots: { id: ['id'], title: ['title'], time: ['released_time'], figure: ['like_count', 'comment_count'] },
  },
  {
    body: 'v2ex-latest/v2ex-topics.json',
    repeated: [{ after: /^\[/ }],
    order: 'newest',
    size: 20,
    spots: {
      id: ['id'],
      title: ['title'],
      birth: ['created', 'last_modified'],
      time: ['last_touched'],
      figure: ['replies'],
    },
  },
  {
    body: 'weread/weread.json',
    repeated: [{ after: /"books":\s*\[/ }],
    size: 20,
    spots: {
      id: ['bookId'],
      work: ['title'],
      picture: [/\/(s_demo\d)\.jpg/],
      birth: ['publishTime'],
      figure: ['readingCount', 'riseCount', 'newRatingCount'],
      rank: ['searchIdx'],
    },
  },
]
