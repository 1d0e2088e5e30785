// Tests of process health.
import { describe, expect, it } from 'vitest'
import { readProcess } from './process-health.ts'

describe('the health of the process', () => {
  it('says how long the process runs, on what, and with how much memory', () => {
    const { uptimeMs, nodeVersion, memory, problems } = readProcess(0, [], [])
    expect(uptimeMs).toBeGreaterThan(0)
    expect(nodeVersion).toBe(process.version)
    expect(memory.heapUsed).toBeGreaterThan(1_000_000)
    expect(memory.rss).toBeGreaterThanOrEqual(memory.heapUsed)
    expect(Object.keys(memory)).toEqual(['heapUsed', 'heapTotal', 'rss'])
    expect(problems).toEqual([])
  })

  it('calls the event loop blocked when what is due comes more than 200 ms late in the mean', () => {
    expect(readProcess(200, [], [])).toMatchObject({ isBlocked: false, problems: [] })
    const blocked = 'the event loop is blocked: it is 201 ms late on average'
    expect(readProcess(201, ['the store is down'], ['a file was set aside'])).toMatchObject({
      isBlocked: true,
      problems: [blocked, 'the store is down'],
      notices: ['a file was set aside'],
    })
  })
})
