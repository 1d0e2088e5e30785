// 中国地震台: earthquakes of magnitude 3 and above in China in the last week, from the catalogue, else from the older page (upstreams/hot/b-earthquake.md).
import { z } from 'zod'
import { pageHeaders } from '../../parsing/browser-headers.ts'
import { lenientArray, maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { chinaTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { parseEmbeddedData } from '../sites/embedded-json.ts'
import { jsonRows } from '../sites/json-list.ts'
import { newestFirst } from '../sites/newest-first.ts'

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

const event = z.object({
  id: nonEmptyText(),
  oriTime: z.string(),
  locName: z.string(),
  magnitude: magnitude(),
  epiLat: maybeWord,
  epiLon: maybeWord,
  focDepth: maybeWord,
})

async function catalogue(io: Io): Promise<HotItem[]> {
  const now = io.now.getTime()
  const range = { startTime: clock(now - 7 * 24 * hourMs), endTime: clock(now), locationRange: '1' }
  const query = new URLSearchParams({ orderBy: 'id', isAsc: 'false', startMg: '3', endMg: '10', ...range })
  const headers = { referer: `${published}/search` }
  const reply = { ok: ['code', 0, 'message'], rows: 'data', row: event } as const
  const events = await jsonRows(io, `${backend}?${query}`, { ...reply, headers })
  return newestFirst(
    events.map((row) => itemOf(row, `${published}/product-list/${row.id}/summarize`)),
    io.now,
  )
}

/** A time in the catalogue's request format, in China's time zone. */
function clock(at: number): string {
  return new Date(at + 8 * hourMs).toISOString().slice(0, 19).replace('T', ' ')
}

const olderEvent = z
  .object({
    NEW_DID: z.string(),
    O_TIME: z.string(),
    SAVE_TIME: maybeText,
    LOCATION_C: z.string(),
    M: magnitude(),
    EPI_LAT: maybeWord,
    EPI_LON: maybeWord,
    EPI_DEPTH: maybeWord,
  })
  .transform((row) => ({
    id: row.NEW_DID,
    oriTime: row.O_TIME,
    saveTime: row.SAVE_TIME,
    locName: row.LOCATION_C,
    magnitude: row.M,
    epiLat: row.EPI_LAT,
    epiLon: row.EPI_LON,
    focDepth: row.EPI_DEPTH,
  }))

async function olderPage(io: Io): Promise<HotItem[]> {
  const page = await io.text(`${older}/speedsearch.html`, { headers: pageHeaders })
  const events = parseEmbeddedData(page, 'const newdata', lenientArray(olderEvent))
  return newestFirst(
    events.map((row) => itemOf(row, `${older}/${row.id}.html`)),
    io.now,
  )
}

function itemOf(row: z.output<typeof event> & { readonly saveTime?: string | null | undefined }, url: string): HotItem {
  const told = [
    ['发震时刻(UTC+8)', row.oriTime],
    ['参考位置', row.locName],
    ['震级(M)', row.magnitude],
    ['纬度(°)', row.epiLat],
    ['经度(°)', row.epiLon],
    ['深度(千米)', row.focDepth],
    ['录入时间', row.saveTime],
  ]
  return {
    id: row.id,
    title: `${row.locName}发生${row.magnitude}级地震`,
    url,
    mobileUrl: url,
    pubDate: chinaTime(row.oriTime),
    hover: told.flatMap(([label, value]) => (value ? [`${label}：${value}`] : [])).join('\n'),
  }
}
