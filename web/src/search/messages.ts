// Messages of the search view.
import { createMessages } from '../use-messages.ts'

export const searchMessages = createMessages({
  title: ['网盘搜索', 'Search for share links'],
  placeholder: ['搜影视、书籍、软件', 'Films, books…'],
  search: ['搜索', 'Search'],
  clear: ['清除', 'Clear'],
  choose: ['选择来源', 'Choose sources'],
  total: [
    (count: number, shown = count) => (shown < count ? `${shown}/${count} 条` : `共 ${count} 条`),
    (count: number, shown = count) => {
      if (shown < count) return `${shown}/${count} results`
      return count === 1 ? '1 result' : `${count} results`
    },
  ],
  sources: ['来源', 'Sources'],
  answered: ['来源 {0}/{1}', 'Sources {0}/{1}'],
  failed: ['失败 {0}', '{0} failed'],
  starting: ['正在搜索…', 'Searching…'],
  stopped: ['已停止', 'Stopped'],
  broken: ['连接中断，结果已保留', 'Connection lost; results kept'],
  brokenOffline: ['已离线，结果已保留', 'Offline; results kept'],
  finished: ['搜索结束，共 {0} 条结果', 'Done: 1 result|Done: {0} results'],
  progress: ['搜索进度', 'Search progress'],
  problems: ['来源情况', 'Source status'],
  stop: ['停止搜索', 'Stop searching'],
  refresh: ['重新搜索，不用缓存', 'Search again without the cache'],
  results: ['搜索结果', 'Results'],
  copyLink: ['复制标题、链接和提取码', 'Copy title, link and code'],
  copiedLink: ['已复制标题和链接', 'Title and link copied'],
  copiedWithCode: ['已复制标题、链接和提取码', 'Title, link and code copied'],
  copyCode: ['复制提取码 {0}', 'Copy code {0}'],
  code: ['提取码', 'Code'],
  codeIs: ['提取码：{0}', 'Code: {0}'],
  archive: ['存档', 'Archive'],
  archiveHint: ['来自存档，这次没有来源返回它', 'From the archive; no source returned it this time'],
  moreSources: ['还有 {0} 个来源', '1 more source|{0} more sources'],
  states: [
    { ok: '有效', bad: '已失效', locked: '需提取码', uncertain: '无法确认', asking: '检测中' },
    { ok: 'Alive', bad: 'Dead', locked: 'Locked', uncertain: 'Unknown', asking: 'Checking' },
  ],
  checkedAt: ['{0}检测', 'checked {0}'],
})
