// Tests of the request log.
import { expect, test } from 'vitest'
import { testApp } from '../../test/contract/app-parts.ts'

async function logged(url: string, ms: number) {
  const times = [1_000, 1_000 + ms]
  const { app, lines } = testApp({ now: () => times.shift() ?? 0 })
  await app.inject({ url, headers: { 'x-request-id': 'abc' } })
  return lines
}

test('an ordinary request is one line for those who debug, without what was searched for', async () => {
  const lines = await logged('/api/search?kw=secret', 999.4)
  expect(lines).toEqual([
    {
      level: 20,
      time: expect.anything(),
      requestId: 'abc',
      method: 'GET',
      path: '/api/search',
      status: 200,
      ms: 999,
      bytes: 152,
      msg: 'request',
    },
  ])
})

test('a slow request and a refused one are for everybody', async () => {
  expect(await logged('/api/search?kw=a', 1_000)).toMatchObject([{ level: 30, status: 200, ms: 1_000 }])
  expect(await logged('/api/search', 5)).toMatchObject([{ level: 30, status: 400, ms: 5 }])
})

test('a path is logged at most 100 characters long, without control characters', async () => {
  const [line] = await logged(`/${'x'.repeat(300)}`, 1)
  expect(line?.path).toBe(`/${'x'.repeat(98)}…`)
})
