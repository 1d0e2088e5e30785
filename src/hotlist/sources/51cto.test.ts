// 51CTO's token: kept for an hour, and made anew once when the site refuses it.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import family from './51cto.ts'

const anHourMs = 60 * 60_000
const url = 'https://www.51cto.com/article/801234.html'
const list = [{ source_id: 801234, title: '纸鹤', url, pubdate: 1_767_576_600 }]

/** A site that gives `t1`, `t2` and so on, and answers who brings one that `takes` says. */
function makeTokenSite(takes: (token: string) => boolean) {
  let given = 0
  const site = makeAskingList(family, '51cto', ({ url: { pathname, searchParams } }) => {
    if (pathname !== '/api/token-get')
      return takes(searchParams.get('token') ?? '') ? { data: { data: { list } } } : { code: 1, data: null }
    given += 1
    return { data: { data: { token: `t${given}` } } }
  })
  return { ...site, count: () => given }
}

test('a token serves for an hour, and a time may come as seconds', async () => {
  const { ask, count, clock } = makeTokenSite(() => true)
  const pubDate = Date.parse('2026-01-05T01:30:00Z')
  expect((await ask()).items).toEqual([{ id: '801234', title: '纸鹤', url, mobileUrl: url, pubDate }])
  clock.advance(anHourMs - 1)
  await ask()
  expect(count()).toBe(1)
  clock.advance(1)
  await ask()
  expect(count()).toBe(2)
})

test('a token that is refused is made anew once', async () => {
  const taken = new Set(['t1'])
  const { ask, count } = makeTokenSite((token) => taken.has(token))
  await ask()
  taken.clear()
  taken.add('t2')
  expect((await ask()).ids).toEqual(['801234'])
  expect(count()).toBe(2)
  taken.clear()
  expect(await failureOf(ask())).toMatchObject({ kind: 'mismatch' })
  expect(count()).toBe(3)
})
