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
  sinceAge: ['你上次来是{0}', 'You were last here {0}'],
  count: ['{0} 条', '{0}'],
  rank: ['第 {0} 名：{1}', 'rank {0}: {1}'],
  began: ['{0}首次看到 · {1}', 'first seen {0} · {1}'],
  rising: ['上升 {0} 位', 'up {0}'],
  onlyNew: ['新热点', 'new'],
  isNewHere: ['上次来之后出现的', 'began since you were last here'],
  sites: ['{0} 个平台', '1 site|{0} sites'],
  more: ['还有 {0} 个平台', '1 more site|{0} more sites'],
  open: ['各平台的标题：{0}', 'Titles of all sites: {0}'],
  loading: ['正在加载热点', 'Loading stories'],
  noRisers: ['这段时间里没有明显上升的内容', 'Nothing rose noticeably in this time'],
  noHistory: [
    '服务器没有保存榜单历史，无法比较名次',
    'This server keeps no history of lists, so ranks cannot be compared',
  ],
  notLoaded: ['暂时无法加载', 'Cannot be loaded now'],
  noneSince: ['你的榜单里没有新内容', 'Nothing new on your lists'],
  outdated: ['无法更新，显示的是{0}的内容', 'Cannot update; shown as of {0}'],
  updated: ['更新于{0}', 'Updated {0}'],
  waiting: ['有更新', 'Updated'],
})
