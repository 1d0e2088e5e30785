// Messages of the works view that are loaded late: details, export, selection, a pasted share.
import type { Messages } from '../../use-messages.ts'

const zh = {
  copyWork: '复制',
  copyAddress: '复制作品地址',
  copiedAddress: '已复制作品地址',
  share: '分享',
  exportTitle: (count: number) => `导出 ${count} 项`,
  copyText: '复制文本',
  copiedText: (count: number) => `已复制 ${count} 项`,
  formats: { txt: '文本文件', json: 'JSON', csv: 'CSV 表格' },
  choose: '选择几项…',
  selected: (count: number) => `已选 ${count} 项`,
  export: '导出',
  done: '取消选择',
  mineTitle: '我的网盘',
  mineHint: '记在这个浏览器里。这些网盘的链接排在最前面。',
  pasted: '你粘贴的分享',
  pastedWork: '属于',
  notCheckable: '无法检测',
  open: '打开',
  copy: '复制',
}

const en: typeof zh = {
  copyWork: 'Copy',
  copyAddress: 'Copy address',
  copiedAddress: 'Address of the work copied',
  share: 'Share',
  exportTitle: (count) => (count === 1 ? 'Export 1 item' : `Export ${count} items`),
  copyText: 'Copy as text',
  copiedText: (count) => (count === 1 ? '1 item copied' : `${count} items copied`),
  formats: { txt: 'Text file', json: 'JSON', csv: 'CSV table' },
  choose: 'Select some…',
  selected: (count) => `${count} selected`,
  export: 'Export',
  done: 'Cancel selection',
  mineTitle: 'My clouds',
  mineHint: 'Kept in this browser. Links of these clouds come first.',
  pasted: 'The share that you pasted',
  pastedWork: 'Belongs to',
  notCheckable: 'cannot be checked',
  open: 'Open',
  copy: 'Copy',
}

export const moreWorksMessages: Messages<typeof zh> = { zh, en }
