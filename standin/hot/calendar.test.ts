// Tests the history calendar: complete months of events, deterministic.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { textOf } from '../mock-response.ts'
import { createCalendar } from './calendar.ts'

const sample = { status: 200, headers: { 'content-type': 'text/html' }, body: '{}' }
const shape = z.record(
  z.string(),
  z.record(
    z.string(),
    z.array(
      z.object({
        year: z.string().regex(/^-?\d+$/),
        title: z.string().min(1),
        link: z.url(),
        type: z.enum(['event', 'birth', 'death']),
        desc: z.string(),
        cover: z.boolean(),
        recommend: z.boolean(),
        pic_share: z.url().optional(),
      }),
    ),
  ),
)

function months(seed = 1) {
  const calendar = createCalendar(sample, seed)
  return Array.from({ length: 12 }, (_, at) => {
    const month = String(at + 1).padStart(2, '0')
    const reply = calendar.at(0, new URL(`https://baike.baidu.com/cms/home/eventsOnHistory/${month}.json?_=1`))
    return { month, reply, days: shape.parse(JSON.parse(textOf(reply)))[month] ?? {} }
  })
}

test('every day of a leap year has 20 to 60 entries, one of them recommended, by their years', () => {
  const days = months().flatMap(({ days }) => Object.entries(days))
  expect(days.length).toBe(366)
  expect(days.map(([day]) => day)).toEqual(days.map(([day]) => day).toSorted())
  expect(days.map(([day]) => day)).toContain('0229')
  for (const [day, entries] of days) {
    const years = entries.map(({ year }) => Number(year))
    expect(entries.length, day).toBeGreaterThanOrEqual(20)
    expect(entries.length, day).toBeLessThanOrEqual(60)
    expect(years, day).toEqual(years.toSorted((one, other) => one - other))
    expect(entries.some(({ recommend }) => recommend)).toBe(true)
    expect(entries.every(({ cover, pic_share: picture }) => cover === (picture !== undefined))).toBe(true)
  }
})

test('it has links in titles, texts cut off, and years before our era', () => {
  const entries = months().flatMap(({ days }) => Object.values(days).flat())
  expect(entries.filter(({ title }) => title.startsWith('<a target="_blank" href="https://')).length).toBeGreaterThan(
    1000,
  )
  expect(entries.filter(({ year }) => year.startsWith('-')).length).toBeGreaterThan(100)
  expect(entries.every(({ desc }) => desc.endsWith('，当时'))).toBe(true)
})

test('another seed has other events, the same seed the same ones with the headers of the sample', () => {
  const [first] = months()
  expect(months()[0]).toEqual(first)
  expect(months(2)[0]?.reply.body).not.toBe(first?.reply.body)
  expect(first?.reply.headers).toEqual(sample.headers)
})

test('nothing is a month without days, and no month a mistake', () => {
  const calendar = createCalendar(sample, 1)
  expect(textOf(calendar.empty(new URL('https://baike.baidu.com/cms/home/eventsOnHistory/11.json')))).toBe('{"11":{}}')
  expect(() => calendar.at(0, new URL('https://baike.baidu.com/calendar'))).toThrow('asks for no month')
})
