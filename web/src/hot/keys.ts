// The keys of the board, with what they do; Tab leads from card to card.
import { createMessages } from '../use-messages.ts'

type BoardKey = 'j' | 'k' | 'o' | 'f' | 'r'

export const boardKeys = createMessages({
  j: ['下一条', 'Next headline'],
  k: ['上一条', 'Previous headline'],
  o: ['打开这一条', 'Open the headline'],
  f: ['收藏或取消收藏这个榜单', 'Star or unstar the list'],
  r: ['刷新这个榜单', 'Refresh the list'],
  '← ↑ → ↓': ['在榜单里移动', 'Move within a list'],
})

export function isBoardKey(key: string): key is BoardKey {
  return key.length === 1 && Object.hasOwn(boardKeys.en, key)
}
