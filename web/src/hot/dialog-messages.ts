// Messages of the dialogs that find, search and arrange lists.
import { createMessages } from '../use-messages.ts'

export const dialogMessages = createMessages({
  word: {
    title: ['找榜单，找内容', 'Find lists and headlines'],
    watch: ['关注', 'Watch'],
    label: ['榜单的名称，或要找的词', 'The name of a list, or a word to find'],
    placeholder: ['榜单的名称，或要找的词', 'The name of a list, or a word to find'],
    lists: ['榜单', 'Lists'],
    hint: [
      '输入一个词，看看它上了哪些榜。多个词用空格隔开，要同时出现。',
      'Type a word to see which lists contain it. Separate several words with spaces; all must match.',
    ],
    cachedOnly: [
      '先搜已加载过的榜单；其余的可以再按一次去找。',
      'Lists that were loaded before are searched first; one more press searches the others.',
    ],
    searching: ['正在搜索…', 'Searching…'],
    none: ['没有榜单提到“{0}”', 'No list contains “{0}”'],
    noneHint: ['换一个词，或者少输入几个字。', 'Try another word, or a shorter one.'],
    nothingCached: ['还没有加载过任何榜单', 'No list has been loaded yet'],
    nothingCachedHint: [
      '按下面的按钮去各个网站取榜单，或者先浏览一下热榜。',
      'Press the button below to load lists from their sites, or browse the hot lists first.',
    ],
    found: [
      (total: number, shown: number) => (shown < total ? `共 ${total} 条，显示前 ${shown} 条` : `共 ${total} 条`),
      (total: number, shown: number) => (shown < total ? `${total} found, the first ${shown} shown` : `${total} found`),
    ],
    searched: ['搜索了 {0} 个榜单', '1 list searched|{0} lists searched'],
    notCached: ['另有 {0} 个还没有加载', '{0} not loaded yet'],
    notAnswered: ['{0} 个没有应答', '{0} did not answer'],
    askFurther: [
      (next: number, all: number) =>
        next < all ? `也在其余榜单里找（先取 ${next} 个，共 ${all} 个）` : `也在其余 ${all} 个榜单里找`,
      (next: number, all: number) =>
        next < all ? `Look in the others too (${next} of ${all} now)` : `Look in the other ${all} lists too`,
    ],
    asking: ['正在取其余榜单：{0} / {1}', 'Loading other lists: {0} of {1}'],
    sites: ['上榜的平台', 'Sites that list it'],
    results: ['搜索结果', 'Results'],
    rank: ['第 {0} 名', 'Rank {0}'],
    searchFor: ['搜索网盘资源：{0}', 'Search for links: {0}'],
    listAge: ['榜单更新于', 'List updated'],
    stale: ['旧', 'old'],
    staleHint: ['这个榜单有一阵没有更新了', 'This list has not been updated for a while'],
  },
  arrange: {
    title: ['整理热榜', 'Arrange the board'],
    filter: ['筛选榜单', 'Filter lists'],
    filterHint: ['筛选：名称、拼音或首字母', 'Filter: name, pinyin or initials'],
    none: ['没有匹配的榜单', 'No matching list'],
    how: [
      '拖动，或用上下按钮（Alt+↑ / Alt+↓）调整顺序；改动立即生效，保存在这个浏览器里。',
      'Drag, or use the up and down buttons (Alt+↑ / Alt+↓). Changes apply at once and are saved in this browser.',
    ],
    shownOf: [
      (shown: number, all: number) => (shown === all ? `${all} 个` : `${shown} / ${all}`),
      (shown: number, all: number) => (shown === all ? `${all}` : `${shown} / ${all}`),
    ],
    shownOfLong: ['显示 {0} 个，共 {1} 个', '{0} of {1} shown'],
    open: ['{0}的榜单', 'Lists of {0}'],
    show: ['显示 {0}', 'Show {0}'],
    showAll: ['全部显示', 'Show all'],
    hideAll: ['全部隐藏', 'Hide all'],
    hiddenCount: ['已隐藏 {0} 个', '{0} hidden'],
    up: ['上移 {0}', 'Move {0} up'],
    down: ['下移 {0}', 'Move {0} down'],
    drag: ['拖动', 'Drag'],
    moved: ['{0}：第 {1} 位，共 {2} 位', '{0}: position {1} of {2}'],
    atTop: ['{0}已经在最上面', '{0} is already at the top'],
    atBottom: ['{0}已经在最下面', '{0} is already at the bottom'],
    shownNow: ['{0}：已显示', '{0}: shown'],
    hiddenNow: ['{0}：已隐藏', '{0}: hidden'],
    reset: ['恢复默认', 'Reset'],
    resetSure: ['顺序和隐藏的榜单都会恢复默认。', 'This resets the order and shows hidden lists again.'],
    resetYes: ['恢复', 'Reset'],
    resetNo: ['取消', 'Cancel'],
    resetDone: ['已恢复默认', 'Defaults restored'],
  },
})
