// Messages of the works view that are loaded late: details, export, selection, a pasted share.
import { createMessages } from '../../use-messages.ts'

export const moreWorksMessages = createMessages({
  copyWork: ['复制', 'Copy'],
  named: [(cloud: string) => `${cloud}：`, (cloud: string) => `${cloud}: `],
  allDead: ['链接都已失效', 'All links are dead'],
  copiedLinks: [
    (count: number, dead: number) => `已复制 ${count} 条链接${dead > 0 ? `，${dead} 条已失效，未复制` : ''}`,
    (count: number, dead: number) =>
      `${count === 1 ? '1 link' : `${count} links`} copied${dead > 0 ? `; ${dead} dead, not copied` : ''}`,
  ],
  sameTitle: [
    (count: number) => `另有 ${count} 部同名`,
    (count: number) => (count === 1 ? '1 more of this title' : `${count} more of this title`),
  ],
  attributes: ['版本', 'Versions'],
  reached: [
    (to: number, total: number) => `更新至 ${to} 集，共 ${total} 集`,
    (to: number, total: number) => `Up to episode ${to} of ${total}`,
  ],
  other: [
    (count: number) => `另有 ${count} 条`,
    (count: number) => (count === 1 ? '1 more link' : `${count} more links`),
  ],
  dead: [
    (count: number) => `${count} 条已失效`,
    (count: number) => (count === 1 ? '1 dead link' : `${count} dead links`),
  ],
  changes: ['更新经过', 'How it changed'],
  qrOf: [(cloud: string) => `${cloud}的二维码`, (cloud: string) => `QR code (${cloud})`],
  scan: [
    (cloud: string) => `用手机上的${cloud} App 或相机扫一扫`,
    (cloud: string) => `Scan with the app of ${cloud} or the camera of a phone`,
  ],
  openOf: [(cloud: string) => `打开${cloud}`, (cloud: string) => `Open ${cloud}`],
  picture: ['生成图片', 'Picture'],
  pictureTitle: ['发给朋友的图片', 'A picture to send'],
  pictureHint: ['长按图片可以保存或转发。', 'Hold the picture to save or send it.'],
  savePicture: ['保存图片', 'Save'],
  noPicture: ['这个浏览器没能画出图片', 'This browser could not draw the picture'],
  scanToOpen: [(cloud: string) => `扫码打开${cloud}`, (cloud: string) => `Scan to open ${cloud}`],
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
