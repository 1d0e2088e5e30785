// The error message for an unknown hot list.
import { expect, test } from 'vitest'
import type { HotSource } from '../../client/client.ts'
import { unknownListMessage } from './suggest.ts'

function sourceOf(id: string, family: string, name: string, pinyin: string): HotSource {
  const fixed = { type: 'hottest', interval: 600, enabled: true, column: 'china', color: '#000000' } as const
  return { ...fixed, id, family, name, pinyin, home: 'https://example.org' }
}

const sources = [
  sourceOf('weibo', 'weibo', '微博', 'wei bo'),
  sourceOf('zhihu', 'zhihu', '知乎', 'zhi hu'),
  sourceOf('bilibili-hot', 'bilibili', '哔哩哔哩', 'bi li bi li'),
]

test.each(['微博', 'WB', 'wei'])('a list that people call %s is named', (word) => {
  expect(unknownListMessage(word, sources)).toBe(`unknown list ${word}; did you mean weibo?`)
})

test('of a slip of the pen the nearest id is told, and of anything else where all are', () => {
  expect(unknownListMessage('zhihuu', sources)).toBe('unknown list zhihuu; did you mean zhihu?')
  expect(unknownListMessage('wiebo', sources)).toBe('unknown list wiebo; did you mean weibo?')
  expect(unknownListMessage('nothing like it', sources)).toContain('trawl hot --list --all')
})
