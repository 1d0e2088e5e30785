// The accepted spellings of channels.
import { expect, test } from 'vitest'
import { isLinear } from '../../test/kit/clocks.ts'
import { channelNames } from './channel-name.ts'

function read(entry: string): string {
  const result = channelNames.safeParse([entry])
  return result.success ? (result.data[0] ?? 'none') : 'refused'
}

test.each([
  ...['somechannel', '@somechannel', 't.me/somechannel', 't.me/s/somechannel', 'http://t.me/somechannel'],
  ...['https://t.me/s/somechannel', 'https://t.me/s/somechannel/', 'https://t.me/somechannel/?single'],
  'https://t.me/s/somechannel?q=a&before=5',
])('%s is a channel', (entry) => expect(read(entry)).toBe('somechannel'))

test.each(['abcd', 'A_234567890123456789012345678901'])('%s is a name', (name) => expect(read(name)).toBe(name))

test('a name keeps its case', () => expect(read('HTTPS://T.ME/s/SomeChannel')).toBe('SomeChannel'))

test.each([
  ...['abc', 'A_2345678901234567890123456789012', '1abcd', '_abcd', 'ab-cd', '频道频道', '@@somechannel'],
  ...['https://t.me/s/', 'https://t.me/s/abc', 'https://example.com/s/somechannel', '@https://t.me/somechannel'],
  ...['https://t.me.example.com/s/somechannel', 'https://t.me@example.com/somechannel'],
  ...['somechannel/../other', 'somechannel?q=1'],
])('%s is no channel', (entry) => expect(read(entry)).toBe('refused'))

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
