// Parsing of the bans file.
import { expect, it } from 'vitest'
import { maxBans } from '../contract/bans.ts'
import { shareIdentity } from '../search/ban-identity.ts'
import { createBanParser, parseBansFile } from './parse-ban.ts'

const read = createBanParser(shareIdentity.keyOf)

it('a file is read a line each, whatever its editor puts around them', () => {
  const lines = [
    '\ufeff# asked for on Monday',
    'share: https://pan.quark.cn/s/0a1b2c3d4e5f#/list',
    '',
    '  Word：机密#1 ',
    'channel:@some_channel',
    '  # host: good.example',
    'host : bad.example',
  ]
  const bans = parseBansFile(lines.join('\r\n'), read)
  expect(bans.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
    'share quark:0a1b2c3d4e5f',
    'word 机密·1',
    'channel some_channel',
    'host bad.example',
  ])
})

it('each line that is wrong is named with what is allowed, and nothing of what stands there', () => {
  const text = 'word: fine\nhttps://pan.quark.cn/s/0a1b2c3d4e5f\nshare: secret\n\nhost:'
  expect(() => parseBansFile(text, read)).toThrow(
    [
      'BANS_FILE: line 2: must start with share:, word:, channel:, host:, or # for a comment',
      'BANS_FILE: line 3: share: must be the address of a share as in search results; to ban a whole site, ban its host',
      'BANS_FILE: line 5: host: must be a host name like example.org, without scheme, port or path; its subdomains are included',
    ].join('\n'),
  )
})

it('a file of more bans than are allowed is refused as a whole, and its lines are not parsed', () => {
  const unread = () => {
    throw new Error('not parsed')
  }
  expect(() => parseBansFile(`# comment\n${'word: 纸鹤\n'.repeat(maxBans + 1)}`, unread)).toThrow(
    `BANS_FILE: has ${maxBans + 1} bans; at most ${maxBans} are allowed`,
  )
})

it('of many mistakes the first ten are named', () => {
  expect(() => parseBansFile('nonsense\n'.repeat(15), read)).toThrow(/line 10: .*\nBANS_FILE: and 5 more$/)
})

it('takes neither a second address nor a comment for a part of a ban', () => {
  const two = 'share: https://pan.quark.cn/s/0a1b2c3d4e5f https://pan.quark.cn/s/0a1b2c3d4e60'
  expect(() => parseBansFile(two, read)).toThrow('line 1: share: must be one address, without blanks')
  expect(() => parseBansFile('word: 灯塔 # since March', read)).toThrow('put comments on their own lines')
})
