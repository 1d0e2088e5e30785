// Messages of the history of items and lists.
import { createMessages } from '../../use-messages.ts'

export const historyMessages = createMessages({
  loading: ['正在加载名次变化', 'Loading the ranks over time'],
  none: ['没有这条内容的历史记录', 'Nothing is recorded about this item'],
  off: ['服务器没有保存榜单历史', 'This server keeps no history of lists'],
  failed: ['名次变化暂时无法加载', 'The ranks over time cannot be loaded now'],
  chart: ['名次和热度的变化', 'Rank and heat over time'],
  rankLine: ['名次', 'Rank'],
  heatLine: ['热度', 'Heat'],
  peak: ['最高第 {0} 名（{1}）', 'Peak: rank {0} ({1})'],
  seen: ['{0} 首次上榜，最近一次 {1}', 'first seen {0}, last seen {1}'],
  topHeat: ['热度最高 {0}', 'highest heat {0}'],
  past: ['过去的榜单：{0}', 'As it stood: {0}'],
  time: ['时间', 'Time'],
  timeInput: ['日期和时间', 'Date and time'],
  asOf: ['{0} 更新的榜单', 'The list as updated {0}'],
  wait: ['正在加载', 'Loading'],
  noList: ['那时还没有这个榜单的记录', 'Nothing was recorded of this list then'],
})
