// Tests which requests a fault applies to, and which rules the control API accepts.
import { expect, test } from 'vitest'
import { chooseFault, type FaultRule, faultRule } from './faults.ts'

const url = new URL('https://t.me/s/demo_share?q=demo')

function sharePlayed(rule: FaultRule): number {
  const turns = Array.from({ length: 4000 }, (_, turn) => chooseFault([rule], 1, url, turn))
  return turns.filter((fault) => fault !== undefined).length / turns.length
}

test('a rule without a share applies to every request', () => {
  expect(sharePlayed({ kind: 'hang' })).toBe(1)
})

test('a share applies to about that share of requests, none at 0', () => {
  expect(Math.abs(sharePlayed({ kind: 'hang', share: 0.2 }) - 0.2)).toBeLessThan(0.02)
  expect(sharePlayed({ kind: 'hang', share: 0 })).toBe(0)
})

test('host and match choose their requests, and the first rule that matches applies', () => {
  const elsewhere: FaultRule = { kind: 'reset', host: 'example.org' }
  const other: FaultRule = { kind: '500', match: '/s/other' }
  const mine: FaultRule = { kind: '502', match: '/s/demo_share', host: 't.me', amount: 3 }
  expect(chooseFault([elsewhere, other, mine, { kind: 'hang' }], 1, url, 0)).toEqual(mine)
  expect(chooseFault([elsewhere, other], 1, url, 0)).toBeUndefined()
})

test.each([
  [null, /object/],
  ['hang', /object/],
  [{ kind: 'sulk' }, /kind must be one of/],
  [{ kind: 'toString' }, /kind must be one of/],
  [{ kind: 'hang', share: 2 }, /share must be/],
  [{ kind: 'hang', share: '1' }, /share must be/],
  [{ kind: 'hang', host: 5 }, /host must be/],
  [{ kind: 'hang', amount: -1 }, /amount must be/],
])('%j is refused with a sentence that names what is wrong', (value, sentence) => {
  expect(() => faultRule.parse(value)).toThrow(sentence)
})
