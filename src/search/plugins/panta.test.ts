// Panta: which threads are requested, access codes in its texts, and unexpected pages. All pages are hand-made.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeAsking } from '../../../test/kit/site-io.ts'
import { parsePost } from '../posts/parse-post.ts'
import panta from './panta.ts'

const fixtures = new URL('../../../fixtures/search/panta/', import.meta.url)
const site = 'https://www.91panta.cn/'
const list = 'search?keyword=%E7%BA%B8%E9%B9%A4'

function body(name: string): string {
  return readFileSync(new URL(name, fixtures), 'utf8')
}

/** The site with the pages of some paths. */
function makeSite(pages: Readonly<Record<string, string>>) {
  const { ask, asked } = makeAsking(panta, ({ href }) => pages[href.slice(site.length)])
  return { ask, paths: () => asked.map(({ url }) => url.href.slice(site.length)) }
}

function topic(id: number, summary: string, title = '纸鹤'): string {
  return `<div class="topicItem"><a href="thread?topicId=${id}">${title}</a><h2 class="summary">${summary}</h2></div>`
}

test('each link of the fixture gets the code said for it, and a year in brackets is none', async () => {
  const pages = { [list]: body('list.html'), 'thread?topicId=70001': body('70001.html') }
  const { ask } = makeSite({ ...pages, 'thread?topicId=70006': body('70006.html') })
  const results = (await ask()).posts.flatMap((post) => parsePost('plugin:panta', post))
  const links = results.flatMap(({ id, links }) => links.map(({ share, password }) => [id, share.key, password]))
  expect(links).toEqual([
    ['70001', 'mobile:105CdemoXyZ12', ''],
    ['70001', 'baidu:1aBcDeFgHiJkLmNoPqRsTuV', 'k3m9'],
    ['70001', 'uc:1a2b3c4d5e6f7', ''],
    ['70002', 'mobile:105CdemoAbCdE', 'q7w2'],
    ['70004', 'tianyi:AbCdEfGhIj12', 'x7k9'],
    ['70004', 'mobile:2nDemoAbCdEf1', 'ab12'],
    ['70005', 'quark:0a1b2c3d4e5f', 'Qw7e'],
    ['70006', 'mobile:105CdemoPqR34', 'cd34'],
  ])
})

test.each([
  'https://yun.139.com/shareweb/#/w/i/2nDemoAbCdEf1',
  '<a href="https://www.123912.com/s/demoA-5ntrv">下载</a>',
  'HTTPS://PAN.BAIDU.COM/s/1aBcDeFgHiJkLmNoPqRsTuV',
  'magnet:?xt=urn:btih:00112233445566778899aabbccddeeff00112233',
])('a summary with a share in it (%s) needs no thread', async (summary) => {
  const { ask, paths } = makeSite({ [list]: topic(1, summary) })
  expect((await ask()).ids).toEqual(['1'])
  expect(paths()).toEqual([list])
})

test.each([
  'https://x115.com/s/sw3demo1abc',
  'https://pan.baidu.com/',
  'https://www.123.com/s/x',
  '<a href="https://img.example.org/115.com/s/1">图</a>',
])('a summary whose address is no share (%s) needs its thread', async (summary) => {
  const { ask, paths } = makeSite({ [list]: topic(1, summary), 'thread?topicId=1': body('70006.html') })
  await ask()
  expect(paths()).toEqual([list, 'thread?topicId=1'])
})

test('no more threads are read than allowed, each once, and never for a title without the keyword', async () => {
  const found =
    topic(1, '一') + topic(2, '纸鹤', '灯塔') + topic(3, '三') + topic(4, 'https://pan.quark.cn/s/0a1b2c3d4e5f')
  const { ask, paths } = makeSite({ [list]: found + topic(5, '五'), 'thread?topicId=1': body('70006.html') })
  expect((await ask({ details: '1' })).ids).toEqual(['1', '4'])
  await ask({ details: '1' })
  expect(paths()).toEqual([list, 'thread?topicId=1', list])
})
