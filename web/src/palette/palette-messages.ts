// Messages of the palette, and the keys of all views.
import { createMessages } from '../use-messages.ts'

export const paletteMessages = createMessages({
  title: ['命令面板', 'Commands'],
  menu: {
    title: ['菜单', 'Menu'],
    clouds: ['我的网盘', 'My clouds'],
    settings: ['设置', 'Settings'],
    find: ['找榜单、搜索和命令', 'Find lists, searches and commands'],
  },
  label: ['榜单、搜索或命令', 'A list, a search or a command'],
  placeholder: ['榜单、搜索、设置…', 'Lists, searches, settings…'],
  options: ['可选的命令', 'Commands'],
  none: ['没有找到', 'Nothing found'],
  search: ['搜索“{0}”', 'Search for “{0}”'],
  findWord: ['在所有榜单里找“{0}”', 'Find “{0}” in all lists'],
  kinds: {
    list: ['榜单', 'List'],
    recent: ['最近搜索', 'Recent search'],
    saved: ['收藏', 'Saved'],
    view: ['页面', 'View'],
    command: ['命令', 'Command'],
    theme: ['主题', 'Theme'],
  },
  language: ['English', '中文'],
  keys: ['键盘快捷键', 'Keyboard shortcuts'],
  keyGroups: {
    everywhere: ['所有页面', 'All views'],
    results: ['搜索结果', 'Results'],
    board: ['热榜', 'Hot lists'],
  },
  /** By key. */
  keyTable: {
    everywhere: {
      'Ctrl K / ⌘ K': ['命令面板', 'command palette'],
      '/': ['搜索框', 'search box'],
      'g s': ['去搜索', 'go to search'],
      'g h': ['去热榜', 'go to the hot lists'],
      'g w': ['去关注', 'go to the watched words'],
      'g t': ['去状态', 'go to the status'],
      '?': ['这张表', 'this list'],
    },
    results: {
      '↓': ['从搜索框进入结果', 'from the search box to the results'],
      'j k': ['下一项，上一项', 'next, previous'],
      '↑ ↓': ['上一行，下一行', 'line up, line down'],
      Enter: ['看全部链接', 'all links'],
      o: ['打开最好的链接', 'open the best link'],
      c: ['复制标题、链接和提取码', 'copy title, link and code'],
      x: ['选择', 'select'],
    },
  },
})
