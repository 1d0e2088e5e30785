// A check only asks hosts of its own cloud, whatever address a caller sends.
import { describe, expect, it } from 'vitest'
import { caseCount } from '../../../test/kit/case-count.ts'
import { inTime, makeChecks } from '../../../test/kit/checks.ts'
import type { Transport } from '../../upstream/net/transport.ts'
import { loadChecks } from './check.ts'

const given = { CAPTCHA_TOKEN: 'ck0.token', CLIENT_ID: 'client', DEVICE_ID: 'device' }
const tokens = Object.fromEntries(
  ['XUNLEI', 'PIKPAK'].flatMap((cloud) => Object.entries(given).map(([name, value]) => [`${cloud}_${name}`, value])),
)
const checks = await loadChecks(tokens, { warn: () => undefined })

/** The domains of the clouds' own. */
const own =
  /^https:\/\/(?:[a-z0-9-]+\.)*(?:baidu\.com|quark\.cn|uc\.cn|aliyundrive\.com|alipan\.com|189\.cn|139\.com|115cdn\.com|115\.com|xunlei\.com|mypikpak\.com|123pan\.com|123pan\.cn|123684\.com|123685\.com|123865\.com|123912\.com|123592\.com)\//

/** Where the checks of these addresses went; each was answered with nothing that can be read. */
async function askedFor(addresses: readonly string[]): Promise<string[]> {
  const sent: string[] = []
  const send: Transport['send'] = async ({ url }) => {
    sent.push(url.href)
    return { status: 200, headers: {}, body: nothing(), discard: () => undefined }
  }
  const { ask } = makeChecks({}, { checks, send })
  await inTime(ask(addresses, 60_000))
  return sent
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('<p>nothing</p>')
}

const shares: Readonly<Record<string, string>> = {
  uc: 'drive.uc.cn/s/0ffa000000001',
  quark: 'pan.quark.cn/s/0ffa00000001',
  baidu: 'pan.baidu.com/s/1StandInShareAaBbCcDdE1',
  aliyun: 'www.alipan.com/s/StandInAa01',
  tianyi: 'cloud.189.cn/t/StandInTy001',
  mobile: 'yun.139.com/shareweb/#/w/i/StandInMob001',
  '115': '115cdn.com/s/standin0001?password=k3m9',
  '123': 'www.123pan.com/s/StandI-Aa01',
  xunlei: 'pan.xunlei.com/s/VOStandInShareAaBbCcDdEe01',
  pikpak: 'mypikpak.com/s/VOStandInPikPkAaBbCcDdEe01',
}

function pathOf(share: string): string {
  return share.slice(share.indexOf('/'))
}

function hostOf(share: string): string {
  return share.slice(0, share.indexOf('/'))
}

/** Addresses at hosts that are not the cloud's, in ways in which one could be taken for it. */
function foreign(share: string): string[] {
  const [host, path] = [hostOf(share), pathOf(share)]
  return [
    `https://evil.test${path}`,
    `http://127.0.0.1:8888${path}`,
    `http://[::1]${path}`,
    `http://169.254.169.254${path}`,
    `https://${host}.evil.test${path}`,
    `https://evil-${host}${path}`,
    `https://evil.test\\@${host}.x${path}`,
    `https://${host}@evil.test${path}`,
    `https://${host}:443@evil.test${path}`,
    `https://${host}%2eevil.test${path}`,
    `https://${host}\u3002evil.test${path}`,
    `//evil.test${path}`,
    `file:///${share}`.replace(host, 'evil.test'),
    `https://evil.test/#${host}`,
  ]
}

/** Addresses that name a foreign host and a share besides: whoever is asked is the cloud of the share. */
function wrapped(share: string): string[] {
  const [host, path] = [hostOf(share), pathOf(share)]
  return [
    `https://evil.test/go?to=https://${share}`,
    `https://evil.test/go?to=${encodeURIComponent(`https://${share}`)}`,
    `https://evil.test@${host}${path}`,
    `https://user:pass@${host}${path}`,
    `https://${host}:8443${path}`,
    `http://${host}${path}`,
    `//${host}${path}`,
    `https://${host}${path}&next=https://evil.test/`,
    `https://${host}${path}#https://evil.test/`,
  ]
}

const entries = Object.entries(shares).map(([cloud, share], index) => [cloud, share, index] as const)

describe.each(entries)('%s', (cloud, share, index) => {
  it('is asked for a share of its own', async () => {
    const sent = await askedFor([`https://${share}`])
    expect(sent.length, cloud).toBeGreaterThan(0)
    expect(sent.filter((url) => !own.test(url))).toEqual([])
  })

  it('nobody is asked for an address at another host', async () => {
    expect(await askedFor(foreign(share))).toEqual([])
  })

  it('nobody else is asked for an address that names another host besides', async () => {
    // `npm test` tries one address of each cloud, and each way of writing it at one cloud at least.
    const addresses = wrapped(share)
    const rotated = [...addresses.slice(index % addresses.length), ...addresses]
    for (const address of rotated.slice(0, caseCount(addresses.length))) {
      const sent = await askedFor([address])
      expect(
        sent.filter((url) => !own.test(url)),
        address,
      ).toEqual([])
    }
  })
})
