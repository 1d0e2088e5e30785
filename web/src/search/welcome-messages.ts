// Messages shown before a search.
import { createMessages } from '../use-messages.ts'

export const welcomeMessages = createMessages({
  hints: [
    [
      ['多个词用空格隔开', '每个词都要出现，顺序不限。'],
      ['搜索可以分享', '复制地址栏里的链接即可。'],
      ['按 / 开始搜索', '按 ↓ 进入结果，再用 ↑ ↓ 或 j k 移动；? 看全部快捷键。'],
    ] satisfies [string, string][],
    [
      ['Separate words with spaces', 'All words must occur, in any order.'],
      ['Share a search', 'Copy the address of this page.'],
      ['Press / to search', '↓ goes to the results; ↑ ↓ or j k move; ? shows all keys.'],
    ],
  ],
})
