// Tests the growing list of every sample: about 30 items, changes per step, retained traps, parsable bodies.
import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { textOf } from '../mock-response.ts'
import { createListEvolution, type GrowingList, type ListEvolution } from './evolving-lists.ts'
import { cut } from './find-repeated.ts'
import { type Exchange, readExchanges } from './load-exchanges.ts'
import { templates } from './templates/all.ts'

const exchanges = readExchanges()
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
  const like = template.like === undefined ? undefined : exchangeOf(template.like).reply()
  return createListEvolution(template, exchangeOf(name).reply(), like)
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

function itemsAt(name: string, step: number): readonly string[] {
  const [where] = templates.get(name)?.repeated ?? []
  return where ? cut(textAt(name, step), where).items : []
}

test('every source that has a fixture of its own name grows', () => {
  const own = new Set(exchanges.filter(({ name, source }) => name.startsWith(`${source}/`)).map(({ source }) => source))
  const grown = new Set(names.map((name) => exchangeOf(name).source))
  // V2EX's hottest topics are a recording, but also alike to its latest topics. The history lists never change.
  for (const source of ['v2ex-hot', 'history', 'history-01']) own.delete(source)
  expect([...own.difference(grown)]).toEqual([])
  expect(own.size).toBeGreaterThan(105)
})

test.each(names)('%s has its size, other items at every step, and its traps in their places', (name) => {
  const { keep, echo, size = 30, like = name, planted = [] } = templates.get(name) ?? {}
  const [where] = templates.get(name)?.repeated ?? []
  const sample = where ? cut(textOf(exchangeOf(like).reply()), where).items : []
  const traps = sample.flatMap((item, at) => (keep?.test(item) || echo?.test(item) ? [{ item, at }] : []))
  for (const step of steps) {
    const items = itemsAt(name, step)
    expect(items.length).toBe(size + traps.length + planted.length)
    for (const [at, item] of planted) expect(items[at]).toBe(item)
    for (const { item, at } of traps) {
      if (keep?.test(item)) expect(items[at]).toBe(item)
    }
    expect(textAt(name, step)).not.toBe(textAt(name, step + 1))
  }
})

/** The key of a member: the first id, else the first text. */
function keysAt(name: string, step: number): readonly string[] {
  const { keep, echo, spots, planted = [] } = templates.get(name) ?? {}
  const strangers = planted.map(([, item]) => item)
  const spot = [...(spots?.id ?? []), ...(spots?.slug ?? []), ...(spots?.title ?? [])][0] ?? /(?!)/
  const form = typeof spot === 'string' ? new RegExp(`"${spot}":\\s*"?([^",\\s]+)`) : new RegExp(spot, 's')
  const members = itemsAt(name, step).filter(
    (item) => !keep?.test(item) && !echo?.test(item) && !strangers.includes(item),
  )
  return members.map((item) => form.exec(item)?.[1] ?? item)
}

test('members have ids of their own; from one step to the next one to three go and most stay', () => {
  let tried = 0
  for (const name of names) {
    for (const step of steps) {
      const before = new Set(keysAt(name, step))
      const after = new Set(keysAt(name, step + 1))
      expect(before.size, name).toBe(templates.get(name)?.size ?? 30)
      const gone = before.difference(after).size
      expect(gone >= 1 && gone <= 3, `${name} loses ${gone} at ${step}`).toBe(true)
      tried += 1
    }
  }
  expect(tried).toBe(names.length * 21)
})

