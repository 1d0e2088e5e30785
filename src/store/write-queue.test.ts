// The queue of writes: the newest of each key, its bound over all kinds, what becomes of a batch that fails, and when batches are written.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWriteQueue, StoreError } from './write-queue.ts'

interface Item {
  readonly text: string
}

/** A queue with two kinds, of which each value takes 300 bytes, and what was written. */
function make(maxBytes = 1_000_000) {
  const maintain = async () => ({ hasMore: false, isFull: false })
  const queue = createWriteQueue({ maxBytes, gatherMs: 0, isWell: () => true, maintain, onBug: () => undefined })
  const batches: string[] = []
  const write = vi.fn(async (values: readonly Item[]) => void batches.push(values.map(({ text }) => text).join(' ')))
  const links = queue.addKind<Item>({ noun: 'links', maxCount: 3, write })
  const answers = queue.addKind<Item>({ noun: 'answers', maxCount: 10, maxBatchBytes: 700, write })
  const put = (kind: typeof links, ...texts: string[]) => {
    for (const text of texts) kind.put(text, { text }, 100)
  }
  return { queue, links, answers, put, batches, write }
}

it('is written the oldest first, in batches of its kind', async () => {
  const { links, answers, put, batches } = make()
  put(links, 'a', 'b', 'c', 'd')
  put(answers, 'x', 'y', 'z')
  expect([await links.write(), await links.write(), await links.write()]).toEqual([true, false, false])
  expect([await answers.write(), await answers.write()]).toEqual([true, false])
  expect(batches).toEqual(['a b c', 'd', 'x y', 'z'])
})

it('drops what exceeds its bound, and counts it until the kind is empty', async () => {
  const { queue, links, answers, put } = make(1_000)
  put(links, 'a', 'b')
  put(answers, 'x')
  put(links, 'c')
  expect(queue.describe()).toBe('; 2 links are queued in memory, 1 were dropped; 1 answers are queued in memory')
  expect(queue.hasDropped()).toBe(true)
  await links.write()
  expect(queue.hasDropped()).toBe(false)
  put(links, 'd', 'e')
  expect(links.size()).toBe(2)
})

it('has the newest value of a key', async () => {
  const { links, batches } = make()
  for (const text of ['old', 'new']) links.put('a', { text }, 100)
  await links.write()
  expect(batches).toEqual(['new'])
})

it('merges two values of a key where its kind says how', () => {
  const links = make().queue.addKind<Item>({
    maxCount: 3,
    merge: (before, next) => ({ text: before.text + next.text }),
    write: async () => undefined,
  })
  for (const text of ['a', 'b']) links.put('key', { text }, 1)
  expect(links.find('key')).toEqual({ text: 'ab' })
})

it('keeps a value that came while an older one of its key was being written', async () => {
  const { links, write, batches } = make()
  links.put('a', { text: 'old' }, 100)
  write.mockImplementationOnce(async () => void links.put('a', { text: 'new' }, 100))
  await links.write()
  await links.write()
  expect([batches, links.size()]).toEqual([['new'], 0])
})

it('keeps a batch that could not be written', async () => {
  const { links, put, write } = make()
  put(links, 'a', 'b', 'c', 'd')
  write.mockRejectedValueOnce(new StoreError('the disk is full'))
  expect(await links.write()).toBe(false)
  write.mockRejectedValueOnce(new TypeError('a bug'))
  await expect(links.write()).rejects.toThrow('a bug')
  expect(links.size()).toBe(4)
})

it('removes unwanted values wherever they are', () => {
  const { links, put } = make()
  put(links, 'a', 'b', 'c', 'd', 'e')
  links.drop(({ text }) => text !== 'c')
  expect(links.size()).toBe(1)
  links.drop(() => true)
  expect(links.size()).toBe(0)
})

describe('the loop', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function makeLoop({ hasMore = (): boolean => false, isFull = (): boolean => false } = {}) {
    const steps: string[] = []
    const state = { isWell: true }
    const write = vi.fn(async (values: readonly { readonly text: string }[]) => {
      steps.push(values.map(({ text }) => text).join(''))
    })
    const maintain = async () => {
      steps.push('maintain')
      return { hasMore: hasMore(), isFull: isFull() }
    }
    const onBug = vi.fn()
    const queue = createWriteQueue({ maxBytes: 1_000_000, gatherMs: 250, isWell: () => state.isWell, maintain, onBug })
    const kind = queue.addKind<Item>({ maxCount: 2, write })
    const put = (...texts: string[]) => {
      for (const text of texts) kind.put(text, { text }, 1)
      queue.schedule()
    }
    return { steps, state, queue, kind, write, put, onBug }
  }

  it('gathers for a while, then writes batch by batch', async () => {
    const { steps, put } = makeLoop()
    put('a')
    await vi.advanceTimersByTimeAsync(249)
    put('b', 'c')
    expect(steps).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(steps).toEqual(['ab', 'maintain', 'c', 'maintain'])
  })

  it('gathers again what comes during a write', async () => {
    const { steps, write, put, kind } = makeLoop()
    write.mockImplementationOnce(async () => {
      for (const text of ['b', 'c']) kind.put(text, { text }, 1)
    })
    put('a')
    await vi.advanceTimersByTimeAsync(499)
    expect(steps).toEqual(['maintain'])
    await vi.advanceTimersByTimeAsync(1)
    expect(steps).toEqual(['maintain', 'bc', 'maintain'])
  })

  it('maintains no longer than a few steps while more is queued', async () => {
    const { steps, put } = makeLoop({ hasMore: () => steps.length < 20 })
    put('a', 'b', 'c')
    await vi.advanceTimersByTimeAsync(250)
    expect(steps.indexOf('c')).toBeOneOf([2, 3, 4, 5, 6, 7, 8])
    expect(steps).toHaveLength(20)
  })

  it('makes room before it writes more, also at the end', async () => {
    let left = 6
    const full = makeLoop({ hasMore: () => --left > 0, isFull: () => left > 1 })
    full.put('a', 'b', 'c')
    await full.queue.flush()
    expect(full.steps).toEqual(['ab', ...Array(5).fill('maintain'), 'c', 'maintain'])
  })

  it('writes at once what somebody waits for, and not once more when the time is over', async () => {
    const { steps, put, queue } = makeLoop()
    put('a')
    await Promise.all([queue.settle(), queue.settle()])
    await vi.runAllTimersAsync()
    expect(steps).toEqual(['a', 'maintain'])
  })

  it('rests while the database is unwell', async () => {
    const { steps, put, state, queue } = makeLoop()
    state.isWell = false
    put('a')
    await queue.settle()
    await vi.runAllTimersAsync()
    expect(steps).toEqual([])
    state.isWell = true
    queue.schedule(0)
    await vi.advanceTimersByTimeAsync(0)
    expect(steps).toEqual(['a', 'maintain'])
  })

  it('tries once at its end, and writes nothing after it', async () => {
    const { write, put, queue, state, onBug } = makeLoop()
    put('a')
    write.mockImplementation(async () => {
      state.isWell = false
      throw new StoreError('the disk is full')
    })
    await queue.flush()
    state.isWell = true
    queue.schedule()
    await vi.runAllTimersAsync()
    expect([write.mock.calls.length, onBug.mock.calls]).toEqual([1, []])
  })
})
