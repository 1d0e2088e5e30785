// Tests of Duoduo: the hours in which it is closed, and the addresses it asks. The page is hand-made.
import { expect, test } from 'vitest'
import { readPage } from '../../upstream/page.ts'
import type { Io } from '../../upstream/source.ts'
import { acceptPlugin } from '../plugin.ts'
import duoduo from './duoduo.ts'

const overlay = '<html><body><div class="module"></div><div class="notice">05:00-18:00 休息</div></body></html>'

function refuse(): never {
  throw new Error('only pages are expected to be asked for')
}

function ioAt(now: string) {
  const asked: string[] = []
  const html: Io['html'] = async (url) => {
    asked.push(url)
    return readPage(overlay)
  }
  const some: Io['some'] = (asks) => Promise.all(asks)
  const others = { bytes: refuse, text: refuse, json: refuse, copy: refuse, remembered: refuse }
  return { io: { ...others, html, some, now: new Date(now) }, asked }
}

const query = { kw: '纸鹤', ext: {} }

test.each([
  ['2026-05-04T21:00:00Z', 'the first minute of 05:00'],
  ['2026-05-05T00:00:00Z', '08:00'],
  ['2026-05-05T09:59:59Z', 'the last second before 18:00'],
])('at %s (%s in China) a page without films means closed', async (now) => {
  await expect(acceptPlugin('duoduo', duoduo).ask(query, ioAt(now).io)).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'closed from 05:00 to 18:00 China time',
  })
})

test.each([
  ['2026-05-05T10:00:00Z', '18:00'],
  ['2026-05-05T20:59:59Z', 'the last second before 05:00'],
])('at %s (%s in China) a page without films means no hits', async (now) => {
  expect(await acceptPlugin('duoduo', duoduo).ask(query, ioAt(now).io)).toEqual([])
})

test('a site that has moved is asked at its new address', async () => {
  const { io, asked } = ioAt('2026-05-05T14:00:00Z')
  await acceptPlugin('duoduo', duoduo, { DUODUO_BASE_URL: 'https://new.example.org/tv/' }).ask(query, io)
  expect(asked).toEqual(['https://new.example.org/tv/index.php/vod/search/wd/%E7%BA%B8%E9%B9%A4.html'])
})
