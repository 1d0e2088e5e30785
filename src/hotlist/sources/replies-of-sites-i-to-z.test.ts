// What the sites of the lists from `ithome-xijiayi` to `zhihu-daily` reply beyond their fixtures: refusals in their own words, rows that
// are no entries, values in other forms.
import { expect, test } from 'vitest'
import { askBuiltIn } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'

const now = Date.parse('2026-09-14T04:00:00Z')

/** A reply that has the value at this path: `data.list`. */
function under(path: string, beside: object, value: unknown): object {
  return { ...beside, ...path.split('.').reduceRight<object>((inner, key) => ({ [key]: inner }), Object(value)) }
}

test.each([
  ['jin10', 'var others = [{"id":"1"}];', 'mismatch', ''],
  ['jin10', 'var newest = [{"id":"1","data":{"content":"快讯"', 'mismatch', ''],
  ['jin10', 'var newest = [1, 2, 3];', 'mismatch', ''],
  ['juejin', { err_no: 2, err_msg: 'params invalid', data: null }, 'mismatch', 'code 2: params invalid'],
  ['lol', { status: 0, msg: 'target error', data: [] }, 'mismatch', 'code 0: target error'],
  ['mktnews-flash', { status: 503, message: 'maintenance', data: null }, 'unavailable', 'code 503: maintenance'],
  ['ngabbs', { error: ['请登录'], code: 1 }, 'mismatch', 'code 1: 请登录'],
  ['ngabbs', { error: { 0: '访问过于频繁' } }, 'blocked', '访问过于频繁'],
  ['ngabbs', { code: 39, msg: '未知' }, 'mismatch', 'code 39'],
  ['ngabbs', { code: 0, result: [] }, 'mismatch', 'result'],
  ['nowcoder', { success: false, code: 1, msg: '系统繁忙' }, 'unavailable', 'code 1: 系统繁忙'],
  ['nowcoder', { success: true, code: 429, msg: '' }, 'blocked', 'code 429'],
  ['nowcoder', { success: false, code: 0, data: { result: [] } }, 'mismatch', ''],
  ['qqvideo-tv-hotsearch', { ret: 12_002, msg: 'invalid page_params' }, 'mismatch', 'code 12002: invalid page_params'],
  ['sina-mother', { status: -1, msg: 'empty data', data: {} }, 'mismatch', 'code -1: empty data'],
  ['smzdm-week', { error_code: 1, error_msg: '请求过于频繁', data: [] }, 'blocked', 'code 1: 请求过于频繁'],
  ['sspai', { error: 1, msg: '请求过于频繁', data: [{ id: 1, title: '纸鹤' }] }, 'blocked', 'code 1: 请求过于频繁'],
  ['tencent-hot', { ret: -10_001, msg: 'tag not found', data: null }, 'mismatch', 'code -10001: tag not found'],
  ['tencent-hot', { ret: 0, data: { tabs: [] } }, 'mismatch', 'data.tabs'],
  ['tieba', { errno: 4, errmsg: 'need verify', data: [] }, 'mismatch', 'code 4: need verify'],
  ['tieba', { errno: 220_034, errmsg: '您的操作太频繁了', data: {} }, 'blocked', 'code 220034'],
  ['tieba', { errno: 0, errmsg: 'success', data: {} }, 'mismatch', 'topic_list'],
  ['tieba', '<html><title>百度安全验证</title></html>', 'blocked', ''],
  ['toutiao', { status: 'error', data: [] }, 'mismatch', 'error'],
  ['toutiao', { data: [] }, 'mismatch', 'status'],
  ['wallstreetcn-hot', { code: 60_301, message: '参数错误', data: {} }, 'mismatch', 'code 60301: 参数错误'],
  ['weatheralarm', { code: 0, msg: 'success', data: { page: { list: [] } } }, 'mismatch', ''],
  ['weatheralarm-macau', { code: 500, msg: '系统繁忙', data: null }, 'unavailable', 'code 500: 系统繁忙'],
])('%s: %j is a failure and no list', async (id, reply, kind, words) => {
  expect(await failureOf(askBuiltIn(id, () => reply, now))).toMatchObject({
    kind,
    message: expect.stringContaining(words),
  })
})

