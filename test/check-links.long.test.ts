// Tests that the verdicts of link checks outlast a restart.
import { expect, it } from 'vitest'
import { checkResponse } from '../src/contract/check.ts'
import { fixedShares } from '../standin/clouds/share-states.ts'
import { newFolder } from './kit/disk.ts'
import { launchTrawl } from './kit/process.ts'
import { standinOfTest } from './kit/standin.ts'

/** Starts the service as a process over a stand-in. */
async function startTrawl(DATA_DIR: string) {
  const standin = await standinOfTest()
  const { service, url } = await launchTrawl({ UPSTREAM_GATEWAY: standin.url, CHANNELS: 'demo_share', DATA_DIR })
  const check = async (items: readonly object[]) => {
    const response = await fetch(`${url}/api/check/links`, { method: 'POST', body: JSON.stringify({ items }) })
    return checkResponse.parse(await response.json()).results
  }
  return { service, check }
}

it('what is known outlasts a restart', async () => {
  const folder = newFolder()
  const items = [
    { url: `https://pan.quark.cn/s/${fixedShares.quark?.gone}` },
    { url: `https://www.alipan.com/s/${fixedShares.aliyun?.open}` },
  ]
  const first = await startTrawl(folder)
  const before = await first.check(items)
  expect(before.map(({ state, cache_hit }) => [state, cache_hit])).toEqual([
    ['bad', false],
    ['ok', false],
  ])
  first.service.signal('SIGTERM')
  expect(await first.service.ended).toBe(0)
  const second = await startTrawl(folder)
  expect(await second.check(items)).toEqual(before.map((result) => ({ ...result, cache_hit: true })))
})
