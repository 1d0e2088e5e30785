// Lianhe Zaobao: the links of its page, how the mirror writes times, and when the mirror is asked.
import { expect, it } from 'vitest'
import { makeAskingBuiltIn } from '../../../test/kit/site-io.ts'

const now = Date.parse('2026-07-06T04:00:00Z')

function row(id: string, time: string): string {
  return `<a class="item" href="/realtime/${id}"><div class="eps">纸鹤 ${id}</div><div class="pdt10">${time}</div></a>`
}

function asking(paper: unknown, mirror: unknown = 404) {
  const pages: Readonly<Record<string, unknown>> = { 'www.zaochenbao.com': mirror, 'www.zaobao.com': paper }
  return makeAskingBuiltIn('zaobao', ({ url }) => pages[url.host], now)
}

it('a story of the paper is the first link to it with a headline, with the time of its card if that is in the link', async () => {
  const story = '/realtime/china/story20260706'
  const page = [
    `<a href="${story}-1"><img src="x.jpg"></a><a href="${story}-1">灯塔今晚重新开放</a>`,
    `<a href="${story}-2">中国</a><a href="${story}-2">纸鹤展览<time datetime="2026-07-06T11:00:00+08:00">11:00</time></a>`,
  ]
  const linked = (id: string, title: string) => ({ id, title, url: `https://www.zaobao.com${id}` })
  const { items } = await (await asking(page.join(''))).ask()
  expect(items).toEqual([
    { ...linked(`${story}-2`, '纸鹤展览11:00'), pubDate: Date.parse('2026-07-06T03:00:00Z') },
    linked(`${story}-1`, '灯塔今晚重新开放'),
  ])
})

it('times are read in each form seen, sorted by them, and rows without one are left out', async () => {
  const rows = [
    row('dash', '2026-07-06- 09:00'),
    row('brackets', '(2026-07-06 11:00)'),
    row('none', ''),
    row('span', '30分钟前'),
    row('day', '昨天 10:00'),
  ]
  const { items } = await (await asking(403, `<div class="list-block">${rows.join('')}</div>`)).ask()
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
])('the mirror is asked when the paper %s', async (_what, paper, kind) => {
  const { ask, sent } = await asking(paper, `<div class="list-block">${row('1', '2026-07-06 11:00')}</div>`)
  const { ids, bypassed } = await ask()
  expect(ids).toEqual(['/realtime/1'])
  expect(bypassed).toMatchObject({ kind })
  expect(sent()).toEqual(['https://www.zaobao.com/realtime/china', 'https://www.zaochenbao.com/realtime/'])
})