function feedOf(...items: readonly string[]): string {
  return `<rss version="2.0"><channel>${items.map((item) => `<item><title>帖子</title>${item}</item>`).join('')}</channel></rss>`
}

function xijiayi(address: string): string {
  return `<li><a href="${address}"></a><div class="newsbody"><h2>游戏</h2></div></li>`
}

test.each([
  [
    'ithome-xijiayi',
    `<ul class="newslist">${xijiayi('https://lapin.ithome.com/html/digi/1.htm')}${xijiayi('https://www.ithome.com/1/002/345.htm')}</ul>`,
    ['1002345'],
  ],
  ['juejin', { err_no: 0, data: [{ pin: {} }, { content: { content_id: '76', title: '纸鹤' } }] }, ['76']],
  [
    'ngabbs',
    under('result', { code: 0 }, [
      [
        { tid: 1, subject: false, tpcurl: '/read.php?tid=1' },
        { tid: 2, subject: '甲' },
        { tid: 0, subject: '甲', tpcurl: '/read.php?tid=0' },
        { tid: 3, subject: '甲 &amp; 乙', tpcurl: '/read.php?tid=3' },
      ],
    ]),
    ['3'],
  ],
  [
    'nodeseek',
    feedOf(
      '<link>https://www.nodeseek.com/post-1-1</link><guid isPermaLink="false">1</guid><pubDate>Mon, 14 Sep 2026 00:12:00 GMT</pubDate>',
      '<link>https://www.nodeseek.com/post-2-1</link><pubDate>Mon, 14 Sep 2026 00:30:00 GMT</pubDate>',
    ),
    ['2', '1'],
  ],
  [
    'qq-news',
    under('idlist', { ret: 0 }, [
      under('newslist', {}, [
        { id: '0', title: '榜单', source: '' },
        { id: '1', title: '事件', hotEvent: { hotScore: 7 } },
        { id: '2', title: '新闻', chlname: '晚报' },
      ]),
    ]),
    ['1', '2'],
  ],
  [
    'tencent-hot',
    under('data.tabs', { ret: 0 }, [
      { articleList: [{ id: '1', title: '早报', link_info: { url: 'https://view.inews.qq.com/a/1' } }] },
      { articleList: [{ id: '2', title: '视频', link_info: { url: 'https://view.inews.qq.com/a/2' } }] },
    ]),
    ['1'],
  ],
  [
    'v2ex-latest',
    [5, 7, 6].map((id) => ({ id, title: '题', url: `https://www.v2ex.com/t/${id}`, created: 1_789_000_000 + id })),
    ['7', '6', '5'],
  ],
  ['weatheralarm-macau', { code: 0, msg: 'success', data: { page: { list: [] } } }, []],
])('%s leaves out what is no entry, and gives the newest first where it is a time line', async (id, reply, ids) => {
  expect((await askBuiltIn(id, () => reply, now)).ids).toEqual(ids)
})

function wallstreetcnArticle(id: number, title: string, uri: string | null, more: object = {}) {
  return { resource_type: 'article', resource: { id, title, uri, ...more } }
}

/** Each as the site has it, and as the list shows it. */
const sspaiPictures = [
  ['https://cdn.sspai.com/a.jpg', 'https://cdn.sspai.com/a.jpg'],
  ['http://img.test/b.jpg', 'https://img.test/b.jpg'],
  ['', undefined],
  [null, undefined],
  ['2026/c.jpg', 'https://cdn.sspai.com/2026/c.jpg'],
]
const yystvTimes = ['1789344000', 1_789_344_000, '5小时前', '2026-09-14', '09-13 10:20', '不久前']

function kaopuStory(name: string, publisher: string | null, pub_date: string | null) {
  return { title: '纸鹤', link: `https://news.example/${name}`, publisher, pub_date }
}

