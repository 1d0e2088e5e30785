// Messages of the status view.
import { createMessages } from '../use-messages.ts'

function countOf(count: number): string {
  return count === 1 ? '1 is' : `${count} are`
}

export const statusMessages = createMessages({
  title: ['运行状态', 'Status'],
  sections: ['状态页面的内容', 'Parts of this view'],
  administration: ['管理', 'Administration'],
  api: ['接口说明', 'The API'],
  section: {
    sources: ['来源', 'Sources'],
    errors: ['错误', 'Errors'],
    requests: ['请求', 'Requests'],
    log: ['日志', 'Log'],
  },
  asOf: ['更新时间：{0}', 'Updated {0}'],
  refresh: ['刷新', 'Refresh'],
  stale: ['刷新失败：{0}下面是之前的数据。', 'Refresh failed: {0} Showing earlier data.'],
  loading: ['正在加载…', 'Loading…'],
  overall: {
    healthy: ['一切正常', 'Everything works'],
    notice: ['一切正常，另有提示', 'Everything works; see the notices'],
    degraded: ['可用，但部分来源有问题', 'Working, but some sources have problems'],
    unhealthy: ['大部分来源不可用', 'Most sources are down'],
    own: ['服务本身有问题', 'The server itself has a problem'],
  },
  ownProblems: ['服务报告的问题：', 'Problems reported by the server:'],
  ownAlso: ['服务还报告：', 'The server also reports:'],
  ownNotices: ['服务的提示，不影响使用：', 'Notices from the server; they do not affect use:'],
  nothingAsked: [
    '还没有访问过任何来源。搜索一次，或者打开热榜，这里就会有数据。',
    'No source has been used yet. Search for something or open the hot lists.',
  ],
  counted: [
    (known: number, bad: number, shaky: number) =>
      bad + shaky === 0
        ? `访问过的 ${known} 个来源都正常。`
        : `访问过的 ${known} 个来源里，${[bad > 0 && `${bad} 个不可用`, shaky > 0 && `${shaky} 个不稳定`].filter(Boolean).join('，')}。`,
    (known: number, bad: number, shaky: number) =>
      bad + shaky === 0
        ? `All ${known} sources used so far work.`
        : `Of ${known} sources used so far, ${[bad > 0 && `${countOf(bad)} down`, shaky > 0 && `${countOf(shaky)} unstable`].filter(Boolean).join(' and ')}.`,
  ],
  uptime: ['已运行', 'Uptime'],
  memory: ['内存', 'Memory'],
  version: ['版本', 'Version'],
  node: ['Node', 'Node'],
  advice: ['可以怎么办', 'What you can do'],
  copyLine: ['复制', 'Copy'],
  show: ['看这 {0} 个', 'Show it|Show these {0}'],
  topics: {
    everything: [
      '大多数网站都连不上：检查这台机器的网络和 DNS；需要代理就设置 HTTPS_PROXY。',
      'Most sites are unreachable: check this machine’s network and DNS; if it needs a proxy, set HTTPS_PROXY.',
    ],
    telegram: [
      '连不上 Telegram：设置 HTTPS_PROXY，或者只给它设代理，例如 UPSTREAM_PROXY=t.me=socks5://127.0.0.1:1080。',
      'Telegram is unreachable: set HTTPS_PROXY, or a proxy for Telegram only, like UPSTREAM_PROXY=t.me=socks5://127.0.0.1:1080.',
    ],
    sites: [
      '大多数热榜和插件连不上：检查这台机器的网络和 DNS；需要代理就设置 HTTPS_PROXY 或 UPSTREAM_PROXY。',
      'Most hot lists and plugins are unreachable: check this machine’s network and DNS; if it needs a proxy, set HTTPS_PROXY or UPSTREAM_PROXY.',
    ],
    blocked: [
      '被网站拦截：过一阵会自动再试。一直这样的话，设置这个来源的 Cookie（见 /docs/sources），或给它换一个代理。',
      'Sites blocked access; Trawl retries later. If this persists, set the source’s cookie (/docs/sources) or another proxy.',
    ],
    drifted: [
      '网站改版了，内容无法解析：升级 Trawl；npm run doctor 会逐个检查。',
      'Sites changed and cannot be parsed: update Trawl; npm run doctor checks each one.',
    ],
    gone: [
      '频道不存在了，或者关闭了网页预览：把这一行加进 .env，以后不再问它们。',
      'Channels are gone or have no public preview: this line in .env leaves them out.',
    ],
  },
  kind: {
    list: ['热榜', 'Hot list'],
    channel: ['TG 频道', 'TG channel'],
    plugin: ['插件', 'Plugin'],
  },
  need: {
    cn: ['适合国内网络', 'better from China'],
    home: ['拒绝机房 IP', 'refuses data centres'],
    slow: ['较慢', 'slow'],
    http: ['只有 http', 'http only'],
    cookie: ['先取 Cookie', 'cookie first'],
    throttles: ['限频', 'throttles'],
    moves: ['常换地址', 'moves'],
  },
  evidence: ['{0} 有人确认可用', 'seen to answer {0}'],
  allKinds: ['全部类型', 'All kinds'],
  kindLabel: ['类型', 'Kind'],
  state: {
    unhealthy: ['不可用', 'Down'],
    degraded: ['不稳定', 'Unstable'],
    closed: ['休息中', 'Closed now'],
    asleep: ['休眠', 'Asleep'],
    healthy: ['正常', 'OK'],
    unknown: ['未访问过', 'Not used'],
    off: ['已停用', 'Off'],
  },
  asleep: ['{0}起休眠，{1}再试', 'asleep since {0}, next try {1}'],
  stateLabel: ['按状态筛选', 'Filter by state'],
  find: ['按名称查找来源', 'Find a source by name'],
  column: {
    name: ['来源', 'Source'],
    state: ['状态', 'State'],
    asks: ['访问次数', 'Requests'],
    success: ['成功率', 'Success'],
    time: ['平均用时', 'Mean time'],
    lastSuccess: ['上次成功', 'Last success'],
    lastError: ['上次失败', 'Last failure'],
  },
  lastDay: [
    (asked: number, failing: number) =>
      `过去 24 小时：${asked} 个小时里访问过${failing > 0 ? `，其中 ${failing} 个小时多数失败` : ''}`,
    (asked: number, failing: number) =>
      `Last 24 hours: requests in ${asked}${failing > 0 ? `, most of them failed in ${failing}` : ''}`,
  ],
  hour: ['访问 {0} 次，失败 {1} 次', '1 request, {1} failed|{0} requests, {1} failed'],
  sortBy: ['排序', 'Sort by'],
  sortDirection: {
    asc: ['升序，点击改为降序', 'Ascending; click for descending'],
    desc: ['降序，点击改为升序', 'Descending; click for ascending'],
  },
  count: [
    (shown: number, all: number) => (shown < all ? `显示 ${shown} / ${all} 个来源` : `${all} 个来源`),
    (shown: number, all: number) => (shown < all ? `${shown} of ${all} sources shown` : `${all} sources`),
  ],
  failing: ['只看这些失败的来源', 'Only these failing sources'],
  clear: ['清除筛选', 'Clear filters'],
  more: ['再显示 {0} 个', 'Show {0} more'],
  folded: [
    '显示另外 {0} 个未访问过或已停用的来源',
    'Show 1 unused or disabled source|Show {0} unused or disabled sources',
  ],
  noMatch: ['没有符合条件的来源', 'No matching source'],
  noMatchNext: ['换个词，或清除筛选。', 'Try another word, or clear the filters.'],
  noIdle: ['还没有数据', 'No data yet'],
  never: ['从未', 'never'],
  meanings: ['这些失败是什么意思', 'What these failures mean'],
  failure: {
    timeout: ['超时', 'Timeout'],
    network: ['连不上', 'Unreachable'],
    unavailable: ['网站故障', 'Site down'],
    blocked: ['被拦截', 'Blocked'],
    mismatch: ['内容无法解析', 'Unexpected content'],
    open: ['暂停访问', 'Paused'],
  },
  meaning: {
    timeout: ['网站没有及时响应，会重试。', 'The site did not respond in time. Trawl retries it.'],
    network: [
      '连接失败：DNS、网络或 TLS 有问题，会重试。',
      'The connection failed: DNS, network or TLS. Trawl retries it.',
    ],
    unavailable: ['网站出错或正在维护，会重试。', 'The site has an outage or maintenance. Trawl retries it.'],
    blocked: [
      '网站拒绝访问：需要登录、请求太频繁，或需要验证。暂停一段时间后重试。',
      'The site refused access: it requires a login, fewer requests or a captcha. Trawl pauses requests to it.',
    ],
    mismatch: [
      '网站有响应，但内容无法解析：多半改版了。',
      'The site responded with unexpected content: it has probably changed.',
    ],
    open: ['连续失败后暂停访问，这次没有请求网站。', 'Paused after repeated failures; no request was sent this time.'],
  },
})
