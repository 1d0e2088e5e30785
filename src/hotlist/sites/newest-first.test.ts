// The order of a timeline.
import { expect, it } from 'vitest'
import { newestFirst } from './json-list.ts'

function item(id: string, time?: string) {
  return { id, title: id, url: 'https://a.site.test/', ...(time === undefined ? {} : { pubDate: new Date(time) }) }
}

it('is by time, the newest first; equal times stay as they were, no time comes last', () => {
  const given = [
    item('unknown'),
    item('noon', '2026-07-06T04:00:00Z'),
    item('morning', '2026-07-06T01:00:00Z'),
    item('noon too', '2026-07-06T04:00:00Z'),
    item('unknown too'),
    item('evening', '2026-07-06T10:00:00Z'),
  ]
  expect(newestFirst(given, new Date('2026-07-07T00:00:00Z')).map(({ id }) => id)).toEqual([
    'evening',
    'noon',
    'noon too',
    'morning',
    'unknown',
    'unknown too',
  ])
  expect(given[0]?.id).toBe('unknown')
})

it('takes a time in the future for unknown', () => {
  const given = [item('in a lifetime', '2099-01-01T00:00:00Z'), item('today', '2026-07-06T04:00:00Z')]
  expect(newestFirst(given, new Date('2026-07-07T00:00:00Z')).map(({ id }) => id)).toEqual(['today', 'in a lifetime'])
})
