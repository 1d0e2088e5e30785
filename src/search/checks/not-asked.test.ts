// Shares that are answered without asking the cloud: no effect on breaker, cache or metrics.
import { expect, test, vi } from 'vitest'
import { inTime, makeChecks, start, statesOf } from '../../../test/kit/checks.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import { recognise } from '../clouds/recognise.ts'
import { type CloudCheck, loadChecks } from './check.ts'

const real = await loadChecks({}, { warn: () => undefined })

/** The address of a share of 115, one for each number. */
function share(number: number): string {
  return `https://115cdn.com/s/abcdefgh${100 + number}`
}

/** Checks of 115 alone, which fails in this way whenever it is asked with an access code; `count` says how often it was. */
function makeFailing(error: UpstreamError) {
  let count = 0
  const check = real.get('115')
  if (!check) throw new Error('there is no check of 115')
  const failing: CloudCheck = {
    ...check,
    manners: { parallel: 1, spacingMs: 0 },
    ask(share, io) {
      if (share.password === '') return check.ask(share, io)
      count += 1
      return Promise.reject(error)
    },
  }
  return { ...makeChecks({}, { checks: new Map([['115', failing]]) }), count: () => count }
}

const tokens = 'needs the settings XUNLEI_CAPTCHA_TOKEN, XUNLEI_CLIENT_ID, XUNLEI_DEVICE_ID'
const unknown = 'the address does not tell which share it is'

test.each([
  [share(1), 'locked', 12 * 60, 'shows nothing without an access code'],
  ['https://pan.qoark.cn/s/aBcDeF12', 'uncertain', 30, `cannot be asked: ${unknown}`],
  [
    'https://www.alipan.com/t/AbCdEf12',
    'uncertain',
    30,
    'cannot be asked: the short address does not tell which share it is',
  ],
  ['https://pan.baidu.com/share/link?shareid=100000001&uk=2000000001', 'uncertain', 30, 'cannot be asked: '],
  ['https://pan.xunlei.com/s/VOStandInShareAaBbCcDdEe01', 'uncertain', 30, `cannot be asked: ${tokens}`],
  ['https://mypikpak.com/s/VOStandInPikPkAaBbCcDdEe01', 'uncertain', 30, 'cannot be asked: needs the setting PIKPAK'],
])('of %s is said that it is %s and why, and nothing is noted or counted', async (url, state, minutes, why) => {
  const { ask, knownHealth, metrics } = makeChecks({}, { checks: real })
  const [result] = await ask([url])
  const times = { checked_at: start, expires_at: start + minutes * 60_000 }
  expect(result).toMatchObject({ state, normalized_url: url, cache_hit: false, ...times })
  expect(result?.summary).toContain(why)
  expect(knownHealth.stateOf(recognise(url)?.key ?? 'no share')).toBeUndefined()
  expect(await metrics.text()).not.toContain('trawl_link_checks_total{')
})

test('behind the scenes they are as good as known', async () => {
  const { checks, ask } = makeChecks({}, { checks: real })
  const asked = recognise(share(1))
  const looked = asked && (await checks.recheck({ share: asked, password: '' }))
  expect(looked).toEqual({ until: start + 12 * 60 * 60_000, wasKnown: true })
  expect(await ask([share(1)])).toMatchObject([{ cache_hit: false }])
})

test('many of them are told at once, without room being taken', async () => {
  const reserve = vi.fn(() => () => undefined)
  const { ask } = makeChecks({}, { checks: real, capacity: { reserve } })
  const results = await ask(Array.from({ length: 256 }, (_, number) => share(number)))
  expect(new Set(statesOf(results))).toEqual(new Set(['locked']))
  expect(reserve.mock.calls).toEqual([[0, undefined]])
  expect(Date.now()).toBe(start)
})

test('between failures they are no success: the cloud is left alone after three', async () => {
  const { ask, count } = makeFailing(new UpstreamError('timeout', 'no answer within 8 s'))
  for (let number = 0; number < 6; number += 1) {
    await inTime(ask([{ url: share(number), password: 'k3m9' }]))
    await inTime(ask([share(number + 50)]))
  }
  expect(count()).toBe(3)
})

test('they are told while the cloud is left alone', async () => {
  const { ask } = makeFailing(new UpstreamError('blocked', 'answered 405'))
  await inTime(ask([{ url: share(1), password: 'k3m9' }]))
  expect(statesOf(await ask([share(2)]))).toEqual(['locked'])
})
