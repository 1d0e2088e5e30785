// Names of the clouds in both languages.
import type { CloudType } from '../../../src/contract/cloud-types.ts'
import { createMessages } from '../use-messages.ts'

type Names = Readonly<Record<CloudType, readonly [zh: string, en: string]>>

const names = {
  baidu: ['百度网盘', 'Baidu'],
  aliyun: ['阿里云盘', 'Aliyun'],
  quark: ['夸克网盘', 'Quark'],
  guangya: ['光鸭云盘', 'Guangya'],
  tianyi: ['天翼云盘', 'Tianyi'],
  uc: ['UC 网盘', 'UC'],
  mobile: ['移动云盘', 'China Mobile'],
  '115': ['115 网盘', '115'],
  pikpak: ['PikPak', 'PikPak'],
  xunlei: ['迅雷云盘', 'Xunlei'],
  '123': ['123 云盘', '123'],
  magnet: ['磁力链接', 'Magnet'],
  ed2k: ['电驴链接', 'eD2k'],
  others: ['其他', 'Others'],
} as const satisfies Names

export const cloudNames = createMessages(names)

/** For places without room. */
export const shortCloudNames = createMessages({
  ...names,
  baidu: ['百度', 'Baidu'],
  aliyun: ['阿里', 'Aliyun'],
  quark: ['夸克', 'Quark'],
  guangya: ['光鸭', 'Guangya'],
  tianyi: ['天翼', 'Tianyi'],
  uc: ['UC', 'UC'],
  mobile: ['移动', 'Mobile'],
  '115': ['115', '115'],
  xunlei: ['迅雷', 'Xunlei'],
  '123': ['123', '123'],
  magnet: ['磁力', 'Magnet'],
  ed2k: ['电驴', 'eD2k'],
})
