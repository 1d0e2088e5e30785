// Equal searches at once.
import { describe, expect, it } from 'vitest'
import { emptyAnswer } from '../../test/contract/app-parts.ts'
import { makeClock } from '../../test/kit/wire.ts'
import { searchRequest } from '../contract/search.ts'
import type { SearchAnswer } from './answer.ts'
import { together } from './together.ts'

const staying = new AbortController().signal

function make() {
  const clock = makeClock()
  const begun: { kw: string; signal: AbortSignal; end: PromiseWithResolvers<SearchAnswer> }[] = []
  const search = together(({ kw }, signal) => {
    const end = Promise.withResolvers<SearchAnswer>()
    signal.addEventListener('abort', () => end.reject(signal.reason), { once: true })
    begun.push({ kw, signal, end })
    return end.promise
  }, clock.now)
  const ask = (fields: Record<string, unknown>, signal = staying) =>
    search(searchRequest.parse({ kw: 'a', ...fields }), signal)
  return { clock, begun, ask }
}

describe('equal searches at once', () => {
  it('are one, and everybody has its answer', async () => {
    const { begun, ask } = make()
    const all = [ask({}), ask({}), ask({ conc: 10 })]
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
})
