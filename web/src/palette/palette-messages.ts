// Messages of the palette, and the keys of all views.
import type { Messages } from '../use-messages.ts'

type Keys = readonly (readonly [keys: string, meaning: string])[]
interface KeyGroups {
  readonly everywhere: Keys
  readonly results: Keys
}

const zhKeys: KeyGroups = {
  everywhere: [
    ['Ctrl K / ⌘ K', '命令面板'],
    ['/', '搜索框'],
    ['g s', '去搜索'],
    ['g h', '去热榜'],
    ['g w', '去关注'],
    ['g t', '去状态'],
    ['?', '这张表'],
  ],
  results: [
    ['↓', '从搜索框进入结果'],
    ['j k', '下一项，上一项'],
    ['↑ ↓', '上一行，下一行'],
    ['Enter', '看全部链接'],
    ['o', '打开最好的链接'],
    ['c', '复制标题、链接和提取码'],
    ['x', '选择'],
  ],
}

const enKeys: KeyGroups = {
  everywhere: [
    ['Ctrl K / ⌘ K', 'command palette'],
    ['/', 'search box'],
    ['g s', 'go to search'],
    ['g h', 'go to the hot lists'],
    ['g w', 'go to the watched words'],
    ['g t', 'go to the status'],
    ['?', 'this list'],
  ],
  results: [
    ['↓', 'from the search box to the results'],
    ['j k', 'next, previous'],
    ['↑ ↓', 'line up, line down'],
    ['Enter', 'all links'],
    ['o', 'open the best link'],
    ['c', 'copy title, link and code'],
    ['x', 'select'],
  ],
}

const zh = {
  title: '命令面板',
  label: '榜单、搜索或命令',
  placeholder: '榜单、搜索、设置…',
  options: '可选的命令',
  none: '没有找到',
  search: (kw: string) => `搜索“${kw}”`,
  findWord: (word: string) => `在所有榜单里找“${word}”`,
  kinds: { list: '榜单', recent: '最近搜索', saved: '收藏', view: '页面', command: '命令', theme: '主题' },
  language: 'English',
  keys: '键盘快捷键',
  settings: '设置：屏蔽词，导出、导入，传到手机',
  keyGroups: { everywhere: '所有页面', results: '搜索结果', board: '热榜' },
  keyTable: zhKeys,
}

const en: typeof zh = {
  title: 'Commands',
  label: 'A list, a search or a command',
  placeholder: 'Lists, searches, settings…',
  options: 'Commands',
  none: 'Nothing found',
  search: (kw) => `Search for “${kw}”`,
  findWord: (word) => `Find “${word}” in all lists`,
  kinds: { list: 'List', recent: 'Recent search', saved: 'Saved', view: 'View', command: 'Command', theme: 'Theme' },
  language: '中文',
  keys: 'Keyboard shortcuts',
  settings: 'Settings: muted words, export, import, send to a phone',
  keyGroups: { everywhere: 'All views', results: 'Results', board: 'Hot lists' },
  keyTable: enKeys,
}

export const paletteMessages: Messages<typeof zh> = { zh, en }
