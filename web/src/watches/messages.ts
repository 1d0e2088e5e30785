// Messages of the watched view.
import { createMessages } from '../use-messages.ts'

export const watchMessages = createMessages({
  title: ['关注', 'Watched'],
  loading: ['正在加载', 'Loading'],
  events: ['新发现', 'Found'],
  noEvents: ['还没有新的。出现时会显示在这里。', 'Nothing new yet. It will appear here.'],
  isNew: ['新', 'New'],
  initial: ['开始关注时已有的 {0} 条', '{0} that were there at the start'],
  code: ['提取码', 'Code'],
  failed: ['{0} 推送失败', '{0}: not sent'],
  watches: ['关注的词', 'Watched words'],
  none: ['还没有关注的词', 'No watched words yet'],
  noneHint: [
    '写下几个词，Trawl 会自己在热榜、存档和搜索里找，有新的就显示在这里，也可以订阅或推送。例如：在热榜里关注“台风 | 颱風 -游戏”，或在搜索里关注“三体 4K”。',
    'Write down a few words, and Trawl looks for them in hot lists, in the archive and by searching. What is new appears here, in a feed, or as a message. For example: watch “typhoon | hurricane -game” in hot lists, or “三体 4K” by searching.',
  ],
  locked: [
    '登录或输入密钥后，可以有自己的关注。服务还没有管理员时，按下面的按钮就能成为管理员。',
    'Log in or enter a key to have watches of your own. While the server has no owner, you can become it with the button below.',
  ],
  fromFile: ['在 WATCH_FILE 里设置', 'set in WATCH_FILE'],
  feed: ['订阅', 'Feed'],
  feedOf: ['订阅 {0}', 'Feed of {0}'],
  feedHint: [
    '阅读器不会登录：生成一个带密令的地址，粘贴到阅读器里就能订阅。',
    'Feed readers do not log in: make an address with a token, and paste it into the reader.',
  ],
  makeFeed: ['生成订阅地址', 'Make an address'],
  feedAddress: ['订阅地址（RSS）', 'Address of the feed (RSS)'],
  feedWarning: [
    '现在复制：这个地址只显示这一次。谁有它，谁就能看到这个关注的发现；泄露了就换一个。把 .rss 换成 .atom 或 .json 也可以。',
    'Copy it now: this address is shown only once. Whoever has it can read what this watch finds; if it leaks, replace it. It also works with .atom or .json in place of .rss.',
  ],
  feedIsMade: [
    '已经有一个带密令的订阅地址，只在生成时显示。忘了就换一个，旧地址随即失效。',
    'There is an address with a token; it was shown when it was made. If you no longer have it, make a new one: the old one ends.',
  ],
  copy: ['复制', 'Copy'],
  renewFeed: ['换新地址', 'New address'],
  revokeFeed: ['停用', 'Revoke'],
  edit: ['修改', 'Edit'],
  editOf: ['修改 {0}', 'Edit {0}'],
  remove: ['删除', 'Delete'],
  removeOf: ['删除 {0}', 'Delete {0}'],
  confirm: ['确认删除', 'Really delete'],
  confirmOf: ['确认删除 {0} 和它找到的内容', 'Really delete {0} and what it found'],
  add: ['添加关注', 'Add a watch'],
  save: ['保存', 'Save'],
  cancel: ['取消', 'Cancel'],
  name: ['名称（不写就用词）', 'Name (default: the words)'],
  words: ['词', 'Words'],
  wordsHint: ['（空格：都要有；|：任一；-词：不要有）', ' (space: all of them; |: any; -word: not this one)'],
  places: ['在哪里找', 'Where'],
  place: {
    lists: ['热榜', 'Hot lists'],
    archive: ['存档', 'Archive'],
    search: ['搜索', 'Search'],
  },
  drives: ['网盘', 'Clouds'],
  how: ['网盘里怎么找', 'How to search clouds'],
  notify: ['推送到', 'Send to'],
  addNotifier: ['添加通知方式', 'Add a way to notify'],
  more: ['更多', 'More'],
  offers: ['关注什么', 'What to watch'],
  saved: ['已关注：{0}', 'Watched: {0}'],
  look: ['查看', 'Show'],
  every: ['多久搜索一次', 'How often to search'],
  quietHours: [
    '免打扰（如 23:00-08:00，可加时区 Europe/Berlin）',
    'Quiet hours (such as 23:00-08:00; Asia/Shanghai unless a time zone follows)',
  ],
  muted: ['屏蔽的词（逗号分隔）', 'Muted words (separated by commas)'],
  lists: ['只在这些榜单（不选则全部）', 'Only in these lists (none: all)'],
  addList: ['选择榜单', 'Choose a list'],
  removeList: ['去掉 {0}', 'Remove {0}'],
  columns: ['只在这些分类（不选则全部）', 'Only in these topics (none: all)'],
  clouds: ['只要这些网盘（不选则全部）', 'Only in these clouds (none: all)'],
  digest: ['合并推送', 'How long to collect before a message'],
  maxPerHour: ['每小时最多推送几次', 'Messages an hour at most'],
  span: [
    (seconds: number) => {
      if (seconds === 0) return '立即推送'
      if (seconds < 3_600) return `${Math.round(seconds / 60)} 分钟`
      return seconds < 48 * 3_600 ? `${Math.round(seconds / 360) / 10} 小时` : `${Math.round(seconds / 8_640) / 10} 天`
    },
    (seconds: number) => {
      if (seconds === 0) return 'not at all'
      if (seconds < 3_600) return `${Math.round(seconds / 60)} min`
      return seconds < 48 * 3_600 ? `${Math.round(seconds / 360) / 10} h` : `${Math.round(seconds / 8_640) / 10} d`
    },
  ],
})
