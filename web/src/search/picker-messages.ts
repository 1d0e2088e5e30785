// Messages of the dialog that selects clouds, channels and plugins.
import { createMessages } from '../use-messages.ts'

export const pickerMessages = createMessages({
  title: ['搜索范围', 'Where to search'],
  noneIsAll: ['不选即搜索全部。', 'Select none to search all.'],
  types: ['网盘类型', 'Clouds'],
  where: ['搜索来源', 'Search in'],
  src: [
    { all: '频道和插件', tg: '只搜频道', plugin: '只搜插件' },
    { all: 'Channels and plugins', tg: 'Channels only', plugin: 'Plugins only' },
  ],
  plugins: ['插件', 'Plugins'],
  channels: ['Telegram 频道', 'Telegram channels'],
  all: ['全部 {0} 个', 'all {0}'],
  chosen: ['已选 {0} / {1}', '{0} of {1}'],
  filter: ['筛选{0}', 'Filter {0}'],
  filterHint: ['输入名称的一部分', 'Part of the name'],
  pick: ['全选', 'Select all'],
  pickFound: ['选中这 {0} 个', 'Select this one|Select these {0}'],
  clear: ['清除', 'Clear'],
  nothingFound: ['没有匹配的名称', 'No match'],
  own: ['添加自己的频道', 'Add your own channel'],
  ownHint: ['频道名、@频道名、t.me/…', 'name, @name, t.me/…'],
  add: ['添加', 'Add'],
  notChannels: [
    '“{0}”不是有效的频道名：应为 4 到 32 个字母、数字或下划线，以字母开头。',
    '“{0}” is not a channel name: use 4 to 32 letters, digits or underscores, starting with a letter.',
  ],
  remove: ['移除频道 {0}', 'Remove channel {0}'],
  links: ['{0} 条', '1 link|{0} links'],
  legend: ['条数为近 30 天的存档，状态：', 'Links: archived in 30 days. Status:'],
  health: [
    { healthy: '正常', degraded: '不稳定', unhealthy: '不可用', unknown: '' },
    { healthy: 'works', degraded: 'unstable', unhealthy: 'down', unknown: '' },
  ],
  loading: ['正在加载来源…', 'Loading sources…'],
  apply: ['确定', 'Apply'],
  cancel: ['取消', 'Cancel'],
  reset: ['恢复全部', 'Reset'],
})
