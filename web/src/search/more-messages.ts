// Messages of search history, suggestions and pictures.
import { createMessages } from '../use-messages.ts'

export const moreMessages = createMessages({
  history: [
    {
      title: '最近搜索',
      clear: '清空',
      cleared: '搜索记录已清空',
      undo: '撤销',
      remove: (kw: string) => `删除记录“${kw}”`,
      empty: '没有搜索记录了',
      src: { all: '', tg: '只搜频道', plugin: '只搜插件' },
      channels: (count: number) => `${count} 个频道`,
      plugins: (count: number) => `${count} 个插件`,
      types: (count: number) => `${count} 种网盘`,
    },
    {
      title: 'Recent searches',
      clear: 'Clear',
      cleared: 'Recent searches cleared',
      undo: 'Undo',
      remove: (kw: string) => `Remove “${kw}”`,
      empty: 'No recent searches',
      src: { all: '', tg: 'channels only', plugin: 'plugins only' },
      channels: (count: number) => (count === 1 ? '1 channel' : `${count} channels`),
      plugins: (count: number) => (count === 1 ? '1 plugin' : `${count} plugins`),
      types: (count: number) => `${count} clouds`,
    },
  ],
  suggestions: [
    { label: '搜索建议', recent: '最近搜索' },
    { label: 'Suggestions', recent: 'Recent' },
  ],
  pictures: [
    {
      show: (count: number) => `图片 ${count}`,
      alt: (title: string, at: number, count: number) => `${title}（图 ${at}/${count}）`,
      enlarge: '看大图',
      previous: '上一张',
      next: '下一张',
      loading: '图片加载中',
      forbidden: '无法显示此图',
      gone: '图片加载失败',
    },
    {
      show: (count: number) => (count === 1 ? '1 picture' : `${count} pictures`),
      alt: (title: string, at: number, count: number) => `${title} (picture ${at} of ${count})`,
      enlarge: 'Enlarge',
      previous: 'Previous picture',
      next: 'Next picture',
      loading: 'Loading picture',
      forbidden: 'Cannot be shown',
      gone: 'Picture not available',
    },
  ],
})
