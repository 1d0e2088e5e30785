// Concurrency limit of picture downloads.
import { expect, test } from 'vitest'
import { createConcurrencyLimit } from './use-pictures.ts'

/** Tasks that end when the test says so. */
function createRuns() {
  const started: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  return {
    started,
    run: (name: string) => () => {
      started.push(name)
      const end = Promise.withResolvers<string>()
      ends.set(name, end)
      return end.promise
    },
    end: (name: string) => ends.get(name)?.resolve(name),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
  }
}

const { signal } = new AbortController()

test('the third of two waits for its turn, whether the one before ends well or not', async () => {
  const { started, run, end, fail } = createRuns()
  const turns = createConcurrencyLimit(2)
  const all = ['a', 'b', 'c', 'd'].map((name) => turns(signal, run(name)))
  expect(started).toEqual(['a', 'b'])
  fail('a')
  await expect(all[0]).rejects.toThrow('a')
  expect(started).toEqual(['a', 'b', 'c'])
  end('b')
  await expect(all[1]).resolves.toBe('b')
  expect(started).toEqual(['a', 'b', 'c', 'd'])
  end('c')
  end('d')
  await Promise.all(all.slice(1))
  const later = ['e', 'f', 'g'].map((name) => turns(signal, run(name)))
  expect(started.slice(4)).toEqual(['e', 'f'])
  end('e')
  await later[0]
  expect(started.slice(4)).toEqual(['e', 'f', 'g'])
})

test('who has left does not run any more, and does not hold up the next', async () => {
  const { started, run, end } = createRuns()
  const turns = createConcurrencyLimit(1)
  const abort = new AbortController()
  const first = turns(signal, run('a'))
  const left = turns(abort.signal, run('b'))
  const last = turns(signal, run('c'))
  abort.abort(new Error('gone'))
  end('a')
  await first
  await expect(left).rejects.toThrow('gone')
  end('c')
  await expect(last).resolves.toBe('c')
  expect(started).toEqual(['a', 'c'])
})
