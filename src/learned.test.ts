// What was learned outlasts the process, also where the store does not work from the start.
import { expect, it } from 'vitest'
import { keepLearned } from './learned.ts'

/** Learns words, and can put them down. */
function makeLearner() {
  const words: string[] = []
  return {
    words,
    text: () => words.join(' '),
    takeUp: (text: string) => void words.unshift(...text.split(' ')),
  }
}

/** Records that can be made to fail. */
function makeRecords(kept: Record<string, string> = {}) {
  const works = { reading: true, writing: true }
  const writes: string[] = []
  return {
    ...{ kept, works, writes },
    read: async (name: string) => {
      if (!works.reading) throw new Error('the database cannot be read')
      return name in kept ? Buffer.from(kept[name] ?? '') : undefined
    },
    write: async (name: string, bytes: Uint8Array) => {
      writes.push(name)
      if (works.writing) kept[name] = Buffer.from(bytes).toString()
      return works.writing
    },
  }
}

it('is taken up at the start, each from its own record, and written down when more was learned', async () => {
  const records = makeRecords({ a: 'one two' })
  const [a, b] = [makeLearner(), makeLearner()]
  const learned = await keepLearned(records, { a, b })
  expect([a.words, b.words]).toEqual([['one', 'two'], []])
  b.words.push('three')
  await learned.save()
  expect(records.kept).toEqual({ a: 'one two', b: 'three' })
})

it('is not written again while nothing was learned', async () => {
  const records = makeRecords()
  const a = makeLearner()
  const learned = await keepLearned(records, { a })
  a.words.push('one')
  await learned.save()
  await learned.save()
  expect(records.writes).toEqual(['a'])
})

it('is written the next time when it could not be written', async () => {
  const records = makeRecords()
  const a = makeLearner()
  const learned = await keepLearned(records, { a })
  a.words.push('one')
  records.works.writing = false
  await learned.save()
  records.works.writing = true
  await learned.save()
  expect(records.kept).toEqual({ a: 'one' })
})

it('is taken up late, once, when it could not be read at the start, and not written before', async () => {
  const records = makeRecords({ a: 'one' })
  records.works.reading = false
  const a = makeLearner()
  const learned = await keepLearned(records, { a })
  a.words.push('two')
  await learned.save()
  expect(records.kept).toEqual({ a: 'one' })
  records.works.reading = true
  await Promise.all([learned.save(), learned.save()])
  expect([a.words, records.kept]).toEqual([['one', 'two'], { a: 'one two' }])
})
