// Messages of the works view that are loaded late: details, export, selection, a pasted share.
import { createMessages } from '../../use-messages.ts'

export const moreWorksMessages = createMessages({
  copyWork: ['复制', 'Copy'],
  copyAddress: ['复制作品地址', 'Copy address'],
  copiedAddress: ['已复制作品地址', 'Address of the work copied'],
  share: ['分享', 'Share'],
  exportTitle: [
    (count: number) => `导出 ${count} 项`,
    (count: number) => (count === 1 ? 'Export 1 item' : `Export ${count} items`),
  ],
  copyText: ['复制文本', 'Copy as text'],
  copiedText: [
    (count: number) => `已复制 ${count} 项`,
    (count: number) => (count === 1 ? '1 item copied' : `${count} items copied`),
  ],
  formats: [
    { txt: '文本文件', json: 'JSON', csv: 'CSV 表格' },
    { txt: 'Text file', json: 'JSON', csv: 'CSV table' },
  ],
  choose: ['选择几项…', 'Select some…'],
  selected: [(count: number) => `已选 ${count} 项`, (count: number) => `${count} selected`],
  export: ['导出', 'Export'],
  done: ['取消选择', 'Cancel selection'],
  mineTitle: ['我的网盘', 'My clouds'],
  mineHint: ['记在这个浏览器里。这些网盘的链接排在最前面。', 'Kept in this browser. Links of these clouds come first.'],
  pasted: ['你粘贴的分享', 'The share that you pasted'],
  pastedWork: ['属于', 'Belongs to'],
  notCheckable: ['无法检测', 'cannot be checked'],
  open: ['打开', 'Open'],
  copy: ['复制', 'Copy'],
})
