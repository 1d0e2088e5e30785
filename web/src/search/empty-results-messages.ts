// Messages shown in place of rows; loaded with the component that shows them.
import { createMessages } from '../use-messages.ts'

export const emptyResultsMessages = createMessages({
  none: ['没有找到结果', 'Nothing found'],
  tell: ['出现时通知我', 'Tell me when it appears'],
  noneWhy: ['换个更短的词，或检查错别字。', 'Try a shorter keyword or check the spelling.'],
  noneNarrow: ['这次只搜了一部分来源或网盘。', 'Only some sources or clouds were searched.'],
  noneLate: [
    (count: number) => `还有 ${count} 个来源没有及时响应，可以再搜一次。`,
    (count: number) =>
      count === 1
        ? '1 source did not answer in time. Search again to include it.'
        : `${count} sources did not answer in time. Search again to include them.`,
  ],
  everywhere: ['搜全部来源和网盘', 'Search all sources and clouds'],
  again: ['再搜一次', 'Search again'],
  allFailed: ['所有来源都失败了', 'All sources failed'],
  allFailedWhy: [
    '多半是服务器的网络问题，不代表没有资源。',
    'Probably a network problem of the server; there may still be results.',
  ],
  noSources: ['没有可搜的来源', 'No sources to search'],
  noSourcesWhy: ['选中的频道或插件都不可用。', 'None of the selected channels or plugins is available.'],
  stoppedTitle: ['搜索已停止', 'Search stopped'],
  stoppedWhy: ['停止前还没有结果。', 'It was stopped before the first result.'],
  brokenTitle: ['连接中断了', 'Connection lost'],
  brokenWhy: ['中断前还没有结果。', 'It was lost before the first result.'],
  allFiltered: [
    (count: number) => `${count} 条结果都被隐藏了`,
    (count: number) => (count === 1 ? 'The one result is hidden' : `All ${count} results are hidden`),
  ],
  filteredBy: [
    {
      words: '筛选词',
      dead: '隐藏失效',
      tab: '网盘类型',
      attributes: '作品筛选',
      clouds: '我的网盘',
      muted: '屏蔽词',
    },
    {
      words: 'filter words',
      dead: 'dead links hidden',
      tab: 'cloud',
      attributes: 'filters',
      clouds: 'my clouds',
      muted: 'muted words',
    },
  ],
  show: [
    {
      words: '清除筛选词',
      dead: '显示失效链接',
      tab: '看全部网盘',
      attributes: '清除筛选',
      clouds: '看全部网盘',
      muted: '显示含屏蔽词的',
    },
    {
      words: 'Clear filter words',
      dead: 'Show dead links',
      tab: 'Show all clouds',
      attributes: 'Clear filters',
      clouds: 'Show all clouds',
      muted: 'Show muted ones',
    },
  ],
})
