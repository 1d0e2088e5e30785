// Messages of search history, suggestions and pictures.
import { createMessages } from '../use-messages.ts'

export const moreMessages = createMessages({
  history: {
    title: ['最近搜索', 'Recent searches'],
    clear: ['清空', 'Clear'],
    cleared: ['搜索记录已清空', 'Recent searches cleared'],
    undo: ['撤销', 'Undo'],
    remove: ['删除记录“{0}”', 'Remove “{0}”'],
    empty: ['没有搜索记录了', 'No recent searches'],
    src: { all: ['', ''], tg: ['只搜频道', 'channels only'], plugin: ['只搜插件', 'plugins only'] },
    channels: ['{0} 个频道', '1 channel|{0} channels'],
    plugins: ['{0} 个插件', '1 plugin|{0} plugins'],
    types: ['{0} 种网盘', '1 cloud|{0} clouds'],
  },
  suggestions: {
    label: ['搜索建议', 'Suggestions'],
    recent: ['最近搜索', 'Recent'],
  },
  pictures: {
    show: ['图片 {0}', '1 picture|{0} pictures'],
    alt: ['{0}（图 {1}/{2}）', '{0} (picture {1} of {2})'],
    enlarge: ['看大图', 'Enlarge'],
    previous: ['上一张', 'Previous picture'],
    next: ['下一张', 'Next picture'],
    loading: ['图片加载中', 'Loading picture'],
    forbidden: ['无法显示此图', 'Cannot be shown'],
    gone: ['图片加载失败', 'Picture not available'],
  },
})
