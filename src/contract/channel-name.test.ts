// The accepted spellings of channels.
import { expect, test } from 'vitest'
import { costMs } from '../../test/kit/clocks.ts'
import { channelNames } from './channel-name.ts'

test.each([
  ['somechannel', 'somechannel'],
  ['@somechannel', 'somechannel'],
  ['t.me/somechannel', 'somechannel'],
  ['t.me/s/somechannel', 'somechannel'],
  ['http://t.me/somechannel', 'somechannel'],
  ['https://t.me/s/somechannel', 'somechannel'],
  ['HTTPS://T.ME/s/SomeChannel', 'SomeChannel'],
  ['https://t.me/s/somechannel/', 'somechannel'],
  ['https://t.me/s/somechannel?q=a&before=5', 'somechannel'],
  ['https://t.me/somechannel/?single', 'somechannel'],
  ['abcd', 'abcd'],
  ['A_2345678901234567890123456789012', 'refused'],
  ['A_234567890123456789012345678901', 'A_234567890123456789012345678901'],
  ['abc', 'refused'],
  ['1abcd', 'refused'],
  ['_abcd', 'refused'],
  ['ab-cd', 'refused'],
  ['频道频道', 'refused'],
  ['https://t.me/s/', 'refused'],
  ['https://t.me/s/abc', 'refused'],
  ['https://example.com/s/somechannel', 'refused'],
  ['https://t.me.example.com/s/somechannel', 'refused'],
  ['https://t.me@example.com/somechannel', 'refused'],
  ['@https://t.me/somechannel', 'refused'],
  ['somechannel/../other', 'refused'],
  ['somechannel?q=1', 'refused'],
  ['@@somechannel', 'refused'],
])('%s is read as %s', (entry, name) => {
  const result = channelNames.safeParse([entry])
  expect(result.success ? result.data[0] : 'refused').toBe(name)
})

test('names that differ only in case are one channel, in the first spelling', () => {
  expect(channelNames.parse('Abcd,@abcd,t.me/ABCD,other')).toEqual(['Abcd', 'other'])
})

test('a refusal names the entry and what is allowed, at most 100 characters of it', () => {
  const message = (entry: string) => channelNames.safeParse(['fine', entry]).error?.issues[0]?.message ?? ''
  expect(message('no channel')).toMatch(/^"no channel" is not a channel; allowed are name, @name, t\.me\/name/)
  expect(message(`!${'x'.repeat(400)}`)).toContain(`"!${'x'.repeat(98)}…"`)
})

test('a long hostile entry is refused in time linear in its length', () => {
  const refusalMs = (length: number) => {
    const entry = `https://t.me/s/${'a'.repeat(length)}`
    return costMs(() => expect(channelNames.safeParse([entry]).success).toBe(false))
  }
  let [small, large, rounds] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0]
  do {
    small = Math.min(small, refusalMs(1_000_000 / 8))
    large = Math.min(large, refusalMs(1_000_000))
    rounds += 1
    // Quadratic would be 64 times.
  } while (large >= 28 * Math.max(small, 2) && rounds < 12)
  expect(large).toBeLessThan(28 * Math.max(small, 2))
})
