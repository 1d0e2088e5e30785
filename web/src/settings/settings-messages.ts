// Messages of the transfer of settings.
import type { Messages } from '../use-messages.ts'
import type { SettingName, SettingsProblem } from './settings-file.ts'

type Names = Readonly<Record<SettingName, string>>

const zhNames: Names = {
  language: '语言',
  theme: '主题',
  muted: '屏蔽词',
  clouds: '我的网盘',
  'only-my-clouds': '只看我的网盘',
  'hot.layout': '热榜布局',
  saved: '收藏的搜索',
  history: '最近搜索',
}

const enNames: Names = {
  language: 'language',
  theme: 'theme',
  muted: 'muted words',
  clouds: 'my clouds',
  'only-my-clouds': 'only my clouds',
  'hot.layout': 'board of hot lists',
  saved: 'saved searches',
  history: 'recent searches',
}

function zhList(names: readonly SettingName[]): string {
  return names.map((name) => zhNames[name]).join('、')
}

function enList(names: readonly SettingName[]): string {
  return names.map((name) => enNames[name]).join(', ')
}

const zh = {
  title: '设置',
  muted: {
    title: '屏蔽词',
    what: '标题里有这些词的内容，在首页、热榜和搜索结果里都不显示；藏了多少会写明，随时可以显示。',
    label: '要屏蔽的词（逗号分隔）',
    add: '添加',
    remove: (word: string) => `不再屏蔽 ${word}`,
    tooLong: (length: number) => `每个词最多 ${length} 个字。`,
    tooMany: (count: number) => `最多 ${count} 个词。`,
  },
  transfer: '导出与导入',
  what: '语言、主题、屏蔽词、网盘、热榜布局、收藏和最近的搜索。不含密钥和登录。',
  export: '导出为文件',
  import: '从文件导入',
  toPhone: '传到手机',
  scan: '用手机相机扫码，打开后确认即可。',
  local: '这个地址只有本机能打开：请先用局域网地址打开本页，再扫码。',
  left: (names: readonly SettingName[]) => `二维码放不下，没有包含：${zhList(names)}。可以改用文件。`,
  onServer: '保存在服务器上',
  synchronise: '把设置保存在服务器上，在我的各个浏览器里保持一致',
  reading: '正在读取…',
  nothingStored: '服务器上没有你的设置。最近搜索也会一起保存。',
  isStored: (age: string) => (age === '' ? '服务器上有你的设置。' : `服务器上有你的设置，最后更改于${age}。`),
  isSynchronised: (age: string) => (age === '' ? '已与服务器一致。' : `已与服务器一致，最后更改于${age}。`),
  deleteStored: '删除服务器上的设置',
  noLogins: '这台服务器没有开启登录，分不清是谁的设置。',
  needsLogin: '登录后，可以把设置保存在服务器上。',
  offered: '这个链接带来了设置',
  offer: (names: readonly SettingName[]) => `将替换这个浏览器里的：${zhList(names)}。`,
  empty: '没有可导入的设置。',
  accept: '使用这些设置',
  refuse: '不要',
  problem: (problem: SettingsProblem) =>
    problem === 'unknown' ? '这不是 Trawl 导出的设置。' : `设置有误：“${zhNames[problem.name]}”的值不对，没有导入。`,
}

const en: typeof zh = {
  title: 'Settings',
  muted: {
    title: 'Muted words',
    what: 'What has one of these words in its title is not shown on the first page, in hot lists and in results. The page says how much it hides, and shows it on request.',
    label: 'Words to mute (separated by commas)',
    add: 'Add',
    remove: (word) => `No longer mute ${word}`,
    tooLong: (length) => `At most ${length} characters each.`,
    tooMany: (count) => `At most ${count} words.`,
  },
  transfer: 'Export and import',
  what: 'Language, theme, muted words, clouds, the board, saved and recent searches. No keys, no login.',
  export: 'Export as a file',
  import: 'Import a file',
  toPhone: 'To a phone',
  scan: 'Scan it with the camera of the phone, then confirm there.',
  local: 'Only this machine can open this address. Open the page by its address in your network first.',
  left: (names) => `Does not fit into the code and is left out: ${enList(names)}. Use a file instead.`,
  onServer: 'On the server',
  synchronise: 'Keep my settings on the server, the same in all my browsers',
  reading: 'Reading…',
  nothingStored: 'The server has no settings of yours. Recent searches are stored too.',
  isStored: (age) =>
    age === '' ? 'The server has settings of yours.' : `The server has settings of yours, last changed ${age}.`,
  isSynchronised: (age) =>
    age === '' ? 'The same as on the server.' : `The same as on the server, last changed ${age}.`,
  deleteStored: 'Delete them on the server',
  noLogins: 'This server has no logins, so it cannot tell whose settings they are.',
  needsLogin: 'Log in to keep your settings on the server.',
  offered: 'This link brings settings',
  offer: (names) => `They replace in this browser: ${enList(names)}.`,
  empty: 'There are no settings to import.',
  accept: 'Use these settings',
  refuse: 'No',
  problem: (problem) =>
    problem === 'unknown'
      ? 'These are no settings that Trawl exported.'
      : `Wrong settings: the value of “${enNames[problem.name]}” is not allowed. Nothing was imported.`,
}

export const settingsMessages: Messages<typeof zh> = { zh, en }
