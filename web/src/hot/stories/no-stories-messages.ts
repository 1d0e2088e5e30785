// Messages in place of stories: why there are none.
import type { Messages } from '../../use-messages.ts'

const zh = {
  none: '还没有多个平台都在说的事',
  noneHint: '至少两个平台的榜单提到同一件事，才会出现在这里。榜单有人看过才会更新，过一会儿再来看看。',
  allFailed: '所有榜单都失败了',
  allFailedHint: '多半是服务器的网络问题，不代表没有热点。如果总是这样，请给服务器设置代理（HTTPS_PROXY）。',
  noneFiltered: '这个范围内没有热点',
  noneFilteredHint: '换一个分类，或者选更长的时间范围。',
  reset: '查看全部',
}

const en: typeof zh = {
  none: 'Nothing that several sites report yet',
  noneHint: 'A story needs two sites. Lists are fetched when somebody views them; come back in a moment.',
  allFailed: 'All lists failed',
  allFailedHint:
    'Probably a network problem of the server; there may still be stories. If this persists, set a proxy (HTTPS_PROXY).',
  noneFiltered: 'No stories here',
  noneFilteredHint: 'Choose another topic or a longer time span.',
  reset: 'Show all',
}

export const noStoriesMessages: Messages<typeof zh> = { zh, en }
