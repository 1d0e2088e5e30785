// Writes new values in the format of old ones: times, figures with commas, ids with letters.

const beijing = 8 * 3600

/** A time in a zone, split into the parts of ISO text. */
function at(ms: number, zoneSeconds: number): { readonly day: string; readonly clock: string; readonly date: Date } {
  const date = new Date(ms + zoneSeconds * 1000)
  const iso = date.toISOString()
  return { day: iso.slice(0, 10), clock: iso.slice(11, 19), date }
}

/** An age of at least one minute, in the largest unit that fits. */
function ageOf(ageMs: number): string {
  const minutes = Math.max(1, Math.floor(ageMs / 60_000))
  if (minutes < 60) return `${minutes}分钟前`
  return minutes < 1440 ? `${Math.floor(minutes / 60)}小时前` : `${Math.floor(minutes / 1440)}天前`
}

/** Seconds east of Greenwich for `+08:00`, `-0700`. */
function zoneOf(text: string): number {
  const { sign, hours, minutes } = /(?<sign>[+-])(?<hours>\d\d):?(?<minutes>\d\d)$/.exec(text)?.groups ?? {}
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60)
}

function writeMail(ms: number, old: string): string {
  const { date } = at(ms, zoneOf(old))
  return `${date.toUTCString().slice(0, -' GMT'.length)} ${old.slice(old.lastIndexOf(' ') + 1)}`
}

function writeIso(ms: number, old: string): string {
  const { day, clock } = at(ms, zoneOf(old))
  return `${day}T${clock}${old.slice('2026-07-06T00:00:00'.length)}`
}

type Writer = (ms: number, old: string, nowMs: number) => string

/** `19:05`, `昨日 19:05`, and only the day for earlier dates, as in lists that omit today. */
function writeClock(ms: number, _old: string, nowMs: number): string {
  const { day, clock, date } = at(ms, beijing)
  if (day === at(nowMs, beijing).day) return clock.slice(0, 5)
  if (day === at(nowMs - 86_400_000, beijing).day) return `昨日 ${clock.slice(0, 5)}`
  return `${date.getUTCMonth() + 1}月${date.getUTCDate()}日`
}

/** `2026/9/4 8:07:50`: months, days and hours are not padded. */
function writeUnpadded(ms: number): string {
  const { clock, date } = at(ms, beijing)
  const day = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()].join('/')
  return `${day} ${date.getUTCHours()}${clock.slice(2)}`
}

/** `Sep 4, 2026` */
function writeAmericanDay(ms: number): string {
  const [, day = '', month = '', year = ''] = at(ms, beijing).date.toUTCString().split(' ')
  return `${month} ${Number(day)}, ${year}`
}

/** Texts without a zone are Beijing time, except ISO texts, which are UTC. */
const times: ReadonlyArray<readonly [RegExp, Writer]> = [
  [/^\d{10}$/, (ms) => String(Math.floor(ms / 1000))],
  [/^\d{13}$/, (ms) => String(Math.floor(ms))],
  [/^\d{1,2}月\d{1,2}日$/, (ms) => `${at(ms, beijing).date.getUTCMonth() + 1}月${at(ms, beijing).date.getUTCDate()}日`],
  [
    /^\d{4}年\d\d月\d\d日 \d\d时\d\d分 星期.$/,
    (ms) => {
      const { day, clock, date } = at(ms, beijing)
      const [year, month, number] = day.split('-')
      const weekday = '日一二三四五六'.charAt(date.getUTCDay())
      return `${year}年${month}月${number}日 ${clock.slice(0, 2)}时${clock.slice(3, 5)}分 星期${weekday}`
    },
  ],
  [/^\d{6}$/, (ms) => (at(ms, beijing).day.slice(5) + at(ms, beijing).clock.slice(0, 2)).replace('-', '')],
  [/^\d{8}$/, (ms) => at(ms, beijing).day.replaceAll('-', '')],
  [
    /^\d{4}\/\d\d\/\d\d \d\d:\d\d$/,
    (ms) => `${at(ms, beijing).day.replaceAll('-', '/')} ${at(ms, beijing).clock.slice(0, 5)}`,
  ],
  [/^\d{4}\/\d{1,2}\/\d{1,2} \d{1,2}:\d\d:\d\d$/, writeUnpadded],
  [/^\d{4}-\d\d-\d\d$/, (ms) => at(ms, beijing).day],
  [/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, (ms) => `${at(ms, beijing).day} ${at(ms, beijing).clock}`],
  [/^\d{4}-\d\d-\d\d- \d\d:\d\d$/, (ms) => `${at(ms, beijing).day}- ${at(ms, beijing).clock.slice(0, 5)}`],
  [/^\d\d-\d\d \d\d:\d\d$/, (ms) => `${at(ms, beijing).day.slice(5)} ${at(ms, beijing).clock.slice(0, 5)}`],
  [/^(?:昨日 )?\d\d:\d\d$/, writeClock],
  [/^\d\d:\d\d:\d\d$/, (ms) => at(ms, beijing).clock],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/, writeIso],
  [/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d (?:GMT|[+-]\d{4})$/, writeMail],
  [/^\w{3} \d{1,2}, \d{4}$/, (ms) => writeAmericanDay(ms)],
  [
    /^\{\s*"year":[\s\d]+,\s*"month":[\s\d]+,\s*"day":[\s\d]+\}$/,
    (ms) => {
      const { date } = at(ms, beijing)
      return JSON.stringify({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() })
    },
  ],
  [/^\d+(?:分钟|小时|天)前$/, (ms, _old, nowMs) => ageOf(nowMs - ms)],
]

