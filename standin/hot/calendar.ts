// The calendar of what happened on this day in other years (b-history.md): a month of invented events, the same whenever it is asked for.
import type { Reply } from '../mock-response.ts'
import { createSeededRandom } from '../seeded-random.ts'
import type { GrowingList } from './evolving-lists.ts'
import { createHeadlines, type Headline } from './headlines.ts'

/** The samples in whose place a whole calendar is played. */
export const calendarBodies: readonly string[] = ['history/history.json', 'history-01/months.json']

const site = 'https://baike.baidu.com/item'

/** A person is of a place; an event is a headline whose place leads to an article. */
function titleOf(type: string, { title, place }: Headline, link: string): string {
  if (type === 'birth') return `${place}画家出生`
  if (type === 'death') return `${place}作曲家逝世`
  return `<a target="_blank" href="${link}">${place}</a>${title.slice(place.length)}`
}

function picturesOf(name: string): Record<string, string> {
  return Object.fromEntries(
    ['calendar', 'share', 'index'].map((kind) => [
      `pic_${kind}`,
      `https://bkimg.cdn.bcebos.com/demo_${name}_${kind}.jpg`,
    ]),
  )
}

/** A day is as `MMDD`. Its entries go by the year; one of them, and rarely another, is recommended. */
function entriesOf(day: string, seed: number): readonly object[] {
  const chance = createSeededRandom(seed, 'history', day)
  const headlineOf = createHeadlines(seed, `history ${day}`)
  const years = Array.from({ length: chance.whole(20, 30) }, () => chance.whole(-200, 2015)).toSorted(
    (one, other) => one - other,
  )
  const best = chance.whole(0, years.length - 1)
  return years.map((year, at) => {
    const headline = headlineOf(at)
    const type = chance.pick(['event', 'event', 'event', 'birth', 'death'])
    const link = `${site}/demo${day}${at}/2${day}${String(at).padStart(2, '0')}`
    const hasPicture = chance.happens(0.3)
    return {
      year: String(year),
      title: titleOf(type, headline, link),
      festival: '',
      link,
      type,
      // The site cuts its texts off, often within a sentence.
      desc: `据<a target="_blank" href="${site}/demo-annals">编年史</a>记载，${headline.title}，当时`,
      cover: hasPicture,
      recommend: at === best || chance.happens(0.05),
      ...(hasPicture && picturesOf(`${day}${at}`)),
    }
  })
}

function daysOf(month: string): readonly string[] {
  // A leap year: its February has all the days there are.
  const last = new Date(Date.UTC(2024, Number(month), 0)).getUTCDate()
  return Array.from({ length: last }, (_, at) => month + String(at + 1).padStart(2, '0'))
}

/** The month that an address asks for. @throws TypeError when it asks for none, as no address does that the fixtures' pattern lets in. */
function monthIn(url: URL | undefined): string {
  const month = /\/(\d\d)\.json$/.exec(url?.pathname ?? '')?.[1]
  if (month === undefined) throw new TypeError(`${url} asks for no month`)
  return month
}

/** All days of whichever month is asked for, with the headers of the sample. What has happened does not change with time. */
export function createCalendar(sample: Reply, seed: number): GrowingList {
  const write = (month: string, days: Readonly<Record<string, readonly object[]>>): Reply => ({
    ...sample,
    body: JSON.stringify({ [month]: days }),
  })
  return {
    at(_step, url) {
      const month = monthIn(url)
      return write(month, Object.fromEntries(daysOf(month).map((day) => [day, entriesOf(day, seed)])))
    },
    empty: (url) => write(monthIn(url), {}),
  }
}
