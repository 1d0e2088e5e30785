// Tests that the judge's address parser agrees with the corpus for every spelling of every share.
import { expect, test } from 'vitest'
import { spellingsOf } from '../../standin/corpus/link-formats.ts'
import { worksOf } from '../../standin/corpus/works.ts'
import { keyOf } from './ground-truth.ts'
import { createShareReader } from './match-shares.ts'
import { place, readTruth } from './queries.ts'

const mentions = readTruth()
const read = createShareReader(mentions)

test('each spelling of a share in the corpus is recognised as that share', () => {
  const text = new Set(mentions.map(keyOf))
  const shares = worksOf(place.seed).flatMap((work) => work.shares.filter((share) => text.has(keyOf(share))))
  expect(shares.length).toBeGreaterThan(1000)
  const misread = shares.flatMap((share) =>
    spellingsOf(share)
      // People write base32 too; answers have hex.
      .filter(({ url }) => !/btih:[A-Z2-7]{32}$/.test(url))
      .filter(({ url }) => read(share.type, url) !== keyOf(share))
      .map(({ url }) => url),
  )
  expect(misread).toEqual([])
})

test('an address of nothing the corpus knows is of no share', () => {
  expect(read('quark', 'https://pan.quark.cn/s/000000000000')).toBeUndefined()
  expect(read('others', 'https://archive.org/details/demo_item')).toBeUndefined()
})