/**
 * Writes a time (unix milliseconds) in the format of `old`; relative formats count back from `nowMs`.
 * @throws TypeError on an unknown format.
 */
export function writeTime(ms: number, old: string, nowMs: number): string {
  const writer = times.find(([form]) => form.test(old))?.[1]
  if (writer === undefined) throw new TypeError(`unknown time format "${old}"`)
  return writer(ms, old, nowMs)
}

/** Where a part of a body has this time in one of the known formats; `beijing`: in China time, where the format means UTC. */
export function timesIn(
  part: string,
  ms: number,
  nowMs: number,
): { readonly time: RegExp[]; readonly beijing: RegExp[] } {
  const bare = (text: string) => text.replaceAll(/\s/g, '')
  const placesOf = (shownMs: number) => {
    const found = times.flatMap(([form, writer]) => {
      const within = new RegExp(`(?<![\\w./])${form.source.slice(1, -1)}(?![\\w./])`, 'g')
      const all = [...part.matchAll(within)].map(({ 0: old, index }) => ({
        old,
        start: index,
        end: index + old.length,
      }))
      return all.filter(({ old }) => bare(writer(shownMs, old, nowMs)) === bare(old))
    })
    // A text that is a part of another is not a time of its own.
    return found.filter(
      (one) => !found.some(({ start, end }) => start <= one.start && end >= one.end && end - start > one.old.length),
    )
  }
  const spot = ({ old, start }: { readonly old: string; readonly start: number }) =>
    new RegExp(`(?<=^${RegExp.escape(part.slice(0, start))})(${RegExp.escape(old)})`)
  const local = placesOf(ms + beijing * 1000).filter(({ old }) => /^\d{4}-\d\d-\d\dT[\d:.]+$/.test(old))
  return { time: placesOf(ms).map(spot), beijing: local.map(spot) }
}

/** Units of figures: their signs and their size. */
const units: ReadonlyArray<readonly [sign: string, size: number]> = [
  ['(?!\\d|[.,]\\d|\\s*[万wWkK])', 1],
  ['(?=\\s*[万wW])', 1e4],
  ['(?=\\s*[kK])', 1e3],
]

/** Where a part of a body has this figure as a whole number: plain, in ten thousands and in thousands. */
export function figuresIn(part: string, figure: number): readonly RegExp[] {
  return units.map(([sign, size]) => {
    const before = '(?<![\\w.,#/-])'
    const written = [...part.matchAll(new RegExp(`${before}-?\\d+(?:,\\d{3})*(?:\\.\\d+)?${sign}`, 'g'))]
    const old = written.find(([text]) => Math.round(readFigure(text) * size) === figure)?.[0]
    return new RegExp(old === undefined ? '(?!)' : `${before}(${RegExp.escape(old)})${sign}`)
  })
}

function readFigure(text: string): number {
  return Number(text.replaceAll(',', ''))
}

/** The largest figure by absolute value; commas are ignored. */
export function largestOf(figures: readonly string[]): string {
  return figures.reduce((one, other) => (Math.abs(readFigure(other)) > Math.abs(readFigure(one)) ? other : one), '0')
}

/**
 * `heat` times the largest figure of the list, with its commas and decimals and the sign of `old`. A figure of 0 stays
 * 0, because it means "no figure".
 */
export function writeFigure(heat: number, old: string, largest: string): string {
  if (readFigure(old) === 0) return old
  const text = Math.abs(readFigure(largest) * heat).toFixed(largest.split('.')[1]?.length ?? 0)
  const sign = old.startsWith('-') ? '-' : ''
  return sign + (largest.includes(',') ? text.replaceAll(/\B(?=(?:\d{3})+$)/g, ',') : text)
}

/**
 * An id in the format of `old` whose last digits (at most six) are those of `number`; a number keeps its first digit,
 * so that it does not become 0. Fewer than four digits are too few to count with: the last of them become the whole number.
 * @throws TypeError when `old` has no replaceable digit.
 */
export function writeId(number: number, old: string): string {
  const digits = [...old.matchAll(/\d/g)].map(({ index }) => index)
  const places = digits.slice(/^\d+$/.test(old) ? 1 : 0).slice(-6)
  if (places.length === 0) throw new TypeError(`no replaceable digit in the id "${old}"`)
  if (places.length < 4 && !/^\d+$/.test(old)) return old.replace(/\d+(?!.*\d)/s, String(number))
  const written = String(number).padStart(places.length, '0').slice(-places.length)
  return Array.from(old, (letter, index) => written[places.indexOf(index)] ?? letter).join('')
}

/**
 * A text in the encoding of `old`: percent-encoded once or twice, escaped as in scripts, with underscores, or plain.
 */
export function writeText(text: string, old: string): string {
  if (/^(?:\\u[0-9a-f]{4})+$/.test(old))
    return text.replaceAll(/./g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
  if (/^(?:%25[0-9A-F]{2})+$/.test(old)) return encodeURIComponent(encodeURIComponent(text))
  if (/^(?:%[0-9A-F]{2})+$/.test(old)) return encodeURIComponent(text)
  return old.includes('_') ? text.replaceAll('-', '_') : text
}
