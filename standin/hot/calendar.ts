// History calendar (b-history.md): a deterministic month of invented events.
import type { Reply } from '../mock-response.ts'
import { createSeededRandom } from '../seeded-random.ts'
import type { GrowingList } from './evolving-lists.ts'
import { createHeadlines, type Headline } from './headlines.ts'

/** The samples that a generated calendar replaces. */
export const calendarBodies: readonly string[] = ['history/history.json', 'history-01/months.json']

const site = 'https://baike.baidu.com/item'

/** The title of an event, or of a person from a place; the place of an event links to an article. */
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

/** The entries of a day (`MMDD`), sorted by year; one of them, rarely a second, is recommended. */
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
      // The site truncates its texts, often within a sentence.
      desc: `据<a target="_blank" href="${site}/demo-annals">编年史</a>记载，${headline.title}，当时`,
      cover: hasPicture,
      recommend: at === best || chance.happens(0.05),
      ...(hasPicture && picturesOf(`${day}${at}`)),
    }
  })
}

function daysOf(month: string): readonly string[] {
  // A leap year, so that February has 29 days.
  const last = new Date(Date.UTC(2024, Number(month), 0)).getUTCDate()
  return Array.from({ length: last }, (_, at) => month + String(at + 1).padStart(2, '0'))
}

/** The requested month. @throws TypeError when the URL contains none; the fixtures' URL pattern excludes that. */
function monthIn(url: URL | undefined): string {
  const month = /\/(\d\d)\.json$/.exec(url?.pathname ?? '')?.[1]
  if (month === undefined) throw new TypeError(`${url} asks for no month`)
  return month
}

/** All days of the requested month, with the headers of the sample. The events do not change over time. */
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
