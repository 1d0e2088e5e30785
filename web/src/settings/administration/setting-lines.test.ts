// Lines for `.env` that switch sources off.
import { expect, it } from 'vitest'
import { settingLines } from './setting-lines.ts'

it('sources are named in the setting of their kind, and a setting without any is left out', () => {
  expect(settingLines(['tg:one', 'weibo', 'plugin:labi', 'tg:two'])).toEqual([
    'CHANNELS=-one,-two',
    'DISABLED_PLUGINS=labi',
    'DISABLED_SOURCES=weibo',
  ])
  expect(settingLines(['weibo', 'zhihu'])).toEqual(['DISABLED_SOURCES=weibo,zhihu'])
  expect(settingLines([])).toEqual([])
})
