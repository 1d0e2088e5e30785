// The indexed heap compared with a sorted list.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createIndexedHeap } from './indexed-heap.ts'

interface Member {
  rank: number
  place: number
}

it('gives its members in order, whatever was added, moved and taken out between', () => {
  const step = fc.record({ does: fc.constantFrom('add', 'move', 'take', 'first'), rank: fc.nat(20), which: fc.nat() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const heap = createIndexedHeap<Member>({
        isBefore: (one, other) => one.rank < other.rank,
        indexOf: ({ place }) => place,
        setIndex: (one, place) => {
          one.place = place
        },
      })
      const members: Member[] = []
      for (const { does, rank, which } of steps) {
        const one = members[which % members.length]
        if (does === 'add') {
          const added = { rank, place: -1 }
          members.push(added)
          heap.add(added)
        } else if (does === 'move' && one) {
          one.rank = rank
          heap.update(one)
        } else if (does === 'take' && one) {
          members.splice(members.indexOf(one), 1)
          heap.remove(one)
        }
        expect(heap.first()?.rank).toBe(members.map((member) => member.rank).toSorted((a, b) => a - b)[0])
      }
    }),
  )
})
