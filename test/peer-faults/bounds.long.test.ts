// Tests the peer's missing limits: upstream bodies of every plugin and channel.
import { describe, expect, it } from 'vitest'
import { patient, startAll } from './parts.ts'

const request = { kw: '纸鹤', ...patient }

describe('a body without measure', () => {
  it.each([
    ['huge', 300],
    ['bomb', 1_024],
  ] as const)('is cut off at the limit of its source, whichever source it is (%s)', async (kind, amount) => {
    const { search, standin, errors } = await startAll()
    standin.setFaults({ kind, amount })
    const { meta, warnings = [] } = await search(request)
    expect(meta.sources).toEqual({ asked: 48, answered: 0, failed: 48, pending: 0 })
    const others = warnings.filter(({ detail }) => !/^mismatch: the answer is larger than \d{3,5} KB$/.test(detail))
    expect(others).toEqual([])
    expect(errors).toEqual([])
  })
})
