// Tests many concurrent clients of one list: single flight.
import { expect, it } from 'vitest'
import { startHotTrawl } from '../kit/hot-trawl.ts'

it('a hundred clients of a list that is not cached yet cause one upstream request', async () => {
  const { ask, standin } = await startHotTrawl()
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, client) =>
      ask(client % 2 === 0 ? '/api/v1/sources/ithome' : '/api/v1/sources/hot/batch?ids=ithome'),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 100 }, () => 200))
  expect(standin.asked().length).toBe(1)
})
