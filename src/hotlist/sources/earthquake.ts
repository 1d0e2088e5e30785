// 中国地震台: earthquakes of magnitude 3 and above in China in the last week, from the catalogue, else from the older page (upstreams/hot/b-earthquake.md).
import { z } from 'zod'
import { pageHeaders } from '../../parsing/browser-headers.ts'
import { lenientArray, maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { parseEmbeddedData } from '../../parsing/script-values.ts'
import { chinaTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { jsonRows, newestFirst } from '../sites/json-list.ts'

const backend = 'https://www.cenc.ac.cn/prodlaunch-web-backend/open/data/catalogs'
const published = 'https://www.cenc.ac.cn/earthquake-manage-publish-web'
const older = 'https://news.ceic.ac.cn'
const hourMs = 60 * 60_000

export default defineFamily({
  name: '中国地震台',
  home: 'https://www.cenc.ac.cn/',
  column: 'life',
  color: '#c0392b',
  lists: {
    earthquake: { title: '地震速报', type: 'realtime', interval: 300, ask: (io) => io.firstOf([catalogue, olderPage]) },
  },
})

/** A number in one upstream, a text in the other; only one keeps the 0 of `4.0`. */
function magnitude() {
  return nonEmptyText()
    .transform(Number)
    .pipe(z.number().positive())
    .transform((number) => number.toFixed(1))
}

/** An event by the names of its fields: id, time, place, magnitude, latitude, longitude, depth, and when it was recorded. */
function eventOf(...names: readonly string[]) {
  const values = z.record(z.string(), z.unknown()).transform((row) => names.map((name) => row[name]))
  const told = [maybeWord, maybeWord, maybeWord, maybeText] as const
  return values.pipe(z.tuple([nonEmptyText(), z.string(), z.string(), magnitude(), ...told]))
}
const event = eventOf('id', 'oriTime', 'locName', 'magnitude', 'epiLat', 'epiLon', 'focDepth', '')
const olderEvent = eventOf('NEW_DID', 'O_TIME', 'LOCATION_C', 'M', 'EPI_LAT', 'EPI_LON', 'EPI_DEPTH', 'SAVE_TIME')

async function catalogue(io: Io): Promise<HotItem[]> {
  const now = io.now.getTime()
  const range = { startTime: clock(now - 7 * 24 * hourMs), endTime: clock(now), locationRange: '1' }
  const query = new URLSearchParams({ orderBy: 'id', isAsc: 'false', startMg: '3', endMg: '10', ...range })
  const headers = { referer: `${published}/search` }
  const reply = { ok: ['code', 0, 'message'], rows: 'data', row: event } as const
  const events = await jsonRows(io, `${backend}?${query}`, { ...reply, headers })
  return newestFirst(
    events.map((row) => itemOf(row, `${published}/product-list/${row[0]}/summarize`)),
    io.now,
  )
}

/** A time in the catalogue's request format, in China's time zone. */
function clock(at: number): string {
  return new Date(at + 8 * hourMs).toISOString().slice(0, 19).replace('T', ' ')
}

async function olderPage(io: Io): Promise<HotItem[]> {
  const page = await io.text(`${older}/speedsearch.html`, { headers: pageHeaders })
  const events = parseEmbeddedData(page, 'const newdata', lenientArray(olderEvent))
  return newestFirst(
    events.map((row) => itemOf(row, `${older}/${row[0]}.html`)),
    io.now,
  )
}

const labels = ['发震时刻(UTC+8)', '参考位置', '震级(M)', '纬度(°)', '经度(°)', '深度(千米)', '录入时间']

function itemOf([id, ...told]: z.output<typeof event>, url: string): HotItem {
  const [time, place, magnitude] = told
  const hover = labels.flatMap((label, at) => (told[at] ? [`${label}：${told[at]}`] : [])).join('\n')
  const title = `${place}发生${magnitude}级地震`
  return { id, title, url, mobileUrl: url, pubDate: chinaTime(time), hover }
}
