// Messages of the start page below the search box.
import type { Messages } from '../../use-messages.ts'

/** By id of the list; others have the name that the service gives. */
type ListNames = Readonly<Record<string, string>>

const chineseNames: ListNames = {
  douban: '豆瓣热门电影',
  'douban-movie': '豆瓣新片榜',
  'iqiyi-hot-ranklist': '爱奇艺热播榜',
  'qqvideo-tv-hotsearch': '腾讯视频热搜',
  weread: '微信读书飙升榜',
  steam: 'Steam 在线人数',
}

const zh = {
  popular: '大家在看',
  lists: chineseNames,
  searchFor: (title: string) => `搜索“${title}”`,
  myClouds: '我的网盘',
  chooseClouds: '选择我的网盘',
  change: '更改',
  scope: (channels: number, sites: number, state: string) => `${channels} 个频道、${sites} 个站点${state}`,
  ok: '可用',
  degraded: '部分出错',
  down: '暂时不可用',
  unknown: '，状态未知',
  telegram: '连不上 Telegram：设置代理',
  telegramHint:
    '频道暂时都搜不了。请给服务器设置 HTTPS_PROXY 或 UPSTREAM_GATEWAY，然后重启；已经设置的，请检查代理是否可用。',
}

const en: typeof zh = {
  popular: 'Popular now',
  lists: {
    douban: 'Douban: popular films',
    'douban-movie': 'Douban: new films',
    'iqiyi-hot-ranklist': 'iQIYI: popular now',
    'qqvideo-tv-hotsearch': 'Tencent Video: searched for',
    weread: 'WeRead: rising books',
    steam: 'Steam: most played',
  },
  searchFor: (title) => `Search for “${title}”`,
  myClouds: 'My clouds',
  chooseClouds: 'Choose my clouds',
  change: 'Change',
  scope: (channels, sites, state) => `${channels} channels, ${sites} sites ${state}`,
  ok: 'available',
  degraded: 'partly failing',
  down: 'not available',
  unknown: '(state not known yet)',
  telegram: 'Telegram cannot be reached: set a proxy',
  telegramHint:
    'No channel can be searched. Set HTTPS_PROXY or UPSTREAM_GATEWAY on the server and restart it; if one is set, check that it works.',
}

export const frontMessages: Messages<typeof zh> = { zh, en }
