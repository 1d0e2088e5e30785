// Coalescing of equal concurrent searches.
import { expect, it } from 'vitest'
import { makeClock } from '../../../test/kit/wire.ts'
import { searchRequest } from '../../contract/search.ts'
import type { SearchEvent } from './answer.ts'
import { coalesceSearches } from './coalesce.ts'

const staying = new AbortController().signal
const start: SearchEvent = { event: 'start', data: { sources: ['tg:a'] } }
const result: SearchEvent = { event: 'results', data: { results: [] } }

/** Searches that start at once and go on when they are told to. */
function make() {
  const clock = makeClock()
  const begun: { signal: AbortSignal; next: PromiseWithResolvers<void>; hasEnded: boolean }[] = []
  const events = coalesceSearches(async function* search(_request, signal): AsyncGenerator<SearchEvent> {
    const one = { signal, next: Promise.withResolvers<void>(), hasEnded: false }
    signal.addEventListener('abort', () => one.next.reject(signal.reason), { once: true })
    begun.push(one)
    try {
      yield start
      await one.next.promise
      yield result
    } finally {
      one.hasEnded = true
    }
  }, clock.epochMs)
  const ask = (fields: Record<string, unknown> = {}, signal = staying) =>
    events(searchRequest.parse({ kw: 'a', ...fields }), signal)
  return { clock, begun, ask }
}

it('equal streams are one search, and one that comes later gets all events', async () => {
  const { begun, ask } = make()
  const [first, second] = [ask(), ask()]
  expect((await first.next()).value).toBe(start)
  const late = Array.fromAsync(second)
  begun[0]?.next.resolve()
  expect([await Array.fromAsync(first), await late]).toEqual([[result], [start, result]])
  expect(begun.length).toBe(1)
  await ask().next()
  expect(begun.length).toBe(2)
})

it('streams that differ, or begin a second apart, are searches of their own', async () => {
  const { clock, begun, ask } = make()
  for (const fields of [{}, { kw: 'b' }, { refresh: true }, { ext: { deadline_ms: 500 } }]) await ask(fields).next()
  clock.advance(1_000)
  await ask().next()
  expect(begun.length).toBe(5)
})

it('a search goes on while a client reads it, and ends when the last has left', async () => {
  const { begun, ask } = make()
  const leaving = new AbortController()
  const [first, second] = [ask({}, leaving.signal), ask()]
  await first.next()
  await second.next()
  const rest = first.next()
  leaving.abort()
  await expect(rest).rejects.toThrow('abort')
  expect(begun[0]?.signal.aborted).toBe(false)
  await second.return(undefined)
  expect(begun[0]?.signal.aborted).toBe(true)
  await ask().next()
  expect(begun.length).toBe(2)
})

it('all that read a search get its error, and the next stream searches anew', async () => {
  const { begun, ask } = make()
  const [first, second] = [ask(), ask()]
  await first.next()
  await second.next()
  begun[0]?.next.reject(new TypeError('a bug'))
  await expect(first.next()).rejects.toThrow('a bug')
  await expect(second.next()).rejects.toThrow('a bug')
  await ask().next()
  expect(begun.length).toBe(2)
})

it('a client that left before it read costs nothing', async () => {
  const { begun, ask } = make()
  await expect(ask({}, AbortSignal.abort()).next()).rejects.toThrow('abort')
  expect(begun).toEqual([])
})
