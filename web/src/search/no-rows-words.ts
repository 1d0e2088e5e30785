// The words that stand in the place of rows; loaded with what shows them.
import type { Words } from '../language.ts'

const zh = {
  none: '没有找到结果',
  noneWhy: '换个更短的词，或检查错别字。',
  noneNarrow: '这次只搜了一部分来源或网盘。',
  noneLate: (count: number) => `还有 ${count} 个来源没来得及回应，再搜一次会包含它们。`,
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
  filteredBy: { words: '筛选词', dead: '隐藏失效', tab: '网盘类型' },
  clearWords: '清除筛选词',
  showDead: '显示失效链接',
  showAllTabs: '看全部网盘',
}

const en: typeof zh = {
  none: 'Nothing found',
  noneWhy: 'Try a shorter word, or look for a slip of the pen.',
  noneNarrow: 'Only some sources or clouds were searched.',
  noneLate: (count) =>
    count === 1
      ? '1 source had no time to answer; searching again includes it.'
      : `${count} sources had no time to answer; searching again includes them.`,
  everywhere: 'Search all sources and clouds',
  again: 'Search again',
  allFailed: 'All sources failed',
  allFailedWhy: 'Most likely it is the server’s network; it does not mean that there is nothing.',
  noSources: 'Nothing to search in',
  noSourcesWhy: 'None of the channels or plugins chosen can be asked.',
  stoppedTitle: 'The search was stopped',
  stoppedWhy: 'Nothing had come until then.',
  brokenTitle: 'The connection broke off',
  brokenWhy: 'Nothing had come until then.',
  allFiltered: (count) => (count === 1 ? 'The one result is hidden' : `All ${count} results are hidden`),
  filteredBy: { words: 'words of the filter', dead: 'dead links hidden', tab: 'cloud' },
  clearWords: 'Clear the words',
  showDead: 'Show dead links',
  showAllTabs: 'Show all clouds',
}

export const noRowsWords: Words<typeof zh> = { zh, en }
