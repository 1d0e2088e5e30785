// Tests of the buffer of recent log lines.
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { logEntry, logStats } from '../contract/monitoring.ts'
import { createLogBuffer } from './log-buffer.ts'

/** A buffer and a log that writes to it, at the given times and afterwards at the last of them. */
function logged(...times: number[]) {
  const ring = createLogBuffer()
  let at = 0
  const timestamp = () => `,"time":${times[Math.min(at++, times.length - 1)] ?? 1}`
  const log = pino({ level: 'debug', base: null, timestamp }, ring)
  // Creating the log has read the clock already.
  at = 0
  return { ring, log }
}

const all = { limit: 5_000 }

describe('the lines of a ring', () => {
  test('are given newest first, in the contract’s words', () => {
    const { ring, log } = logged(1_000, 2_000, 3_000)
    const request = { requestId: 'abc', method: 'GET', path: '/a', route: '/a', status: 404, ms: 3, bytes: 9 }
    log.info({ ...request, ip: '192.0.2.0/24', left: true }, 'request')
    log.warn({ source: 'plugin:labi', ageMs: 5 }, 'old')
    log.debug('looked')
    const entries = ring.read(all).map((entry) => logEntry.parse(entry))
    expect(entries).toEqual([
      { time: 3_000, level: 'debug', message: 'looked' },
      { time: 2_000, level: 'warn', message: 'old', source: 'plugin:labi' },
      { time: 1_000, level: 'info', message: 'request', ...request, ip: '192.0.2.0/24', left: true },
    ])
  })

  test('have the message and the stack of an error, and nothing else of it', () => {
    const { ring, log } = logged()
    log.error({ err: Object.assign(new Error('a bug'), { secret: 'x' }) }, 'failed')
    log.fatal({ err: 'a text' })
    const [fatal, error] = ring.read(all).map((entry) => logEntry.parse(entry))
    expect(error?.err).toEqual({ message: 'a bug', stack: expect.stringContaining('log-buffer.test.ts') })
    expect(fatal).toEqual({ time: 1, level: 'fatal', message: '' })
  })

  test('are chosen by level and above, source, beginning of the path, time and number', () => {
    const { ring, log } = logged(10, 20, 30, 40, 50)
    log.debug({ path: '/api/search' }, 'one')
    log.info({ path: '/api/search/stream', source: 'a' }, 'two')
    log.warn({ path: '/api', source: 'b' }, 'three')
    log.error({ source: 'a' }, 'four')
    log.fatal('five')
    const read = (expected: object) => ring.read({ ...all, ...expected }).map(({ message }) => message)
    expect(read({ level: 'debug' })).toHaveLength(5)
    expect(read({ level: 'info' })).toEqual(['five', 'four', 'three', 'two'])
    expect(read({ level: 'error' })).toEqual(['five', 'four'])
    expect(read({ level: 'fatal' })).toEqual(['five'])
    expect(read({ source: 'a' })).toEqual(['four', 'two'])
    expect(read({ path: '/api/search' })).toEqual(['two', 'one'])
    expect(read({ since: 40 })).toEqual(['five', 'four'])
    expect(read({ since: 41, level: 'debug' })).toEqual(['five'])
    expect(read({ limit: 2, level: 'debug' })).toEqual(['five', 'four'])
    expect(read({ limit: 1, source: 'a', path: '/api' })).toEqual(['two'])
    expect(read({ source: 'c' })).toEqual([])
  })

  test('are counted by level', () => {
    const { ring, log } = logged()
    expect(logStats.parse(ring.stats())).toEqual({
      total: 0,
      byLevel: { debug: 0, info: 0, warn: 0, error: 0, fatal: 0 },
    })
    for (const level of ['debug', 'debug', 'info', 'warn', 'error', 'error', 'fatal'] as const) log[level]('a')
    expect(logStats.parse(ring.stats())).toEqual({
      total: 7,
      byLevel: { debug: 2, info: 1, warn: 1, error: 2, fatal: 1 },
    })
  })

  test('are the last 2,000', () => {
    const { ring, log } = logged()
    for (let at = 1; at <= 2_500; at += 1) log.info(`${at}`)
    expect(ring.stats().total).toBe(2_000)
    const messages = ring.read(all).map(({ message }) => message)
    expect([messages.length, messages[0], messages.at(-1)]).toEqual([2_000, '2500', '501'])
  })

  test('are fewer when they are long: 4 MB in all', () => {
    const { ring, log } = logged()
    for (let at = 1; at <= 2_000; at += 1) log.info('x'.repeat(4_000))
    const { total } = ring.stats()
    expect(total * 4_000).toBeLessThanOrEqual(4 * 1024 * 1024)
    expect(total).toBeGreaterThan(1_000)
  })

  test.each([
    ['ASCII', 'x'],
    ['Chinese', '速'],
    ['emoji', '🎬'],
    ['quotes', '"'],
    ['control characters', '\u0001'],
    ['halves of surrogate pairs', '\uD800'],
  ])('of more than 8 KB are cut and say so: %s', (_name, unit) => {
    const lines: string[] = []
    const ring = createLogBuffer()
    const log = pino({ base: null }, { write: (line: string) => lines.push(line) })
    const long = unit.repeat(20_000)
    const error = Object.assign(new Error(long), { stack: long })
    log.error({ err: error, source: long, path: long, requestId: long, route: long }, long)
    ring.write(lines.join(''))
    const [entry] = ring.read(all).map((found) => logEntry.parse(found))
    expect(entry).toMatchObject({ level: 'error', cut: true, time: expect.any(Number) })
    expect(long.startsWith(entry?.message ?? 'nothing')).toBe(true)
    expect(entry?.message.length).toBeGreaterThanOrEqual(64)
    expect(Buffer.byteLength(JSON.stringify(entry))).toBeLessThanOrEqual(8 * 1024)
  })

  test('of 8 KB are whole', () => {
    const { ring, log } = logged()
    log.info('x'.repeat(8_000))
    expect(ring.read(all)).toEqual([{ time: 1, level: 'info', message: 'x'.repeat(8_000) }])
  })
})
