// The accepted spellings of channels.
import { expect, test } from 'vitest'
import { isLinear } from '../../test/kit/clocks.ts'
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

test('names are added to the listed channels with + before all of them', () => {
  expect(channelNames.parse('+abcd,+@other,+t.me/ABCD')).toEqual(['+abcd', '+other'])
  expect(channelNames.safeParse('+abcd,other').error?.issues[0]?.message).toMatch(/^must have \+ before all names/)
  expect(channelNames.safeParse('++abcd').success).toBe(false)
})

test('a refusal names the entry and what is allowed, at most 100 characters of it', () => {
  const message = (entry: string) => channelNames.safeParse(['fine', entry]).error?.issues[0]?.message ?? ''
  expect(message('no channel')).toMatch(/^"no channel" is not a channel; allowed are name, @name, t\.me\/name/)
  expect(message(`!${'x'.repeat(400)}`)).toContain(`"!${'x'.repeat(98)}…"`)
})

test('a long hostile entry is refused in time linear in its length', async () => {
  const refuse = (length: number) => () =>
    expect(channelNames.safeParse([`https://t.me/s/${'a'.repeat(length)}`]).success).toBe(false)
  expect(await isLinear(refuse(1_000_000), refuse(4_000_000))).toBe(true)
})
