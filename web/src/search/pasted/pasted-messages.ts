// Messages about a channel or a page that was pasted.
import { createMessages } from '../../use-messages.ts'

export const pastedMessages = createMessages({
  channel: ['Telegram 频道', 'Telegram channel'],
  looking: ['正在读取…', 'Reading it…'],
  addForAll: ['为所有人添加', 'Add for everybody'],
  addHere: ['在这个浏览器里添加', 'Add in this browser'],
  addedForAll: ['已添加 @{0}，所有人的搜索都会问它', '@{0} was added; the searches of everybody ask it'],
  addedHere: ['已添加 @{0}，从这个浏览器搜索时都会问它', '@{0} was added; searches of this browser ask it'],
  environment: [
    '频道由环境变量 CHANNELS 决定，不能在这里为所有人添加。',
    'CHANNELS in the environment sets the channels, so it cannot be added here for everybody.',
  ],
  forAll: ['管理员可以为所有人添加。', 'An administrator can add it for everybody.'],
  page: ['网页', 'Page'],
  feed: ['订阅源', 'Feed'],
  addList: ['添加为榜单', 'Add as a list'],
  addedList: ['已添加榜单：{0}', 'The list {0} was added'],
  open: ['打开', 'Open'],
  noFeed: ['在这个网页上没有找到订阅源。', 'No feed was found on this page.'],
  needsAdmin: [
    '不是网盘分享。如果是订阅源或有订阅源的网页，管理员可以把它添加为榜单。',
    'This is not a share link. If it is a feed, or a page that has one, an administrator can add it as a list.',
  ],
  story: ['热榜上 {1} 个平台在讲：{0}', 'On hot lists, {1} sites report: {0}'],
  showStory: ['看这件事', 'Show the story'],
  close: ['关闭', 'Close'],
})
