// Messages of saved searches.
import { createMessages } from '../../use-messages.ts'

export const savedMessages = createMessages({
  title: ['收藏的搜索', 'Saved searches'],
  save: ['收藏这次搜索', 'Save this search'],
  saved: ['已收藏，会显示在首页', 'Saved: it is on the start page'],
  remove: [(kw: string) => `取消收藏“${kw}”`, (kw: string) => `Remove “${kw}” from saved searches`],
  removed: ['已取消收藏', 'No longer saved'],
  look: ['看看有没有新的', 'Look for new ones'],
  looking: [
    (done: number, of: number) => `正在查看 ${done}/${of}`,
    (done: number, of: number) => `Looking ${done}/${of}`,
  ],
  fresh: [(count: number) => `＋${count}`, (count: number) => `+${count}`],
  freshMeaning: [
    (count: number) => `上次看过之后新增 ${count} 条`,
    (count: number) => `${count} new since your last look`,
  ],
  nothingNew: ['没有新的', 'nothing new'],
  failed: ['没查到', 'failed'],
})
