// Registry of the cloud mocks that link checks ask, by host.
import { create115 } from './clouds/115.ts'
import { create123 } from './clouds/123.ts'
import { createAliyun } from './clouds/aliyun.ts'
import { createBaidu } from './clouds/baidu.ts'
import { createPikpak, createXunlei } from './clouds/drive-api.ts'
import { createMobile } from './clouds/mobile.ts'
import { createQuark, createUc } from './clouds/share-page-api.ts'
import { createTianyi } from './clouds/tianyi.ts'
import type { UpstreamHandler } from './mock-response.ts'

type Maker = (seed: number) => UpstreamHandler

const sitesOf123 = [
  '123pan.com',
  '123pan.cn',
  ...['684', '685', '865', '912', '592', '951', '957'].map((end) => `123${end}.com`),
]
const hostsOf123 = [
  ...sitesOf123.flatMap((host) => [host, `www.${host}`]),
  'api.123pan.cn',
  ...['share.123pan.cn', 'share.123pan.com', 'mshare.123pan.com'].map((host) => `1800000001.${host}`),
]

const makers: ReadonlyArray<readonly [Maker, readonly string[]]> = [
  [createAliyun, ['api.aliyundrive.com', 'api.alipan.com']],
  [createBaidu, ['pan.baidu.com']],
  [createQuark, ['drive-h.quark.cn', 'drive-pc.quark.cn', 'drive.quark.cn']],
  [createUc, ['pc-api.uc.cn', 'drive.uc.cn']],
  [createTianyi, ['cloud.189.cn']],
  [createMobile, ['share-kd-njs.yun.139.com']],
  [create115, ['115cdn.com']],
  [create123, hostsOf123],
  [createXunlei, ['api-pan.xunlei.com']],
  [createPikpak, ['api-drive.mypikpak.com']],
]

/** Creates the mocks of all clouds; the seed decides the states of their shares. */
export function createClouds(seed: number): ReadonlyMap<string, UpstreamHandler> {
  return new Map(
    makers.flatMap(([make, hosts]) => {
      const cloud = make(seed)
      return hosts.map((host) => [host, cloud] as const)
    }),
  )
}
