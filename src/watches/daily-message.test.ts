// When the daily message of a watch is sent, and what it says.
import { expect, it } from 'vitest'
import { makeSharedRecords } from '../../test/kit/disk.ts'
import { listOf, makeWatch, startWatches } from '../../test/kit/watches.ts'
import type { TrendStory } from '../contract/hotlist-trends.ts'

const hourMs = 3_600_000
/** In Shanghai, from the day before the first test message is due. */
const start = Date.UTC(2026, 10, 21, 4)
const daily = makeWatch({ name: '早报', words: '', daily: '08:00', notify: 'phone' })

const story: TrendStory = {
  ...{ id: 's', title: '山羊闯入云溪图书馆', platforms: 7, score: 1, firstSeen: start, firstSource: 'weibo', why: [] },
  items: [{ source: 'weibo', id: '1', title: '山羊闯入云溪图书馆', url: 'https://example.org/1', rank: 1 }],
}

async function startDaily(watches = [daily], database = makeSharedRecords(), time = { now: start }) {
  const started = await startWatches({ watches, database, time })
  started.told.stories = [story]
  await started.sendDue()
  return {
    ...started,
    async pass(hours: number) {
      started.time.now += hours * hourMs
      await started.sendDue()
    },
    hours: () => started.sent.map(({ at }) => (at - start) / hourMs),
  }
}

it('is sent once a day at its time, in its time zone', async () => {
  // It is 12:00 in Shanghai and 05:00 in Berlin.
  const { pass, hours } = await startDaily([
    daily,
    makeWatch({ name: 'Berlin', words: '', daily: '08:00 Europe/Berlin', notify: 'phone' }),
  ])
  for (let hour = 0; hour < 50; hour += 1) await pass(1)
  expect(hours()).toEqual([3, 20, 27, 44])
})

it('has the stories, what rose, and what the other watches of its owner found since the day before', async () => {
  const typhoon = makeWatch({ notify: '' })
  const { pass, sent, refresh, told } = await startDaily([daily, typhoon])
  told.risers = [
    {
      ...{
        id: 'zhihu',
        name: '知乎',
        column: 'china',
        before: 9,
        gained: 7,
        since: start,
        updatedAt: start,
        stale: false,
      },
      item: { id: '2', title: '如何看待山羊', url: 'https://example.org/2', rank: 2 },
    } as never,
  ]
  await refresh(listOf('weibo', []))
  await refresh(listOf('weibo', ['台风登陆']))
  await pass(20)
  expect(
    sent.map(({ watch, events }) => [watch, ...events.map(({ title, sourceName }) => `${title} · ${sourceName}`)]),
  ).toEqual([['早报', '山羊闯入云溪图书馆 · 7 个平台', '如何看待山羊 · ▲7 知乎', '台风登陆 · list weibo']])
})

it('waits with what its own words find until then', async () => {
  const { pass, sent, refresh } = await startDaily([makeWatch({ daily: '08:00', notify: 'phone' })])
  await refresh(listOf('weibo', []))
  await refresh(listOf('weibo', ['台风登陆']))
  await pass(19)
  expect(sent).toEqual([])
  await pass(1)
  expect(sent.map(({ events }) => events.map(({ title }) => title))).toEqual([[story.title, '台风登陆']])
})

it('is sent by one replica', async () => {
  const database = makeSharedRecords()
  const time = { now: start }
  const [one, other] = [await startDaily([daily], database, time), await startDaily([daily], database, time)]
  time.now += 20 * hourMs
  await Promise.all([one.sendDue(), other.sendDue()])
  await Promise.all([one.sendDue(), other.sendDue()])
  expect(one.sent.length + other.sent.length).toBe(1)
})

it.each([
  [2, 1],
  [4, 0],
])('after a stop over its time it is sent once, but not %d hours late or later', async (lateHours, count) => {
  const database = makeSharedRecords()
  await startDaily([daily], database)
  const { sendDue, sent } = await startDaily([daily], database, { now: start + (20 + lateHours) * hourMs })
  await sendDue()
  expect(sent).toHaveLength(count)
})

it('is tried again where the notifier does not accept it, and tells of the day as it is then', async () => {
  const { phone, pass, sent, told } = await startDaily()
  phone.problem = 'HTTP 500'
  await pass(20)
  phone.problem = ''
  told.stories = [{ ...story, title: '又一只山羊' }]
  await pass(1)
  expect(sent.map(({ events }) => events.map(({ title }) => title))).toEqual([['又一只山羊']])
})
