// A shared record over records that another process writes too.
import { expect, it } from 'vitest'
import { createSharedRecord } from './shared-record.ts'

type WriteResult = 'written' | 'changed' | 'unwritten'

/** A record of one word, and what the next writes answer; each `changed` comes with the word of another process. */
function makeRecord(results: readonly WriteResult[] = []) {
  const left = [...results]
  const listeners: (() => void)[] = []
  const state = { stored: 'a', applied: 'a', writes: 0 }
  const record = createSharedRecord<string>({
    name: 'word',
    records: {
      async write(_name, bytes) {
        state.writes += 1
        const result = left.shift() ?? 'written'
        if (result === 'changed') state.stored += '*'
        if (result === 'written') state.stored = Buffer.from(bytes).toString()
        return result
      },
      onChangedElsewhere: (_name, listener) => void listeners.push(listener),
    },
    read: async () => state.stored,
    serialize: (word) => word,
    apply: (word) => {
      state.applied = word
    },
  })
  const append = (letter: string) => record.update(() => ({ next: state.applied + letter, result: letter }))
  return { state, record, append, listeners }
}

it('applies a change again to what another process wrote first', async () => {
  const { state, append } = makeRecord(['changed', 'changed'])
  expect(await append('b')).toBe('b')
  expect([state.stored, state.applied]).toEqual(['a**b', 'a**b'])
})

it('loses none of several changes at once', async () => {
  const { state, append } = makeRecord()
  await Promise.all(['b', 'c', 'd'].map(append))
  expect([state.stored, state.applied]).toEqual(['abcd', 'abcd'])
})

it('does not apply a change that cannot be written, and gives up after 50 attempts', async () => {
  const failing = makeRecord(['unwritten'])
  expect(await failing.append('b')).toBeUndefined()
  expect(failing.state.applied).toBe('a')
  const busy = makeRecord(Array<WriteResult>(60).fill('changed'))
  expect(await busy.append('b')).toBeUndefined()
  expect(busy.state.writes).toBe(50)
})

it('writes nothing without a next value', async () => {
  const { state, record } = makeRecord()
  expect(await record.update(() => ({ result: 'same' }))).toBe('same')
  expect(state.writes).toBe(0)
})

it('loads what another process wrote once it is notified', async () => {
  const { state, record, listeners } = makeRecord()
  record.follow()
  state.stored = 'z'
  for (const listener of listeners) listener()
  await record.inTurn(async () => undefined)
  expect(state.applied).toBe('z')
})
