// Templates of JSON lists from game makers, game papers and video sites.
import type { Template } from './template.ts'

/** One API for all games of a maker; their notices have the same form. */
function notices(body: string, membersOf = body): Template {
  return {
    body,
    membersOf,
    repeated: [{ after: /"list":\s*\[/ }],
    order: 'newest',
    limit: { by: 'page_size', most: 50, otherwise: 20 },
    saidAgain: { gids: /"game_id":\s*(\d)/ },
    spots: {
      id: ['post_id'],
      title: ['subject'],
      time: ['created_at'],
      figure: ['view_num', 'reply_num', 'like_num', 'bookmark_num', 'forward_num'],
    },
  }
}

/** The text after an escaped character in a title stays unchanged. */
function channel(body: string): Template {
  return {
    body,
    repeated: [{ after: /"rankList":\s*\[/ }],
    spots: {
      id: ['contentId'],
      title: [/"contentTitle":\s*"([^"&]+?)(?: &amp;[^"]*)?"/],
      birth: ['contributeTime'],
      figure: [
        'viewCount',
        /"viewCountShow":\s*"([\d.]+)万"/,
        /"viewCountShow":\s*"(\d+)"/,
        'likeCount',
        'likeCountShow',
        'commentCount',
        'danmakuCount',
        'bananaCount',
        'shareCount',
        'stowCount',
      ],
    },
  }
}

/** One template for each sample. */
export const gameTemplates: readonly Template[] = [
  notices('genshin/genshin.json'),
  notices('honkai/honkai.json'),
  notices('starrail/starrail.json'),
  notices('miyoushe-zzz/miyoushe.json'),
  // The same list as honkai's with a different number of items.
  notices('miyoushe/honkai.json', 'honkai/honkai.json'),
  channel('acfun/acfun.json'),
  channel('acfun-article/acfun-article.json'),
  {
    body: 'lol/lol.json',
    repeated: [{ after: /"result":\s*\[/ }],
    order: 'newest',
    limit: { by: 'num', most: 50, otherwise: 30 },
    saidAgain: { num: /"num":\s*(\d+)/ },
    spots: {
      id: ['iDocID'],
      title: ['sTitle'],
      time: ['sCreated', 'sIdxTime'],
      figure: ['iTotalPlay', 'iCmtNum', 'iLikeNum', 'iCollectionNum', 'iShareNum'],
    },
  },
  {
    body: 'ngabbs/ngabbs.json',
    repeated: [{ after: /"result":\s*\[\[/ }],
    // A hidden topic.
    planted: [
      [3, '{"tid": 41000003, "fid": -7, "subject": false, "author": "", "postdate": 1789344000, "replies": 611}'],
    ],
    spots: {
      id: ['tid'],
      title: [/"subject":\s*"(?:\[[^\]]+\])?(.+?)"/],
      birth: ['postdate'],
      time: ['lastpost'],
      figure: ['replies'],
    },
  },
  {
    body: 'yystv/yystv.json',
    repeated: [{ after: /"data":\s*\[/ }],
    order: 'newest',
    size: 20,
    spots: {
      id: ['id'],
      title: ['title'],
      time: ['createtime', 'updatetime'],
      figure: ['comment_count', 'like_count'],
    },
  },
]
