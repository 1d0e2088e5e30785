// Tests what the growing lists of several samples have in common, and their figures; test/growing-lists.test.ts reads all of them with our sources.
import { expect, test } from 'vitest'
import { textOf } from '../mock-response.ts'
import { createListEvolution } from './evolving-lists.ts'
import { readExchanges } from './load-exchanges.ts'
import { templatesFor } from './templates.ts'

const exchanges = readExchanges()
const templates = templatesFor(exchanges)
const era = { seed: 1, now: new Date('2026-11-20T12:00:00Z'), stepMs: 60_000 }

/** The first groups of all matches in the body at a step that the sample does not have, thus those of members. */
function allAt(name: string, step: number, form: RegExp): readonly string[] {
  const [template, exchange] = [templates.get(name), exchanges.find((one) => one.name === name)]
  if (!template || !exchange) throw new Error(`there is no sample ${name}`)
  const reply = exchange.reply()
  const text = textOf(createListEvolution(template, reply)(era).at(step))
  const found = [...text.matchAll(new RegExp(form, 'g'))].map(([, one = '']) => one)
  return found.filter((one) => !textOf(reply).includes(one))
}

test.each([
  ['weibo/weibo.html', /href="\/weibo.*>(.+?)<\/a><span/, 'weibo-side/side.json', /"word": "(.+?)"/],
  ['linuxdo-latest/linuxdo-latest.json', /"id": (\d+)/, 'linuxdo-latest-rss/linuxdo-latest.xml', /topic\/(\d+)</],
  ['hupu/hupu.html', /href="\/(\d+)/, 'hupu-phone/threads.json', /"tid": "?(\d+)/],
  ['dgtle/dgtle.json', /"id": (\d+)/, 'dgtle-site/dgtle-site.json', /"id": (\d+)/],
  ['guokr/guokr.json', /"id": (\d+)/, 'guokr-older/guokr-older.json', /article\/(\d+)/],
  ['huxiu/huxiu.json', /"object_id": (\d+)/, 'huxiu-older/huxiu-older.json', /"moment_id": (\d+)/],
  ['yystv/yystv.json', /"id": "(\d+)/, 'yystv-page/yystv-page.html', /\/p\/(\d+)/],
  ['bilibili-rank-game/bilibili-rank.json', /"bvid": "(\w+)/, 'bilibili-rank-game-older/older.json', /"bvid": "(\w+)/],
])('%s and the other upstream of its list agree on titles and ids', (name, form, other, otherForm) => {
  expect(allAt(name, 9, form).length).toBeGreaterThanOrEqual(20)
  expect(allAt(other, 9, otherForm)).toEqual(allAt(name, 9, form))
})

test('a text in an address is the text beside it', () => {
  const words = allAt('baidu/baidu.html', 4, /"word":"(.+?)"/)
  expect(words.length).toBe(30)
  const addresses = allAt('baidu/baidu.html', 4, /"rawUrl":"(.+?)"/)
  expect(addresses.map((url) => new URL(url).searchParams.get('wd'))).toEqual(words)
})
