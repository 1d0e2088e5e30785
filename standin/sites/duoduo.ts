// Mock of duoduo (duoduo.md): labi's template with many clouds, closed during the day.

import type { SiteProfile } from '../corpus/listings.ts'
import type { UpstreamHandler } from '../mock-response.ts'
import { createMaccms } from './maccms.ts'

const webHosts = [
  'pan.quark.cn/s',
  'drive.uc.cn/s',
  'pan.baidu.com/s',
  '(?:www.)?(?:aliyundrive|alipan).com/s',
  'pan.xunlei.com/s',
  'cloud.189.cn/t',
  '115.com/s',
  'caiyun.feixin.10086.cn',
  'share.weiyun.com',
  '(?:www.)?lanzou[a-z].com',
  '(?:www.)?jianguoyun.com',
  '(?:www.)?123pan.com/s',
  'mypikpak.com/s',
]
const webAddress = `https?://(?:${webHosts.join('|').replaceAll('.', String.raw`\.`)})/`

/** Four common clouds and occasional others; access codes only inside the URLs. */
export const duoduoTaste: SiteProfile = {
  types: [
    'quark',
    'baidu',
    'uc',
    'xunlei',
    'aliyun',
    'tianyi',
    '115',
    'mobile',
    'others',
    '123',
    'pikpak',
    'magnet',
    'ed2k',
  ],
  has: 0.4,
  codes: 'inside',
  most: 6,
  spelled: new RegExp(String.raw`^(?:${webAddress}|magnet:\?xt=urn:btih:[0-9a-fA-F]{40}|ed2k:)`),
  bare: 0.03,
}

/** Mock of tv.yydsys.top. */
export function createDuoduo(seed: number, now: Date): UpstreamHandler {
  const site = { name: 'duoduo', title: '多多演示站', firstId: 8000, picture: 'player', poster: 'mobile-play' } as const
  return createMaccms({ ...site, taste: duoduoTaste, closed: [5, 18] }, seed, now)
}
