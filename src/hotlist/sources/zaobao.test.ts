// Lianhe Zaobao: how the mirror writes times, and when the paper's own page is asked.
import { expect, it } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import zaobao from './zaobao.ts'

const now = Date.parse('2026-07-06T04:00:00Z')

function row(id: string, time: string): string {
  return `<a class="item" href="/realtime/${id}"><div class="eps">纸鹤 ${id}</div><div class="pdt10">${time}</div></a>`
}

function asking(mirror: unknown) {
  const story = '<a href="/realtime/china/story20260706-1">灯塔</a>'
  const pages: Readonly<Record<string, unknown>> = { 'www.zaochenbao.com': mirror, 'www.zaobao.com': story }
  return makeAskingList(zaobao, 'zaobao', ({ url }) => pages[url.host], now)
}

it('times are read in each form seen, sorted by them, and rows without one are left out', async () => {
  const rows = [
    row('dash', '2026-07-06- 09:00'),
    row('brackets', '(2026-07-06 11:00)'),
    row('none', ''),
    row('span', '30分钟前'),
    row('day', '昨天 10:00'),
  ]
  const { items } = await asking(`<div class="list-block">${rows.join('')}</div>`).ask()
  expect(items.map(({ id, pubDate }) => [id, new Date(pubDate ?? 0).toISOString()])).toEqual([
    ['/realtime/span', '2026-07-06T03:30:00.000Z'],
    ['/realtime/brackets', '2026-07-06T03:00:00.000Z'],
    ['/realtime/dash', '2026-07-06T01:00:00.000Z'],
    ['/realtime/day', '2026-07-05T02:00:00.000Z'],
  ])
})

it.each([
  ['refuses', 403, 'blocked'],
  ['is down', 502, 'unavailable'],
  ['shows another page', '<html><body>moved</body></html>', 'mismatch'],
])('the paper itself is asked when the mirror %s', async (_what, mirror, kind) => {
  const { ask, sent } = asking(mirror)
  const { ids, bypassed } = await ask()
  expect(ids).toEqual(['/realtime/china/story20260706-1'])
  expect(bypassed).toMatchObject({ kind })
  expect(sent()).toEqual(['https://www.zaochenbao.com/realtime/', 'https://www.zaobao.com/realtime/china'])
})
