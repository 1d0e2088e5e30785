// Messages of saved searches.
import type { Messages } from '../../use-messages.ts'

const zh = {
  title: '收藏的搜索',
  save: '收藏这次搜索',
  saved: '已收藏，会显示在首页',
  remove: (kw: string) => `取消收藏“${kw}”`,
  removed: '已取消收藏',
  look: '看看有没有新的',
  looking: (done: number, of: number) => `正在查看 ${done}/${of}`,
  fresh: (count: number) => `＋${count}`,
  freshMeaning: (count: number) => `上次看过之后新增 ${count} 条`,
  nothingNew: '没有新的',
  failed: '没查到',
}

const en: typeof zh = {
  title: 'Saved searches',
  save: 'Save this search',
  saved: 'Saved: it is on the start page',
  remove: (kw) => `Remove “${kw}” from saved searches`,
  removed: 'No longer saved',
  look: 'Look for new ones',
  looking: (done, of) => `Looking ${done}/${of}`,
  fresh: (count) => `+${count}`,
  freshMeaning: (count) => `${count} new since your last look`,
  nothingNew: 'nothing new',
  failed: 'failed',
}

export const savedMessages: Messages<typeof zh> = { zh, en }
