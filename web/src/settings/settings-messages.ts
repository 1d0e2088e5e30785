// Messages of the settings of a browser.
import { createMessages } from '../use-messages.ts'

export const settingNameMessages = createMessages({
  language: ['语言', 'language'],
  theme: ['主题', 'theme'],
  muted: ['屏蔽词', 'muted words'],
  clouds: ['我的网盘', 'my clouds'],
  'only-my-clouds': ['只看我的网盘', 'only my clouds'],
  'hot.layout': ['热榜布局', 'board of hot lists'],
  saved: ['收藏的搜索', 'saved searches'],
  send: ['发送到', 'send to'],
  history: ['最近搜索', 'recent searches'],
})

export const settingsMessages = createMessages({
  title: ['设置', 'Settings'],
  mine: ['我的', 'Mine'],
  mineHint: ['记在这个浏览器里，别人看不到。', 'Kept in this browser; nobody else sees it.'],
  server: ['这台服务器', 'This server'],
  serverHint: [
    '对所有人、所有设备有效，改完马上生效，不用重启。',
    'For everybody and every device. Changes take effect at once, without a restart.',
  ],
  looks: ['外观与语言', 'Appearance and language'],
  language: ['语言', 'Language'],
  languages: {
    zh: ['中文', '中文'],
    en: ['English', 'English'],
  },
  clouds: ['我的网盘', 'My clouds'],
  cloudsHint: ['这些网盘的链接排在最前面。', 'Links of these clouds come first.'],
  onlyMine: ['只看这些网盘的资源', 'Show only links of these clouds'],
  elsewhere: ['关注词和热榜布局', 'Watched words and the board'],
  elsewhereHint: ['这两样在各自的页面里设置。', 'These are set in their own views.'],
  toWatched: ['关注词', 'Watched words'],
  toBoard: ['热榜（整理榜单）', 'Hot lists (arrange the lists)'],
  muted: {
    title: ['屏蔽词', 'Muted words'],
    what: [
      '标题里有这些词的内容，在首页、热榜和搜索结果里都不显示；藏了多少会写明，随时可以显示。',
      'Items with one of these words in the title are not shown on the start page, in hot lists or in results. The page says how many it hides, and shows them on request.',
    ],
    label: ['要屏蔽的词（逗号分隔）', 'Words to mute (separated by commas)'],
    add: ['添加', 'Add'],
    remove: ['不再屏蔽 {0}', 'No longer mute {0}'],
    tooLong: ['每个词最多 {0} 个字。', 'At most {0} characters each.'],
    tooMany: ['最多 {0} 个词。', 'At most {0} words.'],
  },
  transfer: ['带到别的浏览器', 'To another browser'],
  what: [
    '语言、主题、屏蔽词、网盘、热榜布局、收藏和最近的搜索、“发送到”的按钮（连同里面的令牌）。不含 Trawl 的密钥和登录。',
    'Language, theme, muted words, clouds, the board, saved and recent searches, and the buttons of “Send to” with their tokens. No keys of Trawl, no login.',
  ],
  export: ['导出为文件', 'Export as a file'],
  import: ['从文件导入', 'Import a file'],
  toPhone: ['传到手机', 'To a phone'],
  scan: ['用手机相机扫码，打开后确认即可。', 'Scan it with the camera of the phone, then confirm there.'],
  local: [
    '这个地址只有本机能打开：请先用局域网地址打开本页，再扫码。',
    'Only this machine can open this address. Open the page by its address in your network first.',
  ],
  left: [
    '二维码放不下，没有包含：{0}。可以改用文件。',
    'Does not fit into the code and is left out: {0}. Use a file instead.',
  ],
  onServer: ['保存在服务器上', 'On the server'],
  synchronise: [
    '把设置保存在服务器上，在我的各个浏览器里保持一致',
    'Keep my settings on the server, the same in all my browsers',
  ],
  reading: ['正在读取…', 'Reading…'],
  nothingStored: [
    '服务器上没有你的设置。最近搜索也会一起保存。',
    'Your settings are not on the server yet. Recent searches are stored too.',
  ],
  isStored: ['服务器上有你的设置。', 'Your settings are on the server.'],
  isSynchronised: ['已与服务器一致。', 'The same as on the server.'],
  changedAt: ['最后更改于{0}。', ' Last changed {0}.'],
  deleteStored: ['删除服务器上的设置', 'Delete them on the server'],
  noLogins: [
    '这台服务器没有开启登录，分不清是谁的设置。',
    'This server has no logins, so it cannot tell whose settings they are.',
  ],
  needsLogin: ['登录后，可以把设置保存在服务器上。', 'Log in to keep your settings on the server.'],
  offered: ['这个链接带来了设置', 'This link brings settings'],
  offer: ['将替换这个浏览器里的：{0}。', 'They replace in this browser: {0}.'],
  empty: ['没有可导入的设置。', 'Nothing to import.'],
  accept: ['使用这些设置', 'Use these settings'],
  refuse: ['不要', 'No'],
  noFile: ['这不是 Trawl 导出的设置。', 'This is not a settings file of Trawl.'],
  wrongValue: [
    '设置有误：“{0}”的值不对，没有导入。',
    'Wrong settings: the value of “{0}” is not allowed. Nothing was imported.',
  ],
})
