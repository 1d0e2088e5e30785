// Tests of persisting state, also with a failing store and with other replicas.
import { describe, expect, it } from 'vitest'
import { syncState } from './state-sync.ts'

/** State that consists of words. */
function makeLearner() {
  let kept: string[] = []
  const fresh: string[] = []
  return {
    learn: (word: string) => void fresh.push(word),
    words: () => [...kept, ...fresh],
    serialize: () => [...kept, ...fresh].join(' '),
    load: (serialize: string) => {
      kept = serialize.split(' ')
    },
    beginSave() {
      if (fresh.length === 0) return undefined
      const leaving = fresh.splice(0)
      return (isKept: boolean) => {
        if (isKept) kept.push(...leaving)
        else fresh.unshift(...leaving)
      }
    },
  }
}

/** Records that can be made to fail, and that others can write to. */
function makeRecords(kept: Record<string, string> = {}) {
  const works = { reading: true, writing: true, isTaken: false }
  const writes: string[] = []
  const hearers = new Map<string, () => void>()
  const unread = new Set<string>()
  return {
    ...{ kept, works, writes },
    /** Writes as another replica. */
    change(name: string, serialize: string, isHeard = false) {
      kept[name] = serialize
      unread.add(name)
      if (isHeard) hearers.get(name)?.()
    },
    read: async <Value>(name: string, parse: (bytes: Uint8Array) => Value) => {
      if (!works.reading) throw new Error('the database cannot be read')
      unread.delete(name)
      return name in kept ? parse(Buffer.from(kept[name] ?? '')) : undefined
    },
    isTaken: () => works.isTaken,
    async write(name: string, bytes: Uint8Array) {
      writes.push(name)
      if (!works.writing) return 'unwritten'
      if (unread.has(name)) return 'changed'
      kept[name] = Buffer.from(bytes).toString()
      return 'written'
    },
    onChangedElsewhere: (name: string, hear: () => void) => void hearers.set(name, hear),
  } as const
}

/** One learner over these records. */
async function start(records = makeRecords()) {
  const a = makeLearner()
  return { records, a, learned: await syncState(records, { a }) }
}

it('is taken up at the start, each from its own record, and written down when more was learned', async () => {
  const records = makeRecords({ a: 'one two' })
  const [a, b] = [makeLearner(), makeLearner()]
  const learned = await syncState(records, { a, b })
  expect([a.words(), b.words()]).toEqual([['one', 'two'], []])
  b.learn('three')
  await learned.save()
  expect(records.kept).toEqual({ a: 'one two', b: 'three' })
})

it('is not written again while nothing was learned', async () => {
  const { records, a, learned } = await start()
  a.learn('one')
  await learned.save()
  await learned.save()
  expect(records.writes).toEqual(['a'])
})

it('is written the next time when it could not be written', async () => {
  const { records, a, learned } = await start()
  a.learn('one')
  records.works.writing = false
  await learned.save()
  records.works.writing = true
  await learned.save()
  expect(records.kept).toEqual({ a: 'one' })
})

it('is taken up late, once, when it could not be read at the start, and not written before', async () => {
  const records = makeRecords({ a: 'one' })
  records.works.reading = false
  const { a, learned } = await start(records)
  a.learn('two')
  await learned.save()
  expect(records.kept).toEqual({ a: 'one' })
  records.works.reading = true
  await Promise.all([learned.save(), learned.save()])
  expect([a.words(), records.kept]).toEqual([['one', 'two'], { a: 'one two' }])
})

describe('what another replica has learned', () => {
  it('is joined, whether one heard of it before writing or not', async () => {
    const { records, a, learned } = await start(makeRecords({ a: 'one' }))
    a.learn('ours')
    records.change('a', 'one theirs')
    await learned.save()
    expect([a.words(), records.kept.a]).toEqual([['one', 'theirs', 'ours'], 'one theirs ours'])
    a.learn('more')
    records.change('a', 'one theirs ours again', true)
    await learned.save()
    expect(records.kept.a).toBe('one theirs ours again more')
    expect(a.words().join(' ')).toBe(records.kept.a)
  })

  it('is taken up by one that learns nothing, which writes nothing', async () => {
    const { records, a, learned } = await start(makeRecords({ a: 'one' }))
    records.change('a', 'one theirs', true)
    await learned.save()
    expect([a.words(), records.writes]).toEqual([['one', 'theirs'], []])
  })

  it('does not count twice what was learned while nothing could be written', async () => {
    const { records, a, learned } = await start(makeRecords({ a: 'one' }))
    a.learn('ours')
    records.works.writing = false
    await learned.save()
    records.works.writing = true
    records.change('a', 'one theirs')
    await learned.save()
    await learned.save()
    expect(records.kept.a).toBe('one theirs ours')
  })
})

it('is as good as not there when it is too large to be read at each start, and is written anew', async () => {
  const { records, a, learned } = await start(makeRecords({ a: 'x'.repeat(17 * 1024 * 1024) }))
  expect(a.words()).toEqual([])
  a.learn('one')
  await learned.save()
  expect(records.kept).toEqual({ a: 'one' })
})

it('is not loaded while another process uses the folder, and not written over what that one learned', async () => {
  const records = makeRecords({ a: 'one' })
  records.works.isTaken = true
  const { a, learned } = await start(records)
  a.learn('two')
  await learned.save()
  expect([records.writes, a.words()]).toEqual([[], ['two']])
  records.works.isTaken = false
  await learned.save()
  expect(records.kept).toEqual({ a: 'one two' })
})
