// Names of the clouds in both languages.
import type { CloudType } from '../../../src/contract/cloud-types.ts'
import type { Messages } from '../use-messages.ts'

const zh: Readonly<Record<CloudType, string>> = {
  baidu: '百度网盘',
  aliyun: '阿里云盘',
  quark: '夸克网盘',
  guangya: '光鸭云盘',
  tianyi: '天翼云盘',
  uc: 'UC 网盘',
  mobile: '移动云盘',
  '115': '115 网盘',
  pikpak: 'PikPak',
  xunlei: '迅雷云盘',
  '123': '123 云盘',
  magnet: '磁力链接',
  ed2k: '电驴链接',
  others: '其他',
}

const en: typeof zh = {
  baidu: 'Baidu',
  aliyun: 'Aliyun',
  quark: 'Quark',
  guangya: 'Guangya',
  tianyi: 'Tianyi',
  uc: 'UC',
  mobile: 'China Mobile',
  '115': '115',
  pikpak: 'PikPak',
  xunlei: 'Xunlei',
  '123': '123',
  magnet: 'Magnet',
  ed2k: 'eD2k',
  others: 'Others',
}

export const cloudNames: Messages<typeof zh> = { zh, en }

const shortZh: typeof zh = {
  ...zh,
  baidu: '百度',
  aliyun: '阿里',
  quark: '夸克',
  guangya: '光鸭',
  tianyi: '天翼',
  uc: 'UC',
  mobile: '移动',
  '115': '115',
  xunlei: '迅雷',
  '123': '123',
  magnet: '磁力',
  ed2k: '电驴',
}

/** For places without room. */
export const shortCloudNames: Messages<typeof zh> = { zh: shortZh, en: { ...en, mobile: 'Mobile' } }
