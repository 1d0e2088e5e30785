// Reading an iterator with interrupts: the order of what is yielded, errors, and a reader that leaves.
import { expect, it } from 'vitest'
import { withInterrupts } from './with-interrupts.ts'

interface Numbered {
  readonly number: number
}

it('yields what is due between the items, and then the item that was awaited', async () => {
  const second = Promise.withResolvers<Numbered>()
  async function* numbers() {
    yield { number: 1 }
    yield await second.promise
  }
  const read: (number | undefined)[] = []
  const due = () => (read.length === 1 ? Promise.resolve() : undefined)
  for await (const item of withInterrupts(numbers(), due)) {
    read.push(item?.number)
    if (!item) second.resolve({ number: 2 })
  }
  expect(read).toEqual([1, undefined, 2])
})

it('throws what the iterator throws', async () => {
  async function* failing(): AsyncGenerator<Numbered> {
    yield { number: 1 }
    throw new Error('broken')
  }
  const items = withInterrupts(failing(), () => undefined)
  expect(await items.next()).toEqual({ value: { number: 1 }, done: false })
  await expect(items.next()).rejects.toThrow('broken')
})

it('ends the iterator when its reader leaves after an interrupt, whatever comes of the item that was awaited', async () => {
  const first = Promise.withResolvers<Numbered>()
  let ended = false
  async function* numbers() {
    try {
      yield await first.promise
    } finally {
      ended = true
    }
  }
  const items = withInterrupts(numbers(), () => Promise.resolve())
  expect(await items.next()).toEqual({ value: undefined, done: false })
  const left = items.return(undefined)
  first.reject(new Error('too late'))
  await left
  expect(ended).toBe(true)
})
