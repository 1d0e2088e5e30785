// Messages of the stories view.
import { createMessages } from '../../use-messages.ts'

export const storyMessages = createMessages({
  title: ['综合', 'Top stories'],
  windowLabel: ['时间范围', 'Time span'],
  windows: {
    '1h': ['1 小时', '1 h'],
    '6h': ['6 小时', '6 h'],
    '24h': ['24 小时', '24 h'],
  },
  columnLabel: ['按分类筛选', 'Filter by topic'],
  allColumns: ['全部分类', 'All topics'],
  panels: ['内容', 'Content'],
  stories: ['热点', 'Stories'],
  risers: ['上升最快', 'Rising fastest'],
  since: ['你上次来之后', 'Since you were last here'],
  sinceAge: [(age: string) => `你上次来是${age}`, (age: string) => `You were last here ${age}`],
  count: [(count: number) => `${count} 条`, (count: number) => `${count}`],
  rank: [
    (rank: number, title: string) => `第 ${rank} 名：${title}`,
    (rank: number, title: string) => `rank ${rank}: ${title}`,
  ],
  began: [
    (age: string, list: string) => `${age}首次看到 · ${list}`,
    (age: string, list: string) => `first seen ${age} · ${list}`,
  ],
  rising: [(places: number) => `上升 ${places} 位`, (places: number) => `up ${places}`],
  onlyNew: ['新热点', 'new'],
  isNewHere: ['上次来之后出现的', 'began since you were last here'],
  sites: [(count: number) => `${count} 个平台`, (count: number) => `${count} sites`],
  more: [(count: number) => `还有 ${count} 个平台`, (count: number) => `${count} more sites`],
  open: [(title: string) => `各平台的标题：${title}`, (title: string) => `Titles of all sites: ${title}`],
  loading: ['正在加载热点', 'Loading stories'],
  noRisers: ['这段时间里没有明显上升的内容', 'Nothing rose noticeably in this time'],
  noHistory: [
    '服务器没有保存榜单历史，无法比较名次',
    'This server keeps no history of lists, so ranks cannot be compared',
  ],
  notLoaded: ['暂时无法加载', 'Cannot be loaded now'],
  noneSince: ['你的榜单里没有新内容', 'Nothing new on your lists'],
  outdated: [(age: string) => `无法更新，显示的是${age}的内容`, (age: string) => `Cannot update; shown as of ${age}`],
  updated: [(age: string) => `更新于${age}`, (age: string) => `Updated ${age}`],
  waiting: ['有更新', 'Updated'],
})
