// Loading the checks of clouds: which there are, and what is said of wrong settings.
import { expect, it } from 'vitest'
import { cloudTypes } from '../../contract/cloud-types.ts'
import { loadChecks } from './check.ts'

async function loaded(env: Readonly<Record<string, string>>) {
  const warnings: unknown[] = []
  const checks = await loadChecks(env, { warn: (words: unknown) => void warnings.push(words) })
  return { checks, warnings }
}

it('there is a check for each cloud that can be asked, and for nothing else', async () => {
  const unasked = new Set(['guangya', 'magnet', 'ed2k', 'others'])
  const { checks, warnings } = await loaded({})
  expect([...checks.keys()].sort()).toEqual(cloudTypes.filter((type) => !unasked.has(type)).sort())
  expect(warnings).toEqual([])
})

it('all wrong settings are named at once', async () => {
  const wrong = { XUNLEI_CAPTCHA_TOKEN: '两个字', PIKPAK_CAPTCHA_TOKEN: '两个字' }
  await expect(loaded(wrong)).rejects.toThrow(/PIKPAK_CAPTCHA_TOKEN: must.*\nXUNLEI_CAPTCHA_TOKEN: must/)
})

it('what looks like a setting of a check and is none is warned of', async () => {
  expect((await loaded({ XUNLEI_TOKEN: 'x' })).warnings).toEqual([
    expect.stringMatching(/^XUNLEI_TOKEN: xunlei has no such setting; it has XUNLEI_CAPTCHA_TOKEN/),
  ])
})
