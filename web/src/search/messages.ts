// Messages of the search view.
import { createMessages } from '../use-messages.ts'

export const searchMessages = createMessages({
  title: ['网盘搜索', 'Search for share links'],
  placeholder: ['搜影视、书籍、软件', 'Films, books…'],
  search: ['搜索', 'Search'],
  clear: ['清除', 'Clear'],
  choose: ['选择来源', 'Choose sources'],
  total: [
    (count: number, shown = count) => (shown < count ? `显示 ${shown} / ${count} 条` : `共 ${count} 条`),
    (count: number, shown = count) => {
      if (shown < count) return `${shown} of ${count} results`
      return count === 1 ? '1 result' : `${count} results`
    },
  ],
  sources: ['来源', 'Sources'],
  answered: [
    (answered: number, asked: number) => `来源 ${answered}/${asked}`,
    (answered: number, asked: number) => `Sources ${answered}/${asked}`,
  ],
  failed: [(count: number) => `失败 ${count}`, (count: number) => `${count} failed`],
  starting: ['正在搜索…', 'Searching…'],
  stopped: ['已停止', 'Stopped'],
  broken: ['连接中断，结果已保留', 'Connection lost; results kept'],
  brokenOffline: ['已离线，结果已保留', 'Offline; results kept'],
  finished: [
    (count: number) => `搜索结束，共 ${count} 条结果`,
    (count: number) => (count === 1 ? 'Done: 1 result' : `Done: ${count} results`),
  ],
  progress: ['搜索进度', 'Search progress'],
  problems: ['来源情况', 'Source status'],
  stop: ['停止搜索', 'Stop searching'],
  refresh: ['重新搜索，不用缓存', 'Search again without the cache'],
  tabs: ['网盘类型', 'Clouds'],
  all: ['全部', 'All'],
  results: ['搜索结果', 'Results'],
  copyLink: ['复制标题、链接和提取码', 'Copy title, link and code'],
  copiedLink: ['已复制标题和链接', 'Title and link copied'],
  copiedWithCode: ['已复制标题、链接和提取码', 'Title, link and code copied'],
  copyCode: [(code: string) => `复制提取码 ${code}`, (code: string) => `Copy code ${code}`],
  code: ['提取码', 'Code'],
  archive: ['存档', 'Archive'],
  archiveHint: ['来自存档，这次没有来源返回它', 'From the archive; no source returned it this time'],
  moreSources: [
    (count: number) => `还有 ${count} 个来源`,
    (count: number) => (count === 1 ? '1 more source' : `${count} more sources`),
  ],
  states: [
    { ok: '有效', bad: '已失效', locked: '需提取码', uncertain: '无法确认', asking: '检测中' },
    { ok: 'Alive', bad: 'Dead', locked: 'Locked', uncertain: 'Unknown', asking: 'Checking' },
  ],
  checkedAt: [(age: string) => `${age}检测`, (age: string) => `checked ${age}`],
})
