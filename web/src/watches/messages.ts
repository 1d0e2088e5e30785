// Messages of the watched view.
import type { Messages } from '../use-messages.ts'

const zh = {
  title: '关注',
  loading: '正在加载',
  events: '新发现',
  noEvents: '还没有新的。出现时会显示在这里。',
  isNew: '新',
  initial: (count: number) => `开始关注时已有的 ${count} 条`,
  code: '提取码',
  failed: (notifier: string) => `${notifier} 推送失败`,
  watches: '关注的词',
  none: '还没有关注的词',
  noneHint:
    '写下几个词，Trawl 会自己在热榜、存档和搜索里找，有新的就显示在这里，也可以订阅或推送。例如：在热榜里关注“台风 | 颱風 -游戏”，或在搜索里关注“三体 4K”。',
  locked:
    '登录或输入密钥后，可以有自己的关注。没有设置登录和密钥的服务，由管理员添加：用 ADMIN_TOKEN，或在 WATCH_FILE 里。',
  login: '登录',
  fromFile: '在 WATCH_FILE 里设置',
  feed: '订阅',
  feedOf: (name: string) => `订阅 ${name}`,
  feedHint: '阅读器不会登录：生成一个带密令的地址，粘贴到阅读器里就能订阅。',
  makeFeed: '生成订阅地址',
  feedAddress: '订阅地址（RSS）',
  feedWarning:
    '现在复制：这个地址只显示这一次。谁有它，谁就能看到这个关注的发现；泄露了就换一个。把 .rss 换成 .atom 或 .json 也可以。',
  feedIsMade: '已经有一个带密令的订阅地址，只在生成时显示。忘了就换一个，旧地址随即失效。',
  copy: '复制',
  renewFeed: '换新地址',
  revokeFeed: '停用',
  edit: '修改',
  editOf: (name: string) => `修改 ${name}`,
  remove: '删除',
  removeOf: (name: string) => `删除 ${name}`,
  confirm: '确认删除',
  confirmOf: (name: string) => `确认删除 ${name} 和它找到的内容`,
  add: '添加关注',
  save: '保存',
  cancel: '取消',
  name: '名称',
  words: '词',
  wordsHint: '空格：都要有；|：任一；-词：不要有',
  places: '在哪里找',
  place: { lists: '热榜', archive: '存档', search: '搜索' },
  notify: '推送到',
  more: '更多',
  every: '多久搜索一次',
  quietHours: '免打扰（如 23:00-08:00，可加时区 Europe/Berlin）',
  muted: '屏蔽的词（逗号分隔）',
  lists: '只在这些榜单（不选则全部）',
  addList: '选择榜单',
  removeList: (list: string) => `去掉 ${list}`,
  columns: '只在这些分类（不选则全部）',
  clouds: '只要这些网盘（不选则全部）',
  digest: '攒多久再推送一次',
  maxPerHour: '每小时最多推送几次',
  span: (seconds: number) => {
    if (seconds === 0) return '不攒'
    if (seconds < 3_600) return `${Math.round(seconds / 60)} 分钟`
    return seconds < 48 * 3_600 ? `${Math.round(seconds / 360) / 10} 小时` : `${Math.round(seconds / 8_640) / 10} 天`
  },
}

const en: typeof zh = {
  title: 'Watched',
  loading: 'Loading',
  events: 'Found',
  noEvents: 'Nothing new yet. It will appear here.',
  isNew: 'New',
  initial: (count) => `${count} that were there at the start`,
  code: 'Code',
  failed: (notifier) => `${notifier}: not sent`,
  watches: 'Watched words',
  none: 'No watched words yet',
  noneHint:
    'Write down a few words, and Trawl looks for them in hot lists, in the archive and by searching. What is new appears here, in a feed, or as a message. For example: watch “typhoon | hurricane -game” in hot lists, or “三体 4K” by searching.',
  locked:
    'Log in or enter a key to have watches of your own. Without logins and keys the administrator adds them: with the ADMIN_TOKEN, or in WATCH_FILE.',
  login: 'Log in',
  fromFile: 'set in WATCH_FILE',
  feed: 'Feed',
  feedOf: (name) => `Feed of ${name}`,
  feedHint: 'Feed readers do not log in: make an address with a token, and paste it into the reader.',
  makeFeed: 'Make an address',
  feedAddress: 'Address of the feed (RSS)',
  feedWarning:
    'Copy it now: this address is shown only once. Whoever has it can read what this watch finds; if it leaks, replace it. It also works with .atom or .json in place of .rss.',
  feedIsMade:
    'There is an address with a token; it was shown when it was made. If you no longer have it, make a new one: the old one ends.',
  copy: 'Copy',
  renewFeed: 'New address',
  revokeFeed: 'Revoke',
  edit: 'Edit',
  editOf: (name) => `Edit ${name}`,
  remove: 'Delete',
  removeOf: (name) => `Delete ${name}`,
  confirm: 'Really delete',
  confirmOf: (name) => `Really delete ${name} and what it found`,
  add: 'Add a watch',
  save: 'Save',
  cancel: 'Cancel',
  name: 'Name',
  words: 'Words',
  wordsHint: 'space: all of them; |: any; -word: not this one',
  places: 'Where to look',
  place: { lists: 'Hot lists', archive: 'Archive', search: 'Search' },
  notify: 'Send to',
  more: 'More',
  every: 'How often to search',
  quietHours: 'Quiet hours (such as 23:00-08:00; Asia/Shanghai unless a time zone follows)',
  muted: 'Muted words (separated by commas)',
  lists: 'Only in these lists (none: all)',
  addList: 'Choose a list',
  removeList: (list) => `Remove ${list}`,
  columns: 'Only in these topics (none: all)',
  clouds: 'Only in these clouds (none: all)',
  digest: 'How long to collect before a message',
  maxPerHour: 'Messages an hour at most',
  span: (seconds) => {
    if (seconds === 0) return 'not at all'
    if (seconds < 3_600) return `${Math.round(seconds / 60)} min`
    return seconds < 48 * 3_600 ? `${Math.round(seconds / 360) / 10} h` : `${Math.round(seconds / 8_640) / 10} d`
  },
}

export const watchMessages: Messages<typeof zh> = { zh, en }
