// Ranks over time as bars, and the lines of an item.
import { expect, it } from 'vitest'
import { plainScreen } from '../../../test/kit/screen.ts'
import { formatHistory, type ItemOverTime } from './format-history.ts'

const hour = 3_600_000
const now = Date.parse('2026-11-22T12:00:00Z')
const from = now - 24 * hour
const points = [
  { at: from, rank: 50, hot: null },
  { at: from + 6 * hour, rank: 25, hot: null },
  { at: from + 12 * hour, rank: 1, hot: 7 },
  { at: from + 18 * hour, rank: null, hot: null },
]

/** The lines of a list with one item that had these ranks. */
function lines(points: ItemOverTime['points']): string[] {
  const peak = { rank: 1, at: from + 12 * hour, hot: 7 }
  const seen = { firstSeen: from, lastSeen: from + 17 * hour, peak, points }
  const item = { id: '1', title: '山羊闯入\u202e云溪图书馆', url: 'https://weibo.test/1', ...seen }
  return formatHistory([{ name: '微博', to: now, items: [item] }], { ...plainScreen(80, now), hasUrls: true })
}

function barsOf(points: ItemOverTime['points']): string | undefined {
  return lines(points)[1]?.slice(0, 24)
}

it('a better rank is a higher bar, and the time off the list is blank', () => {
  expect(barsOf(points)).toBe('▁▁▁▁▁▅▅▅▅▅▅██████       ')
})

it('a list that is longer than usual still has bars for its last ranks', () => {
  expect(barsOf([{ at: from, rank: 400, hot: null }])).toBe('▁'.repeat(24))
})

it('an item has its bars, its title, its best rank and when it was seen', () => {
  expect(lines(points)).toEqual([
    '微博',
    '▁▁▁▁▁▅▅▅▅▅▅██████        山羊闯入云溪图书馆',
    `${' '.repeat(25)}best #1 12 h ago, seen 1 d to 7 h ago`,
    `${' '.repeat(25)}https://weibo.test/1`,
  ])
})
