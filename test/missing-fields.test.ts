// The fields that an answer lacks compared with the fixtures of its source.
import { describe, expect, it } from 'vitest'
import { missingFields } from '../tools/doctor/compare-replies.ts'

function sample(...expected: Record<string, unknown>[]) {
  return { expected }
}

const hot = { id: '1', title: 'x', hot: 1 }
const cold = { id: '1', title: 'x' }

describe('a missing field', () => {
  it('is one that every item of every sample has and none of these', () => {
    expect(missingFields([sample(hot, hot)], [cold, cold, cold])).toEqual(['hot'])
    expect(missingFields([sample(hot, hot)], [cold, cold, hot])).toEqual([])
    expect(missingFields([sample(hot, cold)], [cold, cold, cold])).toEqual([])
    expect(missingFields([sample(hot), sample(cold)], [cold, cold, cold])).toEqual([])
  })

  it('is no conclusion from two items, nor without a sample', () => {
    expect(missingFields([sample(hot)], [cold, cold])).toEqual([])
    expect(missingFields([], [cold, cold, cold])).toEqual([])
  })

  it('may be there and hold nothing', () => {
    const post = { tags: ['a'], aside: 'b' }
    const bare = { tags: [], aside: '' }
    expect(missingFields([sample(post)], [bare, bare, bare])).toEqual(['tags', 'aside'])
  })
})
