// Tests of heartbeats in JSON line streams.
import { expect, it, onTestFinished } from 'vitest'
import { testApp } from '../../../test/contract/app-parts.ts'
import { makeHotLists } from '../../../test/kit/hot-lists.ts'

it('a quiet stream of lines has an empty one every 15 seconds in which nothing happens', async () => {
  const { lists, following, sites, time } = makeHotLists({ a: { interval: 3_600 } })
  sites.says('a', 'x')
  const { app } = testApp({ hotLists: { lists, following } })
  onTestFinished(() => app.close())
  const answer = app.inject('/api/v1/stream?sources=a&follow=1')
  await time.advance(31_000)
  following.close()
  await time.advance(0)
  const told = (await answer).body.split('\n').map((line) => (line === '' ? '' : JSON.parse(line).type))
  expect(told).toEqual(['start', 'data', 'end', '', '', ''])
})
