// Coalescing of equal concurrent searches.
import { describe, expect, it } from 'vitest'
import { emptyAnswer } from '../../../test/contract/app-parts.ts'
import { makeClock } from '../../../test/kit/wire.ts'
import { searchRequest } from '../../contract/search.ts'
import type { SearchAnswer } from './answer.ts'
import { coalesceSearches } from './coalesce.ts'

const staying = new AbortController().signal

function make() {
  const clock = makeClock()
  const begun: { kw: string; signal: AbortSignal; end: PromiseWithResolvers<SearchAnswer> }[] = []
  const search = coalesceSearches(({ kw }, signal) => {
    const end = Promise.withResolvers<SearchAnswer>()
    signal.addEventListener('abort', () => end.reject(signal.reason), { once: true })
    begun.push({ kw, signal, end })
    return end.promise
  }, clock.epochMs)
  const ask = (fields: Record<string, unknown>, signal = staying) =>
    search(searchRequest.parse({ kw: 'a', ...fields }), signal)
  return { clock, begun, ask }
}

describe('equal searches at once', () => {
  it('are one, and everybody has its answer', async () => {
    const { begun, ask } = make()
    const all = [ask({}), ask({}), ask({ conc: 0 })]
    begun[0]?.end.resolve(emptyAnswer)
    expect(await Promise.all(all)).toEqual([emptyAnswer, emptyAnswer, emptyAnswer])
    expect(begun.length).toBe(1)
  })

  it('are each their own when they differ in anything, or begin apart', async () => {
    const { clock, begun, ask } = make()
    for (const fields of [{}, { kw: 'b' }, { refresh: true }, { ext: { deadline_ms: 500 } }]) void ask(fields)
    clock.advance(1_000)
    void ask({})
    expect(begun.length).toBe(5)
    for (const { end } of begun) end.resolve(emptyAnswer)
  })

  it('go on while somebody waits, and end when the last has left', async () => {
    const { begun, ask } = make()
    const [one, other] = [new AbortController(), new AbortController()]
    const [first, second] = [ask({}, one.signal), ask({}, other.signal)]
    one.abort()
    await expect(first).rejects.toThrow('abort')
    expect(begun[0]?.signal.aborted).toBe(false)
    other.abort()
    await expect(second).rejects.toThrow('abort')
    expect(begun[0]?.signal.aborted).toBe(true)
  })

  it('all fail of the same bug, and the next is searched anew', async () => {
    const { begun, ask } = make()
    const all = [ask({}), ask({})]
    begun[0]?.end.reject(new TypeError('a bug'))
    for (const one of all) await expect(one).rejects.toThrow('a bug')
    const next = ask({})
    begun[1]?.end.resolve(emptyAnswer)
    expect(await next).toBe(emptyAnswer)
  })

  it('take room once, give it back when they end, and do not begin where there is none', async () => {
    const clock = makeClock()
    const ends = [Promise.withResolvers<SearchAnswer>(), Promise.withResolvers<SearchAnswer>()]
    const room = { left: 1 }
    let begun = 0
    const search = coalesceSearches(
      async () => {
        begun += 1
        return (await ends[begun - 1]?.promise) ?? emptyAnswer
      },
      clock.epochMs,
      async () => {
        if (room.left === 0) throw new Error('no room')
        room.left -= 1
        return () => {
          room.left += 1
        }
      },
    )
    const ask = (kw: string) => search(searchRequest.parse({ kw }), staying)
    const joined = [ask('a'), ask('a')]
    await expect(ask('b')).rejects.toThrow('no room')
    ends[0]?.resolve(emptyAnswer)
    await Promise.all(joined)
    const failing = ask('b')
    ends[1]?.reject(new Error('a bug'))
    await expect(failing).rejects.toThrow('a bug')
    expect([begun, room.left]).toEqual([2, 1])
  })
})
