// All who hear how asks ended are told, and failures stand in the log with their reason.
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { createLogBuffer } from '../../observability/log-buffer.ts'
import type { SourceAskRecord } from '../../observability/metrics.ts'
import type { Outcome } from '../source.ts'
import { combineListeners, sourceMetricsListener } from './ask-listeners.ts'

const timeout = { kind: 'timeout', detail: 'no whole answer in time' } as const
const fresh = { state: 'fresh', items: ['x'], at: new Date(0), tookMs: 40 } as const

/** What stands in the log after that outcome. */
function logged(outcome: Outcome<unknown>) {
  const ring = createLogBuffer()
  combineListeners(pino({ level: 'debug', base: null, timestamp: () => ',"time":1' }, ring))(
    'weibo',
    outcome,
    undefined,
  )
  return ring.read({ limit: 9 })
}

describe('how an ask ended', () => {
  it('is told to each listener', () => {
    const told: unknown[][] = []
    const listener = (...args: unknown[]) => void told.push(args)
    combineListeners({ debug: () => undefined }, listener, listener)('weibo', fresh, 3)
    expect(told).toEqual([
      ['weibo', fresh, 3],
      ['weibo', fresh, 3],
    ])
  })

  it('is not told of the test of a host, which is nobody’s source', () => {
    const told: string[] = []
    combineListeners({ debug: () => undefined }, (source) => void told.push(source))(
      'reach:https://t.me/',
      fresh,
      undefined,
    )
    expect(told).toEqual([])
  })

  it('is no line when all is well', () => {
    expect(logged(fresh)).toEqual([])
  })

  it('is a line with the reason when it failed, came in part, or by a detour', () => {
    const line = { time: 1, level: 'debug', source: 'weibo', ...timeout }
    expect(logged({ state: 'failed', failure: timeout, tookMs: 40 })).toEqual([
      { ...line, message: 'an ask failed', ms: 40 },
    ])
    expect(logged({ state: 'failed', failure: timeout })).toEqual([{ ...line, message: 'an ask failed' }])
    expect(logged({ ...fresh, failure: timeout })).toEqual([{ ...line, message: 'an ask came in part', ms: 40 }])
    expect(logged({ ...fresh, skippedUpstream: timeout })).toEqual([
      { ...line, message: 'an upstream was bypassed', ms: 40 },
    ])
  })
})

describe('the metrics', () => {
  /** What they are told of an outcome of these sources, of which only `tg:known` is listed. */
  const told = (source: string, outcome: Outcome<unknown>) => {
    const asks: SourceAskRecord[] = []
    const listed = new Set(['tg:known', 'plugin:some', 'check:quark', 'weibo'])
    const count = sourceMetricsListener({ recordSourceAsk: (ask) => void asks.push(ask) }, listed)
    count(source, outcome, undefined)
    return asks[0]
  }

  it('hear what sort of source it was, how it ended and how long that took', () => {
    expect(told('weibo', fresh)).toEqual({ source: 'weibo', kind: 'list', outcome: 'ok', ms: 40 })
    expect(told('plugin:some', { ...fresh, failure: timeout })).toMatchObject({ kind: 'plugin', outcome: 'part' })
    expect(told('check:quark', fresh)).toMatchObject({ source: 'check:quark', kind: 'check' })
    const failed = { state: 'failed', failure: timeout, tookMs: 7 } as const
    expect(told('tg:known', failed)).toEqual({ source: 'tg:known', kind: 'channel', outcome: 'timeout', ms: 7 })
  })

  it('hear of sources that are not listed under one name, because requests may name any', () => {
    expect(told('tg:whatever', fresh)).toMatchObject({ source: 'other', kind: 'channel' })
  })
})
