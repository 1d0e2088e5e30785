// Messages shown in place of rows; loaded with the component that shows them.
import type { Messages } from '../use-messages.ts'

const zh = {
  none: '没有找到结果',
  noneWhy: '换个更短的词，或检查错别字。',
  noneNarrow: '这次只搜了一部分来源或网盘。',
  noneLate: (count: number) => `还有 ${count} 个来源没有及时响应，可以再搜一次。`,
  everywhere: '搜全部来源和网盘',
  again: '再搜一次',
  allFailed: '所有来源都失败了',
  allFailedWhy: '多半是服务器的网络问题，不代表没有资源。',
  noSources: '没有可搜的来源',
  noSourcesWhy: '选中的频道或插件都不可用。',
  stoppedTitle: '搜索已停止',
  stoppedWhy: '停止前还没有结果。',
  brokenTitle: '连接中断了',
  brokenWhy: '中断前还没有结果。',
  allFiltered: (count: number) => `${count} 条结果都被隐藏了`,
  filteredBy: {
    words: '筛选词',
    dead: '隐藏失效',
    tab: '网盘类型',
    attributes: '作品筛选',
    clouds: '我的网盘',
    muted: '屏蔽词',
  },
  show: {
    words: '清除筛选词',
    dead: '显示失效链接',
    tab: '看全部网盘',
    attributes: '清除筛选',
    clouds: '看全部网盘',
    muted: '显示含屏蔽词的',
  },
}

const en: typeof zh = {
  none: 'Nothing found',
  noneWhy: 'Try a shorter keyword or check the spelling.',
  noneNarrow: 'Only some sources or clouds were searched.',
  noneLate: (count) =>
    count === 1
      ? '1 source did not answer in time. Search again to include it.'
      : `${count} sources did not answer in time. Search again to include them.`,
  everywhere: 'Search all sources and clouds',
  again: 'Search again',
  allFailed: 'All sources failed',
  allFailedWhy: 'Probably a network problem of the server; there may still be results.',
  noSources: 'No sources to search',
  noSourcesWhy: 'None of the selected channels or plugins is available.',
  stoppedTitle: 'Search stopped',
  stoppedWhy: 'It was stopped before the first result.',
  brokenTitle: 'Connection lost',
  brokenWhy: 'It was lost before the first result.',
  allFiltered: (count) => (count === 1 ? 'The one result is hidden' : `All ${count} results are hidden`),
  filteredBy: {
    words: 'filter words',
    dead: 'dead links hidden',
    tab: 'cloud',
    attributes: 'filters',
    clouds: 'my clouds',
    muted: 'muted words',
  },
  show: {
    words: 'Clear filter words',
    dead: 'Show dead links',
    tab: 'Show all clouds',
    attributes: 'Clear filters',
    clouds: 'Show all clouds',
    muted: 'Show muted ones',
  },
}

export const emptyResultsMessages: Messages<typeof zh> = { zh, en }
