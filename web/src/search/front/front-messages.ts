// Messages of the start page below the search box.
import { createMessages } from '../../use-messages.ts'

export const frontMessages = createMessages({
  popular: ['大家在看', 'Popular now'],
  searchFor: ['搜索“{0}”', 'Search for “{0}”'],
  myClouds: ['我的网盘', 'My clouds'],
  chooseClouds: ['你用哪些网盘？', 'Your clouds?'],
  change: ['更改', 'Change'],
  channels: ['{0} 个频道', '1 channel|{0} channels'],
  sites: ['{0} 个站点', '1 site|{0} sites'],
  scope: ['{0}、{1}{2}', '{0}, {1} {2}'],
  ok: ['可用', 'available'],
  degraded: ['部分出错', 'partly failing'],
  down: ['暂时不可用', 'not available'],
  unknown: ['，状态未知', '(state not known yet)'],
  telegram: ['连不上 Telegram：设置代理', 'Telegram cannot be reached: set a proxy'],
  telegramHint: [
    '频道暂时都搜不了。管理员可以在“设置”里设一个代理，先测试，保存后马上生效；已经设了的，也在那里测试。',
    'No channel can be searched now. The owner can test and save a proxy in the settings, without a restart; a proxy that is set can be tested there too.',
  ],
})

/** By id of the list; others have the name that the service gives. */
export const listNames = createMessages({
  douban: ['豆瓣热门电影', 'Douban: popular films'],
  'douban-movie': ['豆瓣新片榜', 'Douban: new films'],
  'iqiyi-hot-ranklist': ['爱奇艺热播榜', 'iQIYI: popular now'],
  'qqvideo-tv-hotsearch': ['腾讯视频热搜', 'Tencent Video: searched for'],
  weread: ['微信读书飙升榜', 'WeRead: rising books'],
  steam: ['Steam 在线人数', 'Steam: most played'],
})
