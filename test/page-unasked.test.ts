// Tests the page's texts: nothing for shares that cannot be checked, and “unknown” after a failed check.
import { expect, test } from 'vitest'
import type { CheckResult } from '../src/contract/check.ts'
import { loadChecks } from '../src/search/checks/check.ts'
import { UpstreamError } from '../src/upstream/errors.ts'
import { displayedHealth } from '../web/src/search/link-health.ts'
import { inTime, makeChecks, start } from './kit/checks.ts'

const real = await loadChecks({}, { warn: () => undefined })

function shownOf(url: string, { state, checked_at: checkedAt, summary }: CheckResult) {
  const row = { key: url, type: 'others', url, password: '', title: '纸鹤', at: undefined, images: [] } as const
  const more = { sources: ['tg:abcd'], relevance: 'title', isFromArchive: false } as const
  return displayedHealth({ ...row, ...more }, { state, checkedAt, summary }, start)?.state
}

test.each([
  'https://pan.xunlei.com/s/VOStandInShareAaBbCcDdEe01',
  'https://mypikpak.com/s/VOStandInPikPkAaBbCcDdEe01',
  'https://www.alipan.com/t/AbCdEf12',
  'https://pan.baidu.com/share/link?shareid=100000001&uk=2000000001',
])('nothing is shown of %s, which cannot be asked about', async (url) => {
  const [result] = await makeChecks({}, { checks: real }).ask([url])
  expect(result?.state).toBe('uncertain')
  expect(result && shownOf(url, result)).toBeUndefined()
})

test('a try that failed is shown as uncertain', async () => {
  const url = 'https://pan.quark.cn/s/0a1b2c3d4e5f'
  const { ask } = makeChecks({ quark: () => Promise.reject(new UpstreamError('timeout', 'no answer within 8 s')) })
  const [result] = await inTime(ask([url]))
  expect(result && shownOf(url, result)).toBe('uncertain')
})
