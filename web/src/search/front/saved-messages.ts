// Messages of saved searches.
import { createMessages } from '../../use-messages.ts'

export const savedMessages = createMessages({
  title: ['收藏的搜索', 'Saved searches'],
  save: ['收藏这次搜索', 'Save this search'],
  saved: ['已收藏，会显示在首页', 'Saved: it is on the start page'],
  remove: ['取消收藏“{0}”', 'Remove “{0}” from saved searches'],
  removed: ['已取消收藏', 'No longer saved'],
  look: ['看看有没有新的', 'Look for new ones'],
  looking: ['正在查看 {0}/{1}', 'Looking {0}/{1}'],
  fresh: ['＋{0}', '+{0}'],
  freshMeaning: ['上次看过之后新增 {0} 条', '{0} new since your last look'],
  nothingNew: ['没有新的', 'nothing new'],
  failed: ['没查到', 'failed'],
})
