// The keys of the board, with what they do; Tab leads from card to card.
import type { Messages } from '../use-messages.ts'

type BoardKey = 'j' | 'k' | 'o' | 'f' | 'r'
type KeyTexts = Readonly<Record<BoardKey | 'arrows', string>>

export const boardKeys: Messages<KeyTexts> = {
  zh: {
    j: '下一条',
    k: '上一条',
    o: '打开这一条',
    f: '收藏或取消收藏这个榜单',
    r: '刷新这个榜单',
    arrows: '在榜单里移动',
  },
  en: {
    j: 'Next headline',
    k: 'Previous headline',
    o: 'Open the headline',
    f: 'Star or unstar the list',
    r: 'Refresh the list',
    arrows: 'Move within a list',
  },
}

/** Whether a key belongs to the board. */
export function isBoardKey(key: string): key is BoardKey {
  return key !== 'arrows' && Object.hasOwn(boardKeys.en, key)
}