test.each([
  [
    'kaopu, whose file of old names publishers that it hides, and has times in UTC unless they have a zone',
    'kaopu',
    [
      kaopuStory('a', '财新', '2026-07-06T03:35:00'),
      kaopuStory('b', '甲报', '2026-07-06T03:35:00'),
      kaopuStory('c', '公视', null),
      kaopuStory('d', null, '2026-07-06T03:35:00+08:00'),
      kaopuStory('e', '乙报', null),
    ],
    ['info', 'pubDate'],
    [
      ['甲报', Date.parse('2026-07-06T03:35:00Z')],
      [undefined, Date.parse('2026-07-05T19:35:00Z')],
      ['乙报', undefined],
    ],
  ],
  [
    'mktnews, whose flash without a headline is its own title',
    'mktnews-flash',
    under('data', { status: 200 }, [
      { id: '2026', time: 'soon', important: 2, data: { title: '', content: '<b>Oil</b> &amp; gas<br/>fall' } },
    ]),
    ['title', 'hover', 'info', 'pubDate'],
    [['Oil & gas fall', 'Oil & gas fall', undefined, undefined]],
  ],
  [
    'nowcoder, whose posts and discussions have pages of two kinds',
    'nowcoder',
    under('data.result', { success: true, code: 0, msg: 'OK' }, [
      { type: 1, id: '1', uuid: 'a', title: '广告' },
      { type: 74, id: '2', uuid: 'b', title: '帖子', hotValueFromDolphin: null },
      { type: 74, id: '3', title: '无名' },
      { type: 0, id: 780, title: '讨论' },
    ]),
    ['id', 'url', 'hot'],
    [
      ['b', 'https://www.nowcoder.com/feed/main/detail/b', undefined],
      ['780', 'https://www.nowcoder.com/discuss/780', undefined],
    ],
  ],
  [
    'nytimes, whose picture may be the first of the text, and whose address may be the id',
    'nytimes',
    feedOf(
      '<link>https://cn.nytimes.com/world/a/?utm_source=RSS</link><description><![CDATA[<p>渡轮</p><img alt="a" src="http://static01.nyt.com/1.jpg"><img src="/2.jpg">]]></description>',
    ),
    ['id', 'url', 'hover', 'icon'],
    [['https://cn.nytimes.com/world/a/', 'https://cn.nytimes.com/world/a/', '渡轮', 'https://static01.nyt.com/1.jpg']],
  ],
  [
    'qqvideo, whose cards may be no series, and whose dates may be none',
    'qqvideo-tv-hotsearch',
    under('data.card.children_list.list.cards', { ret: 0 }, [
      { id: 'banner', params: {} },
      { id: 'more' },
      { id: 'a1', params: { title: '剧', publish_date: '' } },
    ]),
    ['id', 'url', 'pubDate'],
    [['a1', 'https://v.qq.com/x/cover/a1.html', undefined]],
  ],
  [
    'sina, whose heat is a number or a text, and whose links may be http',
    'sina',
    under(
      'data.hotList',
      { status: 0 },
      ['1.2亿', 98_231, '', null].map((hotValue, at) => ({
        base: { base: { uniqueId: `id${at}`, url: `http://news.sina.cn/${at}.html` } },
        info: { title: '纸鹤', hotValue },
      })),
    ),
    ['hot', 'url', 'mobileUrl'],
    [120_000_000, 98_231, undefined, undefined].map((hot, at) => [
      hot,
      ...Array(2).fill(`https://news.sina.cn/${at}.html`),
    ]),
  ],
  [
    'smzdm, whose older rows have their address elsewhere',
    'smzdm-month',
    under('data', { error_code: '0' }, [
      {
        ...{ article_id: 9, title: '剪刀', article_url: 'https://post.smzdm.com/p/a/' },
        ...{ collection_count: 7, time_sort: 1_789_344_000, pic_url: '//q.test/1.jpg' },
      },
    ]),
    ['id', 'url', 'mobileUrl', 'pubDate', 'hot', 'icon'],
    [['9', 'https://post.smzdm.com/p/a/', 'https://post.smzdm.com/p/a/', 1_789_344_000_000, 7, 'https://q.test/1.jpg']],
  ],
  [
    'sspai, whose pictures have an address, a path or nothing',
    'sspai-life',
    { error: 0, data: sspaiPictures.map(([banner], id) => ({ id, title: '纸鹤', banner })) },
    ['icon'],
    sspaiPictures.map(([, icon]) => [icon]),
  ],
  [
    'thepaper, whatever its code, with times as texts',
    'thepaper',
    under('data.hotNews', { code: '0' }, [
      { contId: 1, name: '一', pubTimeLong: '1783295000000', interactionNum: '1.2万' },
      { contId: '2', name: '二', pubTimeLong: '', interactionNum: '' },
    ]),
    ['id', 'pubDate', 'hot'],
    [
      ['1', 1_783_295_000_000, 12_000],
      ['2', undefined, undefined],
    ],
  ],
  [
    'toutiao, whose number has lost its last digits',
    'toutiao',
    under('data', { status: 'success' }, [
      { ClusterId: 7.6e18, ClusterIdStr: '7600000000000000101', Title: '秋雨', LabelUri: null },
      { ClusterId: 7.6e18, Title: '无号' },
    ]),
    ['id', 'url'],
    [['7600000000000000101', 'https://www.toutiao.com/trending/7600000000000000101/']],
  ],
  [
    'v2ex, whose deleted topics are none',
    'v2ex-hot',
    [
      { id: 1, title: 'gone', url: 'https://www.v2ex.com/t/1', deleted: 1 },
      { id: 2, title: 'here', url: 'https://www.v2ex.com/t/2', deleted: 0, content: ' a\r\nb ', created: 0 },
    ],
    ['id', 'hover', 'pubDate'],
    [['2', 'a b', undefined]],
  ],
  [
    'wallstreetcn, whose live broadcasts and cards are no articles',
    'wallstreetcn-news',
    under('data.items', { code: 20_000 }, [
      wallstreetcnArticle(2, '直播', 'https://wallstreetcn.com/livenews/2', { type: 'live' }),
      { resource_type: 'chart', resource: null },
      wallstreetcnArticle(3, '无址', null),
      wallstreetcnArticle(1, '文章', 'https://wallstreetcn.com/articles/1', { display_time: '1783306800' }),
    ]),
    ['id', 'pubDate'],
    [['1', 1_783_306_800_000]],
  ],
  [
    'yystv, whose times are seconds, dates or as shown to people',
    'yystv',
    { data: yystvTimes.map((createtime, id) => ({ id, title: '文章', createtime })) },
    ['pubDate'],
    [
      ...['14T00:00', '14T00:00', '13T23:00', '13T16:00', '13T02:20'].map((at) => [Date.parse(`2026-09-${at}:00Z`)]),
      [undefined],
    ],
  ],
  [
    'zhihu-daily, whose advertisements are no stories',
    'zhihu-daily',
    under('stories', { date: '20260914' }, [
      { id: 2, type: 1, title: '广告', url: 'https://daily.zhihu.com/story/2' },
      { id: 1, type: 0, title: '瞎扯', url: 'https://daily.zhihu.com/story/1', hint: '3 分钟阅读', ga_prefix: '99' },
    ]),
    ['id', 'pubDate', 'hover', 'info'],
    [['1', undefined, '3 分钟阅读', undefined]],
  ],
])('reads %s', async (_what, id, reply, fields, values) => {
  const { items } = await askBuiltIn(id, () => reply, now)
  expect(items.map((item) => fields.map((field) => new Map(Object.entries(item)).get(field)))).toEqual(values)
})

