// The queue of writes: the newest of each key, its bound over all kinds, and what becomes of a batch that fails.
import { expect, it, vi } from 'vitest'
import { StoreError } from './store-error.ts'
import { createWriteQueue } from './write-queue.ts'

interface Item {
  readonly text: string
}

/** A queue with two kinds, of which each value takes 300 bytes, and what was written. */
function make(maxBytes = 1_000_000) {
  const queue = createWriteQueue(maxBytes)
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

it('drops the oldest of all kinds beyond its bound, counts them until the kind is empty, and tells who waits', async () => {
  const { queue, links, answers, put } = make(1_000)
  const onEnd = vi.fn()
  links.put('a', { text: 'a' }, 100, onEnd)
  put(answers, 'x')
  put(links, 'b', 'c')
  expect(onEnd.mock.calls).toEqual([[false]])
  expect(queue.describe()).toBe('; 2 links are queued in memory, 1 were dropped; 1 answers are queued in memory')
  expect(queue.hasDropped()).toBe(true)
  await links.write()
  expect(queue.hasDropped()).toBe(false)
})

it('stays within its bound when 240,000 values come at once', () => {
  const { queue, links, put } = make(3_000_000)
  put(links, ...Array.from({ length: 240_000 }, (_, at) => `${at}`))
  expect([links.size(), links.dropped(), links.find('230000')]).toEqual([10_000, 230_000, { text: '230000' }])
  expect(queue.describe()).toBe('; 10,000 links are queued in memory, 230,000 were dropped')
})

it('has the newest value of a key, and tells the callers of both how that one ended', async () => {
  const { links, batches } = make()
  const ends: boolean[] = []
  for (const text of ['old', 'new']) links.put('a', { text }, 100, (isWritten) => void ends.push(isWritten))
  await links.write()
  expect([batches, ends]).toEqual([['new'], [true, true]])
})

it('merges two values of a key where its kind says how', () => {
  const links = createWriteQueue(1_000).addKind<Item>({
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

it('keeps a batch that could not be written, and lets nobody wait for the next attempt', async () => {
  const { links, write } = make()
  const ends: boolean[] = []
  for (const key of ['a', 'b', 'c', 'd']) links.put(key, { text: key }, 100, (isWritten) => void ends.push(isWritten))
  write.mockRejectedValueOnce(new StoreError('the disk is full'))
  expect(await links.write()).toBe(false)
  expect([ends, links.size()]).toEqual([[false, false, false, false], 4])
  write.mockRejectedValueOnce(new TypeError('a bug'))
  await expect(links.write()).rejects.toThrow('a bug')
  expect(links.size()).toBe(4)
})

it('does not pass over what was dropped to find its oldest value', () => {
  // V8 passes over each deleted entry of a Map when it looks for the first one that is left.
  const keysOfMap = vi.spyOn(Map.prototype, 'keys')
  const { links, put } = make(700)
  put(links, 'a', 'b', 'c', 'd')
  expect(keysOfMap).not.toHaveBeenCalled()
  keysOfMap.mockRestore()
  expect([links.find('b'), links.find('c')]).toEqual([undefined, { text: 'c' }])
})

it('removes unwanted values wherever they are', () => {
  const { queue, links, put } = make()
  put(links, 'a', 'b', 'c', 'd', 'e')
  links.drop(({ text }) => text !== 'c')
  expect(links.size()).toBe(1)
  links.drop(() => true)
  expect(queue.hasSome()).toBe(false)
})
