// Tests of what the palette offers.
import { expect, it } from 'vitest'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { type CommandGroups, offer } from './commands.ts'

function run(): void {
  throw new Error('nothing is picked here')
}

function record(id: string, name: string, pinyin: string): SourceRecord {
  return {
    ...{ id, name, pinyin, family: id, home: `https://${id}.example`, type: 'hottest', interval: 60, enabled: true },
    ...{ column: 'china', color: '#000000' },
  }
}

const groups: CommandGroups = {
  records: [record('weibo', '微博', 'wei bo'), record('zhihu', '知乎', 'zhi hu')],
  toList: ({ id, name }) => ({ id, label: name, run }),
  commands: [{ id: 'dark', label: '深色', words: 'theme dark', run }],
  searches: [{ id: 'recent', label: '纸鹤', run }],
  withText: (text) => [{ id: 'search', label: `搜索 ${text}`, run }],
}

function offered(typed: string): string[] {
  return offer(typed, groups).map(({ id }) => id)
}

it('without text are searches and commands', () => {
  expect(offered(' ')).toEqual(['recent', 'dark'])
})

it.each([
  ['wb', ['weibo', 'search']],
  ['dark', ['dark', 'search']],
  ['纸', ['recent', 'search']],
  ['海鸥', ['search']],
])('for %s are what it names, and a search', (typed, ids) => {
  expect(offered(typed)).toEqual(ids)
})