test('v2ex-share leaves out a feed that fails, and names it', async () => {
  const feedWith = (...topics: readonly (readonly [number, string])[]) => ({
    version: 'https://jsonfeed.org/version/1',
    title: 'V2EX',
    items: topics.map(([id, date_published]) => ({
      id: `https://www.v2ex.com/t/${id}`,
      url: `https://www.v2ex.com/t/${id}#reply1`,
      title: `topic ${id}`,
      date_published,
    })),
  })
  const feeds: Readonly<Record<string, unknown>> = {
    create: feedWith([1, '2026-07-06T01:00:00+00:00'], [2, '2026-07-05T01:00:00+00:00']),
    ideas: 503,
    programmer: feedWith([3, '2026-07-06T00:00:00+00:00']),
    share: feedWith([1, '2026-07-06T01:00:00+00:00']),
  }
  const { ids, lacking } = await askBuiltIn('v2ex-share', ({ pathname }) => feeds[pathname.slice(6, -5)])
  expect(ids).toEqual([1, 3, 2].map((id) => `https://www.v2ex.com/t/${id}`))
  expect(lacking).toMatchObject({ kind: 'unavailable' })
})

test('v2ex-share is a failure when each feed is one', async () => {
  expect(await failureOf(askBuiltIn('v2ex-share', () => 404))).toMatchObject({ kind: 'mismatch' })
})
