// Tests templates derived from fixtures: each value of an expected item is found and rewritten, everything else stays.
import { expect, test } from 'vitest'
import { textOf } from '../mock-response.ts'
import { deriveTemplate, type ExpectedItem } from './derive-template.ts'
import { createListEvolution } from './evolving-lists.ts'

const now = new Date('2026-11-20T12:00:00Z')
const hour = 3_600_000

function grown(text: string, items: readonly ExpectedItem[], step = 3): string | undefined {
  const template = deriveTemplate({ name: 'site/list', text, items, nowMs: now.getTime() })
  const reply = { status: 200, headers: {}, body: text }
  return template && textOf(createListEvolution(template, reply)({ seed: 1, now, stepMs: 60_000 }).at(step))
}

const ferry = {
  id: '1000001',
  title: '轮渡“新航线”开通',
  url: 'https://a.example/p/1000001',
  pubDate: now.getTime() - hour,
}
const tower = {
  id: '1000002',
  title: '灯塔改建',
  url: 'https://a.example/p/1000002',
  pubDate: now.getTime() - 2 * hour,
}

function rowOf({ id, title, pubDate }: typeof ferry) {
  return { id: Number(id), title, at: pubDate / 1000, views: 7 }
}

test('objects of an array: ids, titles and times change, other values and the frame stay', () => {
  const text = JSON.stringify({ code: 0, tags: [{ a: 1 }, { a: 2 }], list: [ferry, tower].map(rowOf) })
  const body = JSON.parse(grown(text, [ferry, tower]) ?? '')
  expect(body).toMatchObject({ code: 0, tags: [{ a: 1 }, { a: 2 }] })
  expect(body.list.length).toBe(30)
  for (const { id, title, at, views } of body.list) {
    expect([String(id).length, views]).toEqual([7, 7])
    expect(title).not.toMatch(/轮渡|灯塔/)
    expect(Math.abs(now.getTime() / 1000 - at)).toBeLessThan(3_600)
  }
})

test('an item that is not expected stays in its place, as advertisements do', () => {
  const advertisement = { id: 9, title: '广告', at: 0, views: 1 }
  const text = JSON.stringify([rowOf(ferry), advertisement, rowOf(tower)])
  const body = JSON.parse(grown(text, [ferry, tower]) ?? '')
  expect([body.length, body[1]]).toEqual([31, advertisement])
})

test('elements of a feed with an only item, its title with entities and its time in the zone of the feed', () => {
  const item = {
    id: 'x',
    title: 'A & B open a new bridge',
    url: 'https://a.example/open-a-bridge',
    pubDate: now.getTime(),
  }
  const text = `<?xml version="1.0"?><rss><channel><title>t</title><item><title>A &amp; B open a new bridge</title>
    <link>https://a.example/open-a-bridge</link><pubDate>Fri, 20 Nov 2026 07:00:00 -0500</pubDate></item></channel></rss>`
  const body = grown(text, [item]) ?? ''
  const links = [...body.matchAll(/<link>(.+?)<\/link>/g)].map(([, link]) => link)
  expect(new Set(links).size).toBe(30)
  expect(body).not.toContain('new bridge')
  expect(body.match(/<pubDate>Fri, 20 Nov 2026 0[67]:\d\d:\d\d -0500<\/pubDate>/g)?.length).toBe(30)
})

test('rows of a page and objects in a script of it', () => {
  const page = (inner: string) => `<!DOCTYPE html><html><body><ul><li>Menu</li></ul>${inner}</body></html>`
  const rows = [ferry, tower].map(({ id, title }) => `<li><a href="/p/${id}">${title}</a><i>5分钟前</i></li>`)
  expect(grown(page(`<ol>${rows.join('')}</ol>`), [ferry, tower])?.match(/<li><a href="\/p\/1\d{6}">/g)?.length).toBe(
    30,
  )
  const script = `<script id="data">{"list":${JSON.stringify([ferry, tower].map(rowOf))}}</script>`
  expect(grown(page(script), [ferry, tower])?.match(/"id":1\d{6},/g)?.length).toBe(30)
})

test('the heat of an item falls with its rank: plain, with commas, in ten thousands', () => {
  const items = [ferry, tower].map((item, at) => ({ ...item, pubDate: undefined, hot: [1_234_000, 96_000][at] }))
  const rows = [
    { title: ferry.title, id: ferry.id, heat: '123.4万热度' },
    { title: tower.title, id: tower.id, heat: '9.6万热度' },
  ]
  const body = JSON.parse(grown(JSON.stringify(rows), items) ?? '')
  const heats = body.map(({ heat }: { heat: string }) => Number.parseFloat(heat))
  expect(heats).toEqual(heats.toSorted((one: number, other: number) => other - one))
  expect(heats[0]).not.toBe(heats[29])
})

test('a title made of several values changes in the longest of them', () => {
  const item = {
    id: 'CVE-2026-10001',
    title: 'CVE-2026-10001 Gateway forgets to check a path',
    url: 'https://a.example/1',
  }
  const body = JSON.parse(grown('[{"id":"CVE-2026-10001","name":"Gateway forgets to check a path"}]', [item]) ?? '')
  expect(new Set(body.map(({ name }: { name: string }) => name)).size).toBe(30)
  expect(body[0].name).not.toContain('Gateway forgets')
})

test('a body with none of the items has no template', () => {
  expect(grown('{"code":403,"list":[]}', [ferry])).toBeUndefined()
})
