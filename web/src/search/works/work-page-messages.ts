// Messages of the page of a work.
import { createMessages } from '../../use-messages.ts'

export const workPageMessages = createMessages({
  loading: ['正在读取存档…', 'Reading the archive…'],
  fromArchive: [
    (count: number) => (count === 1 ? '存档里这部作品只有这一条链接。' : `存档里这部作品共有 ${count} 条链接。`),
    (count: number) =>
      count === 1 ? 'The only link of this work in the archive.' : `The archive has ${count} links of this work.`,
  ],
  searchAgain: ['重新搜索，看有没有新的', 'Search again for new ones'],
  unknown: ['存档里没有这部作品', 'This work is not in the archive'],
  unknownWhy: [
    '可能还没有人搜到过它，链接已从存档中清除，或者它已归到另一个名字下。按名字搜一次就能找到。',
    'No search has found it yet, its links were removed from the archive, or it is listed under another name now. Search for its name to find it.',
  ],
  off: ['这台服务器没有开启存档', 'This server keeps no archive'],
  offWhy: [
    '作品的地址要靠存档里存的链接才能打开。可以按名字搜索。',
    'The address of a work needs the links in the archive. Search for the name instead.',
  ],
  searchFor: [(name: string) => `搜索“${name}”`, (name: string) => `Search for “${name}”`],
})
