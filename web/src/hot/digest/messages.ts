// Messages of the digest.
import { createMessages } from '../../use-messages.ts'

export const digestMessages = createMessages({
  title: ['早报', 'Digest'],
  loading: ['正在加载早报', 'Loading the digest'],
  stories: ['十件事', 'Ten stories'],
  noStories: [
    '还没有多个平台都在说的事。打开榜单，过一会儿再来看。',
    'No story of several sites yet. Open the lists and come back in a moment.',
  ],
  found: ['你关注的词', 'Your watched words'],
  noneFound: ['过去一天没有新内容。', 'Nothing new in the last day.'],
  toWatched: ['管理关注', 'Manage watches'],
  send: ['每天送到手机上', 'Send it every day'],
  time: ['时间', 'Time'],
  notifier: ['送到', 'Send to'],
  start: ['每天发送', 'Send daily'],
  save: ['保存', 'Save'],
  stop: ['不再发送', 'Stop'],
  name: ['早报', 'Digest'],
  sentAt: ['每天 {0} 送到 {1}', 'sent daily at {0} to {1}'],
  noNotifier: ['还没有通知方式。', 'There is no notifier yet.'],
  toNotifiers: ['添加通知方式', 'Add a notifier'],
  notAllowed: ['登录后可以每天收到它。', 'Log in to receive it every day.'],
})
