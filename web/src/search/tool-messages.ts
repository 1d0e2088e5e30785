// Messages of the filters and of the other tools of the results.
import { createMessages } from '../use-messages.ts'

export const toolMessages = createMessages({
  filters: ['筛选作品', 'Filter works'],
  onlyWorking: ['只看有效', 'Working'],
  newest: ['最新', 'Newest'],
  onlyMine: ['我的网盘', 'My clouds'],
  chooseMine: ['设置我的网盘', 'Choose my clouds'],
  toWorks: ['作品', 'Works'],
  toLinks: ['链接', 'Links'],
  export: ['导出', 'Export'],
  more: ['更多', 'More'],
  include: ['标题包含（任一）', 'Title contains any of'],
  exclude: ['标题不含', 'Title contains none of'],
  commas: ['用逗号隔开', 'comma-separated'],
  newResults: ['＋{0} 条新结果', '＋1 new result|＋{0} new results'],
})
