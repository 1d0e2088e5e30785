// Tests how the spread of a story over the last hour is counted.
import { expect, test } from 'vitest'
import { spreadOf } from './spread.ts'

const minute = 60_000
const now = 500 * minute

function at(minutesAgo: number): number {
  return now - minutesAgo * minute
}

function platformOf(source: string): string {
  return source.replace(/-.*/, '')
}

test('the hour begins with the platforms that had it before, and counts each one that came once', () => {
  const items = [
    { source: 'weibo' },
    { source: 'zhihu', enteredAt: at(90) },
    { source: 'baidu', enteredAt: at(10) },
    { source: 'douyin-hot', enteredAt: at(40) },
    { source: 'douyin-new', enteredAt: at(20) },
  ]
  expect(spreadOf(items, platformOf, now)).toEqual([
    { at: at(60), value: 2 },
    { at: at(40), value: 3 },
    { at: at(10), value: 4 },
  ])
})

test('without a platform that came within the hour there is nothing to draw', () => {
  expect(spreadOf([{ source: 'weibo' }, { source: 'zhihu', enteredAt: at(61) }], platformOf, now)).toEqual([])
})