test('the echo of the sample repeats the card before it', () => {
  for (const step of steps) {
    const hrefs = itemsAt('kaopu/kaopu.html', step).map((item) => /href="([^"]+)"/.exec(item)?.[1])
    expect(hrefs[2]).toBe(hrefs[1])
    expect(new Set(hrefs).size).toBe(30)
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

const voidTags = new Set(['br', 'hr', 'img', 'input', 'link', 'meta'])

/** Number of unclosed tags and number of unmatched closing tags. */
function unpairedIn(markup: string, isXml: boolean): number {
  const text = markup.replaceAll(/<!\[CDATA\[.*?\]\]>|<!--.*?-->|<script>.*?<\/script>|<[^<>]*\/>/gs, '')
  let opened = 0
  let implied = 0
  const parser = new Parser(
    {
      onopentagname: (name) => {
        if (!voidTags.has(name) || isXml) opened += 1
      },
      onclosetag: (name, isImplied) => {
        if (isImplied && (!voidTags.has(name) || isXml)) implied += 1
      },
    },
    { xmlMode: isXml },
  )
  parser.end(text)
  return implied + Math.abs(opened - (text.match(/<\//g)?.length ?? 0))
}

test('feeds and pages nest as they should, empty lists too', () => {
  const read = names.filter((name) => /\.(?:xml|html)$/.test(name))
  for (const name of read) {
    for (const text of [textAt(name, 3), textAt(name, 20), textOf(listOf(name).empty())])
      expect(unpairedIn(text, name.endsWith('.xml')), name).toBe(0)
  }
  expect(unpairedIn('<rss><item></rss>', true)).toBe(2)
  expect(unpairedIn('<ul><li>1</li></li></ul>', false)).toBe(1)
  expect(read.length).toBeGreaterThan(25)
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
    const keys = (list: string, reader: RegExp) => {
      const { keep } = templates.get(list) ?? {}
      return itemsAt(list, 9).flatMap((item) => (keep?.test(item) ? [] : [reader.exec(item)?.[1]]))
    }
    expect(keys(other, otherForm), other).toEqual(keys(name, form))
    expect(keys(name, form).every((key) => key !== undefined)).toBe(true)
  }
})

test('zaobao stays GB2312: declared, encoded, and with no letter beyond it', () => {
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

test('times in the items are near the time of the step', () => {
  const readers: ReadonlyArray<readonly [string, RegExp, (text: string) => number]> = [
    ['cls-telegraph/cls-telegraph.json', /"ctime": (\d+)/, (text) => Number(text) * 1000],
    ['thepaper/thepaper.json', /"pubTimeLong": (\d+)/, Number],
    ['zaobao/zaobao.gb2312.html', /pdt10">(.+?)</, (text) => Date.parse(`${text.replace('- ', 'T')}:00+08:00`)],
    ['solidot/solidot.xml', /<pubDate>(.+?)</, Date.parse],
    ['v2ex-share/v2ex-create.json', /"date_published": "(.+?)"/, Date.parse],
  ]
  for (const [name, form, read] of readers) {
    const now = era.now.getTime() + 500 * era.stepMs
    const { keep } = templates.get(name) ?? {}
    const ages = itemsAt(name, 500).flatMap((item) =>
      keep?.test(item) ? [] : [now - read(form.exec(item)?.[1] ?? '')],
    )
    expect(Math.min(...ages), name).toBeGreaterThanOrEqual(0)
    expect(Math.max(...ages), name).toBeLessThan(60 * 60_000)
  }
})

test('figures of a board fall with the rank, and a text in an address is the text beside it', () => {
  const heats = itemsAt('douyin/douyin.json', 4).map((item) => Number(/"hot_value": (\d+)/.exec(item)?.[1]))
  expect(heats).toEqual(heats.toSorted((one, other) => other - one))
  const titles = itemsAt('baidu/baidu.html', 4).map((item) => ({
    word: /"word":"(.+?)"/.exec(item)?.[1] ?? '',
    raw: new URL(/"rawUrl":"(.+?)"/.exec(item)?.[1] ?? '').searchParams.get('wd'),
  }))
  expect(titles.length).toBe(31)
  for (const { word, raw } of titles) expect(raw).toBe(word)
})

test('a template that does not fit its sample is refused with a sentence', () => {
  const reply = { status: 200, headers: {}, body: '{"data":[]}' }
  const where = { body: 'x/x.json', spots: { id: ['id'] } }
  expect(() => createListEvolution({ ...where, repeated: [{ after: /"data":\[/ }] }, reply)).toThrow(
    'x/x.json has no item',
  )
  expect(() => createListEvolution({ ...where, repeated: [{ after: /"list":\[/ }] }, reply)).toThrow(
    'no array stands after',
  )
  expect(() => createListEvolution({ ...where, repeated: [{ each: /<li>/ }] }, reply)).toThrow('nothing matches')
  const odd = { ...reply, body: '{"data":[{"name":"x"}]}' }
  expect(() => createListEvolution({ ...where, repeated: [{ after: /"data":\[/ }] }, odd)).toThrow('no id and no title')
})
