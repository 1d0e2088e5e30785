// Tests of Duoduo: the hours in which it is closed, and the addresses it asks. The page is hand-made.
import { expect, test } from 'vitest'
import { makeAsking, pluginOf } from '../../../test/kit/site-io.ts'

const duoduo = await pluginOf('duoduo')

const overlay = '<html><body><div class="module"></div><div class="notice">05:00-18:00 休息</div></body></html>'

function makeSite(now: string) {
  return makeAsking(duoduo, () => overlay, Date.parse(now))
}

test.each([
  ['2026-05-04T21:00:00Z', 'the first minute of 05:00'],
  ['2026-05-05T00:00:00Z', '08:00'],
  ['2026-05-05T09:59:59Z', 'the last second before 18:00'],
])('at %s (%s in China) a page without films means closed', async (now) => {
  await expect(makeSite(now).ask()).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'closed from 05:00 to 18:00 China time',
  })
})

test.each([
  ['2026-05-05T10:00:00Z', '18:00'],
  ['2026-05-05T20:59:59Z', 'the last second before 05:00'],
])('at %s (%s in China) a page without films means no hits', async (now) => {
  expect((await makeSite(now).ask()).posts).toEqual([])
})

test('a site that has moved is asked at its new address', async () => {
  const { ask, asked } = makeSite('2026-05-05T14:00:00Z')
  await ask({ base_url: 'https://new.example.org/tv/' })
  expect(asked.map(({ url }) => url.href)).toEqual([
    'https://new.example.org/tv/index.php/vod/search/wd/%E7%BA%B8%E9%B9%A4.html',
  ])
})
