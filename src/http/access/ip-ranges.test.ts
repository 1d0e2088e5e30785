// Tests of normalising, matching and anonymising client addresses.
import { expect, test } from 'vitest'
import { anonymizeIp, createCidrMatcher, createNetworkNamer, normalizeIp, parseCidr } from './ip-ranges.ts'

test.each([
  ['10.0.0.7', '10.0.0.7'],
  ['::ffff:10.0.0.7', '10.0.0.7'],
  ['::FFFF:a00:7', '10.0.0.7'],
  ['0:0:0:0:0:ffff:10.0.0.7', '10.0.0.7'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6'],
  ['1::', '1::'],
  ['::', '::'],
  ['::1', '::1'],
  ['::10.0.0.7', '::a00:7'],
  ['::1:ffff:10.0.0.7', '::1:ffff:a00:7'],
  ['1::ffff:10.0.0.7', '1::ffff:a00:7'],
  ['fe80::1%eth0', 'fe80::1'],
])('the address %s is spelled %s', (text, spelled) => {
  expect(normalizeIp(text)).toBe(spelled)
})

test.each([
  ['10.0.0.7', '10.0.0.7'],
  ['10.0.0.7/32', '10.0.0.7'],
  ['10.0.0.7/8', '10.0.0.0/8'],
  ['10.255.255.255/9', '10.128.0.0/9'],
  ['192.0.2.77/26', '192.0.2.64/26'],
  ['1.2.3.4/0', '0.0.0.0/0'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3/104', '10.0.0.0/8'],
  ['::ffff:0:0/96', '0.0.0.0/0'],
  ['2001:DB8:1:2::7/48', '2001:db8:1::/48'],
  ['2001:db8:ffff::/33', '2001:db8:8000::/33'],
  ['2001:db8::1/128', '2001:db8::1'],
  ['::/0', '::/0'],
])('the block %s is spelled %s', (text, spelled) => {
  expect(parseCidr(text)).toBe(spelled)
})

test.each([
  ...['', '/8', '10.0.0', '10.0.0.256', '10.0.0.07', '010.0.0.1', '0x7f.0.0.1', '10.0.0.1:80', '10.0.0.*', 'localhost'],
  ...['10.0.0.0/', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/08', '10.0.0.0/8/8', '10.0.0.0/255.0.0.0', '10.0.0.0/ 8'],
  ...['::/129', '::ffff:10.0.0.0/95', 'fe80::1%eth0', '1:2:3', '[::1]'],
])('%j is no block', (text) => {
  expect(parseCidr(text)).toBeUndefined()
})

test('every block holds the first and the last address of it and not their neighbours', () => {
  const numberOf = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  const addressAt = (number: number) => [24, 16, 8, 0].map((shift) => (number >>> shift) & 0xff).join('.')
  let tried = 0
  for (let prefix = 1; prefix <= 32; prefix += 1) {
    for (const address of ['203.0.113.77', '128.0.0.1', '77.200.1.254']) {
      const block = parseCidr(`${address}/${prefix}`) ?? ''
      const first = numberOf(block.split('/')[0] ?? '')
      const last = first + 2 ** (32 - prefix) - 1
      const holds = createCidrMatcher([block])
      const found = [first - 1, first, numberOf(address), last, last + 1]
        .filter((number) => number >= 0 && number < 2 ** 32)
        .map((number) => holds(addressAt(number)) === (number >= first && number <= last))
      expect(found, block).not.toContain(false)
      tried += found.length
    }
  }
  expect(tried).toBeGreaterThan(450)
})

test('several blocks hold the addresses of each, and nothing that is none', () => {
  const holds = createCidrMatcher(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32', '::1'])
  expect(['192.0.2.7', '::ffff:10.1.2.3', '2001:db8:ffff::1', '::1'].map(holds)).toEqual([true, true, true, true])
  expect(['192.0.2.8', '2001:db9::1', '::2', '', 'x'].map(holds)).toEqual([false, false, false, false, false])
})

test('a block of one kind of address holds none of the other', () => {
  const [all6, all4] = [createCidrMatcher(['::/0']), createCidrMatcher(['0.0.0.0/0'])]
  expect(['::', '2001:db8::1', '10.1.2.3', '::ffff:10.1.2.3'].map(all6)).toEqual([true, true, false, false])
  expect(['::', '2001:db8::1', '10.1.2.3', '::ffff:10.1.2.3'].map(all4)).toEqual([false, false, true, true])
})

test('no blocks hold nobody', () => {
  expect(createCidrMatcher([])('127.0.0.1')).toBe(false)
})

test.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['fe80::1:2%eth0', 'fe80::/48'],
  ['::1', '::/48'],
  ['', undefined],
  ['somewhere', undefined],
])('of %s no more is written down than %s', (address, network) => {
  expect(anonymizeIp(address)).toBe(network)
})

test.each([
  ['192.0.2.77', '192.0.2.77'],
  ['::ffff:192.0.2.77', '192.0.2.77'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::'],
  ['2001:db8:1:3::1', '2001:db8:1:3::'],
  ['', ''],
])('%j counts as the client %j, the second time too', (address, client) => {
  const nameOf = createNetworkNamer()
  expect([nameOf(address), nameOf(address)]).toEqual([client, client])
})
