// Tests the growing list of every sample: about 30 items, changes per step, retained traps, parsable bodies.
import { expect, test } from 'vitest'
import { textOf } from '../mock-response.ts'
import { createListEvolution, type GrowingList, type ListEvolution } from './evolving-lists.ts'
import { cut } from './find-items.ts'
import { type Exchange, readExchanges } from './load-exchanges.ts'
import { templatesFor } from './templates.ts'

const exchanges = readExchanges()
const templates = templatesFor(exchanges)
const era = { seed: 1, now: new Date('2026-11-20T12:00:00Z'), stepMs: 60_000 }
const steps = Array.from({ length: 21 }, (_, step) => step)

function exchangeOf(name: string): Exchange {
  const found = exchanges.find((one) => one.name === name)
  if (found === undefined) throw new Error(`there is no sample ${name}`)
  return found
}

function growthOf(name: string): ListEvolution {
  const template = templates.get(name)
  if (template === undefined) throw new Error(`there is no template for ${name}`)
  return createListEvolution(template, exchangeOf(name).reply())
}

const names = [...templates.keys()]
const growths = new Map(names.map((name) => [name, growthOf(name)]))

function listOf(name: string, seed = 1): GrowingList {
  return (growths.get(name) ?? growthOf(name))({ ...era, seed })
}

const lists = new Map(names.map((name) => [name, listOf(name)]))

const texts = new Map<string, string>()

/** The body at a step; cached, because many tests use the same one. */
function textAt(name: string, step: number): string {
  const list = lists.get(name)
  const text = texts.get(`${name} ${step}`) ?? (list ? textOf(list.at(step)) : '')
  texts.set(`${name} ${step}`, text)
  return text
}

/** The first groups of all matches in the body at a step that the sample does not have, thus those of members. */
function allAt(name: string, step: number, form: RegExp): readonly string[] {
  const sample = textOf(exchangeOf(name).reply())
  const found = [...textAt(name, step).matchAll(new RegExp(form, 'g'))].map(([, text = '']) => text)
  return found.filter((text) => !sample.includes(text))
}

/** The items of a sample that are not members of the list: advertisements, pinned and planted ones. */
function unchangedOf(name: string): readonly string[] {
  const { planted = [], spans = [], spots } = templates.get(name) ?? {}
  const items = cut(textOf(exchangeOf(name).reply()), spans).items
  return [...items.filter((item) => !spots?.has(item)), ...planted.map(([, item]) => item)]
}

test.each(names)('%s changes at every step and keeps its other items', (name) => {
  for (const step of steps) {
    const text = textAt(name, step)
    for (const item of unchangedOf(name)) expect(text).toContain(item)
    expect(text).not.toBe(textAt(name, step + 1))
  }
})

test('the same seed and step give the same bytes, another seed gives others', () => {
  for (const name of names) {
    expect(listOf(name).at(7), name).toEqual(lists.get(name)?.at(7))
    expect(textOf(listOf(name, 2).at(7)), name).not.toBe(textAt(name, 7))
  }
})

const jsonWithin: Readonly<Record<string, RegExp>> = {
  'baidu/baidu.html': /<!--s-data:(.*)-->/s,
  'ifeng/ifeng.html': /allData = (.*?);\n/s,
  'jin10/jin10.js': /newest = (.*);/s,
  'kuaishou/kuaishou.html': /__APOLLO_STATE__=(.*?\});\(function/s,
}

test('what is JSON can be parsed at every step, empty lists too', () => {
  const read = names.filter((name) => name.endsWith('.json') || name in jsonWithin)
  for (const name of read) {
    for (const text of [...steps.map((step) => textAt(name, step)), textOf(listOf(name).empty())]) {
      const json = name in jsonWithin ? (jsonWithin[name]?.exec(text)?.[1] ?? '') : text
      expect(() => JSON.parse(json), name).not.toThrow()
    }
  }
  expect(read.length).toBeGreaterThan(35)
})

test('the upstreams of one list that have the same members agree on titles and ids', () => {
  const pairs: ReadonlyArray<readonly [string, RegExp, string, RegExp]> = [
    ['weibo/weibo.html', /href="\/weibo.*>(.+?)<\/a><span/, 'weibo-side/side.json', /"word": "(.+?)"/],
    ['linuxdo-latest/linuxdo-latest.json', /"id": (\d+)/, 'linuxdo-latest-rss/linuxdo-latest.xml', /topic\/(\d+)</],
    ['hupu/hupu.html', /href="\/(\d+)/, 'hupu-phone/threads.json', /"tid": "?(\d+)/],
    ['dgtle/dgtle.json', /"id": (\d+)/, 'dgtle-site/dgtle-site.json', /"id": (\d+)/],
    ['guokr/guokr.json', /"id": (\d+)/, 'guokr-older/guokr-older.json', /article\/(\d+)/],
    ['huxiu/huxiu.json', /"object_id": (\d+)/, 'huxiu-older/huxiu-older.json', /"moment_id": (\d+)/],
    ['yystv/yystv.json', /"id": "(\d+)/, 'yystv-page/yystv-page.html', /\/p\/(\d+)/],
    [
      'bilibili-rank-game/bilibili-rank.json',
      /"bvid": "(\w+)/,
      'bilibili-rank-game-older/older.json',
      /"bvid": "(\w+)/,
    ],
  ]
  for (const [name, form, other, otherForm] of pairs) {
    expect(allAt(name, 9, form).length, name).toBeGreaterThanOrEqual(20)
    expect(allAt(other, 9, otherForm), other).toEqual(allAt(name, 9, form))
  }
})

test('zaobao stays GB2312, declared and encoded, with no character outside it', () => {
  const name = 'zaobao/zaobao.gb2312.html'
  const reply = lists.get(name)?.at(5)
  const bytes = Buffer.from(reply?.body ?? '')
  expect(reply?.headers['content-type']).toBe('text/html; charset=gb2312')
  expect(bytes.includes(Buffer.from('即时新闻'))).toBe(false)
  expect(textAt(name, 5)).toContain('即时新闻')
  expect(textAt(name, 5)).not.toMatch(/\ufffd|&#\d/)
  // In GB2312 both bytes of a character are above 0xa0.
  const letters = bytes.filter((byte) => byte > 0x7f)
  expect(letters.length).toBeGreaterThan(400)
  expect(letters.length % 2).toBe(0)
  expect(letters.every((byte) => byte > 0xa0)).toBe(true)
})

test('figures of a board fall with the rank, and a text in an address is the text beside it', () => {
  const heats = allAt('douyin/douyin.json', 4, /"hot_value": (\d+)/).map(Number)
  expect(heats).toEqual(heats.toSorted((one, other) => other - one))
  const words = allAt('baidu/baidu.html', 4, /"word":"(.+?)"/)
  expect(words.length).toBe(30)
  const addresses = allAt('baidu/baidu.html', 4, /"rawUrl":"(.+?)"/)
  expect(addresses.map((url) => new URL(url).searchParams.get('wd'))).toEqual(words)
})

test('a template that does not fit its sample throws', () => {
  const template = { body: 'x/x.json', spans: [[1, 13]] as const, spots: new Map() }
  const reply = { status: 200, headers: {}, body: '[{"name":"x"}]' }
  expect(() => createListEvolution(template, reply)).toThrow('x/x.json has no item')
  const spots = new Map([['{"name":"x"}', {}]])
  expect(() => createListEvolution({ ...template, spots }, reply)).toThrow('no id and no title')
})
