// Tests link checks of the whole service: with the settings of a cloud, and in the background.
import { expect, it, vi } from 'vitest'
import { checkResponse } from '../src/contract/check.ts'
import { fixedShares } from '../standin/clouds/share-states.ts'
import { startWholeTrawl } from './kit/whole-trawl.ts'

it('a cloud that wants a login is asked with the settings of the environment, and the check is counted', async () => {
  const tokens = ['CAPTCHA_TOKEN', 'CLIENT_ID', 'DEVICE_ID'].map((name) => [`XUNLEI_${name}`, 'ck0.given'])
  const { app } = await startWholeTrawl({ env: { CHANNELS: 'demo_share', ...Object.fromEntries(tokens) } })
  const items = [{ url: `https://pan.xunlei.com/s/${fixedShares.xunlei?.gone}` }]
  const answer = await app.inject({ method: 'POST', url: '/api/check/links', payload: { items } })
  expect(checkResponse.parse(answer.json()).results).toMatchObject([{ disk_type: 'xunlei', state: 'bad' }])
  const { body } = await app.inject('/metrics')
  expect(body).toContain('trawl_link_checks_total{cloud="xunlei",state="bad"} 1')
  expect(body).toMatch(/trawl_source_ask_seconds_count\{kind="check",outcome="ok"\} \d/)
})

it('shares that searches show are checked in the background', async () => {
  const { app } = await startWholeTrawl({ env: { CHANNELS: 'demo_share', RECHECK: 'on' } })
  const text = async (path: string) => (await app.inject(path)).body
  for (const kw of ['电影', '电影', '电影 2024'])
    await text(`/api/search?kw=${encodeURIComponent(kw)}&src=tg&refresh=true`)
  await vi.waitFor(async () => expect(await text('/metrics')).toMatch(/trawl_link_checks_total\{.*\} \d/), {
    interval: 200,
  })
})
