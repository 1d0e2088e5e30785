// Attempts with other replicas present: shared slots of the host, and its breaker that others opened.
import { describe, expect, it } from 'vitest'
import { answers, hangs, scriptedServer } from '../../../test/kit/scripted-server.ts'
import { failureOf, makeAsk, makeClock, makeWire } from '../../../test/kit/wire.ts'
import { UpstreamError } from '../errors.ts'
import { type ExchangeDependencies, exchange } from '../net/exchange.ts'
import type { SharedBreakerState } from './circuit-breaker.ts'
import { createUpstreamHosts } from './hosts.ts'

interface Slots {
  held: number
  taken: number
  most: number
  /** No permit was taken before it. */
  gate: Promise<void>
}

/** Other replicas, with the state of the breaker that they sent. */
function make() {
  const clock = makeClock()
  const others: { told: SharedBreakerState | undefined } = { told: undefined }
  const slots: Slots = { held: 0, taken: 0, most: 0, gate: Promise.resolve() }
  const shared = {
    breakerChannel: () => ({ latest: () => others.told, publish: () => undefined }),
    async acquireSlot(_name: string, most: number, signal: AbortSignal) {
      slots.most = most
      await slots.gate
      signal.throwIfAborted()
      slots.held += 1
      slots.taken += 1
      return () => {
        slots.held -= 1
      }
    },
  }
  const wire: ExchangeDependencies = { ...makeWire(clock), hosts: createUpstreamHosts(clock.epochMs, shared) }
  return { clock, others, slots, wire }
}

describe('an attempt', () => {
  it('takes one of the slots of its host that all replicas share, and releases it in any case', async () => {
    const { slots, wire } = make()
    const server = await scriptedServer([answers('well'), answers('no', {}, 500), hangs])
    await exchange(server.url('/'), {}, makeAsk({ parallel: 3 }), wire)
    expect(slots).toMatchObject({ held: 0, taken: 1, most: 3 })
    await failureOf(exchange(server.url('/'), {}, makeAsk({ attempts: 1 }), wire))
    const leaving = new AbortController()
    const left = failureOf(exchange(server.url('/'), {}, makeAsk({}, { signal: leaving.signal }), wire))
    await server.until(3)
    expect(slots.held).toBe(1)
    leaving.abort(new Error('left'))
    await left
    expect(slots).toMatchObject({ held: 0, taken: 3 })
  })

  it('has its full time once it has a slot', async () => {
    const { slots, wire } = make()
    const { promise, resolve } = Promise.withResolvers<void>()
    slots.gate = promise
    const server = await scriptedServer([answers('well')])
    const ask = makeAsk()
    const asked = exchange(server.url('/'), {}, ask, wire)
    await new Promise(setImmediate)
    expect([ask.budget.hasStarted(), server.heard.length]).toEqual([false, 0])
    resolve()
    await asked
    expect(ask.budget.hasStarted()).toBe(true)
  })

  it('needs no slot when it is rejected', async () => {
    const { clock, others, slots, wire } = make()
    const server = await scriptedServer([answers('well')])
    others.told = {
      openUntil: clock.epochMs() + 60_000,
      openMs: 30_000,
      reason: new UpstreamError('blocked', 'elsewhere'),
    }
    const error = await failureOf(exchange(server.url('/'), {}, makeAsk(), wire))
    expect(error).toMatchObject({ kind: 'open', message: expect.stringContaining('blocked: elsewhere') })
    expect([slots.taken, server.heard.length]).toEqual([0, 0])
  })
})
