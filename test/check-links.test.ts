// Tests link checks of the whole service: verdicts of the clouds, and background checks.
import { expect, it, vi } from 'vitest'
import { checkResponse } from '../src/contract/check.ts'
import { fixedPassword, fixedShares } from '../standin/clouds/share-states.ts'
import { startWholeTrawl } from './kit/whole-trawl.ts'

const tokens = Object.fromEntries(
  ['XUNLEI', 'PIKPAK'].flatMap((cloud) =>
    ['CAPTCHA_TOKEN', 'CLIENT_ID', 'DEVICE_ID'].map((name) => [`${cloud}_${name}`, 'ck0.given']),
  ),
)

/** Starts the service over a stand-in. */
async function startTrawl(env: Readonly<Record<string, string>> = {}) {
  const { app } = await startWholeTrawl({ env: { CHANNELS: 'demo_share', ...tokens, ...env } })
  const check = async (items: readonly object[]) => {
    const response = await app.inject({ method: 'POST', url: '/api/check/links', payload: { items } })
    return checkResponse.parse(response.json()).results
  }
  const text = async (path: string) => (await app.inject(path)).body
  return { check, text }
}

const addresses: Readonly<Record<string, string>> = {
  quark: 'https://pan.quark.cn/s/',
  uc: 'https://drive.uc.cn/s/',
  baidu: 'https://pan.baidu.com/s/',
  aliyun: 'https://www.alipan.com/s/',
  tianyi: 'https://cloud.189.cn/t/',
  mobile: 'https://yun.139.com/shareweb/#/w/i/',
  '115': 'https://115cdn.com/s/',
  '123': 'https://www.123pan.com/s/',
  xunlei: 'https://pan.xunlei.com/s/',
  pikpak: 'https://mypikpak.com/s/',
}

function address(cloud: string, fate: 'open' | 'coded' | 'gone' | 'banned' | 'throttled' | 'garbage'): string {
  return `${addresses[cloud]}${fixedShares[cloud]?.[fate]}`
}

it('every cloud says what has become of its shares, in the order in which they were asked for', async () => {
  const { check, text } = await startTrawl()
  const clouds = Object.keys(addresses)
  const there = clouds.map((cloud) => ({ disk_type: cloud, url: address(cloud, 'coded'), password: fixedPassword }))
  const gone = clouds.map((cloud) => ({ disk_type: cloud, url: address(cloud, 'gone') }))
  // 115 cannot be checked without a code, so the state is unknown.
  const expected = [...clouds.map(() => 'ok'), ...clouds.map((cloud) => (cloud === '115' ? 'locked' : 'bad'))]
  const results = await check([...there, ...gone])
  expect(results.map(({ url, state }) => [url, state])).toEqual(
    [...there, ...gone].map(({ url }, index) => [url, expected[index]]),
  )
  const figures = await text('/metrics')
  expect(figures).toContain('trawl_link_checks_total{cloud="baidu",state="bad"} 1')
  expect(figures).toContain('trawl_source_asks_total{source="check:quark",outcome="ok"} 2')
  expect(figures).toMatch(/trawl_source_ask_seconds_count\{kind="check",outcome="ok"\} \d/)
})

it('shares that searches show are checked in the background', async () => {
  const { text } = await startTrawl({ RECHECK: 'on' })
  for (const kw of ['电影', '电影', '电影 2024'])
    await text(`/api/search?kw=${encodeURIComponent(kw)}&src=tg&refresh=true`)
  await vi.waitFor(async () => expect(await text('/metrics')).toMatch(/trawl_link_checks_total\{.*\} \d/), {
    interval: 200,
  })
})
