// Messages of the history of items and lists.
import type { Messages } from '../../use-messages.ts'

const zh = {
  loading: '正在加载名次变化',
  none: '没有这条内容的历史记录',
  off: '服务器没有保存榜单历史',
  failed: '名次变化暂时无法加载',
  chart: '名次和热度的变化',
  rankLine: '名次',
  heatLine: '热度',
  rank: (rank: number) => `第 ${rank} 名`,
  peak: (rank: number, time: string) => `最高第 ${rank} 名（${time}）`,
  seen: (first: string, last: string) => `${first} 首次上榜，最近一次 ${last}`,
  topHeat: (heat: string) => `热度最高 ${heat}`,
  past: (list: string) => `过去的榜单：${list}`,
  time: '时间',
  timeInput: '日期和时间',
  asOf: (time: string) => `${time} 更新的榜单`,
  wait: '正在加载',
  noList: '那时还没有这个榜单的记录',
}

const en: typeof zh = {
  loading: 'Loading the ranks over time',
  none: 'Nothing is recorded about this item',
  off: 'This server keeps no history of lists',
  failed: 'The ranks over time cannot be loaded now',
  chart: 'Rank and heat over time',
  rankLine: 'Rank',
  heatLine: 'Heat',
  rank: (rank) => `Rank ${rank}`,
  peak: (rank, time) => `Peak: rank ${rank} (${time})`,
  seen: (first, last) => `first seen ${first}, last seen ${last}`,
  topHeat: (heat) => `highest heat ${heat}`,
  past: (list) => `As it stood: ${list}`,
  time: 'Time',
  timeInput: 'Date and time',
  asOf: (time) => `The list as updated ${time}`,
  wait: 'Loading',
  noList: 'Nothing was recorded of this list then',
}

export const historyMessages: Messages<typeof zh> = { zh, en }
