// 历史上的今天: events on this day in other years; by month, the main event of each day (upstreams/hot/b-history.md).
import { z } from 'zod'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { lenientArray, maybeText, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { chinaDate } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem, type List } from '../list-definition.ts'
import { articleItem } from '../sites/json-list.ts'

const months = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二']
const listed = { type: 'realtime', interval: 21_600 } as const

export default defineFamily({
  name: '历史上的今天',
  home: 'https://baike.baidu.com/calendar',
  column: 'life',
  color: '#338de6',
  lists: {
    history: { ...listed, mayBeEmpty: true, isOfToday: true, ask: today },
    ...Object.fromEntries(months.map(monthList)),
  },
})

function monthList(name: string, index: number): [string, List] {
  const month = String(index + 1).padStart(2, '0')
  return [`history-${month}`, { ...listed, title: `${name}月`, isOff: true, ask: (io) => wholeMonth(io, month) }]
}

const event = z.object({
  year: nonEmptyText(),
  title: z.string(),
  link: z.string(),
  desc: maybeText,
  cover: z.boolean().nullish(),
  pic_share: maybeText,
  recommend: z.boolean().nullish(),
})
/** An event's id is its index in the day; it does not change when another event is invalid. */
const day = z
  .array(z.unknown())
  .transform((events): unknown[] => events.map((told, place) => ({ told, place })))
  .pipe(lenientArray(z.object({ told: event, place: z.int() })))
const calendar = z.record(z.string(), z.record(z.string(), day))

async function daysOf(io: Io, month: string) {
  const address = `https://baike.baidu.com/cms/home/eventsOnHistory/${month}.json?_=${io.now.getTime()}`
  const headers = { ...dataHeaders, referer: 'https://baike.baidu.com/calendar/' }
  const days = (await io.json(address, calendar, { headers }))[month]
  if (!days) throw new UpstreamError('mismatch', `the file of month ${month} does not contain it`)
  return days
}

async function today(io: Io): Promise<HotItem[]> {
  const [, month = '', date = ''] = chinaDate(io.now).split('-')
  const day = `${month}${date}`
  const events = (await daysOf(io, month))[day] ?? []
  return events.map(({ told, place }) => itemOf(`${day}-${place}`, told))
}

async function wholeMonth(io: Io, month: string): Promise<HotItem[]> {
  const days = Object.entries(await daysOf(io, month)).toSorted(([one], [other]) => one.localeCompare(other))
  return days.flatMap(([day, events]) => {
    const whole = events.filter(({ told: { title, link } }) => title !== '' && link !== '')
    const best = whole.find(({ told }) => told.recommend) ?? whole[0]
    return best ? [{ ...itemOf(`${day}-${best.place}`, best.told), date: `${month}-${day.slice(2)}` }] : []
  })
}

function itemOf(id: string, { year, title, link: url, desc: hover, ...one }: z.output<typeof event>): HotItem {
  // Years BC are negative.
  const info = `${year.replace(/^-/, '公元前')}年`
  return articleItem({ id, title, url, hover, info, icon: one.cover ? one.pic_share : undefined })
}
