// The SSRF guard: public addresses, allowances, and guarded lookups.
import { describe, expect, it } from 'vitest'
import {
  createPublicAddressTest,
  type DnsLookup,
  guardLookup,
  isLocalName,
  literalAddress,
  parseAllowance,
} from './ssrf-guard.ts'

const isPublic = createPublicAddressTest()

it.each([
  ['of sites', '1.1.1.1 93.184.216.34 223.255.255.255 2606:4700:4700::1111 2400:3200::1 ::ffff:1.1.1.1'],
  ['beside private ranges', '172.15.255.255 172.32.0.0 100.63.255.255 100.128.0.0 192.167.255.255'],
])('addresses %s are public: %s', (_which, addresses) => {
  for (const address of addresses.split(' ')) expect(isPublic(address), address).toBe(true)
})

it.each([
  ['of this machine', '0.0.0.0 127.0.0.1 127.255.255.254 :: ::1 ::1%lo'],
  ['of private networks', '10.0.0.1 100.64.0.1 172.16.0.1 172.31.255.255 192.168.1.1 fc00::1 fd12::1 fec0::1'],
  ['of one link', '169.254.169.254 fe80::1 fe80::1%eth0 fe00::1'],
  ['of clouds for their machines', '168.63.129.16 192.0.0.192 100.100.100.200 fd00:ec2::254 fe80::a9fe:a9fe'],
  ['of no host', '192.0.0.1 198.18.0.1 224.0.0.1 240.0.0.1 255.255.255.255 ff02::1 2001:db8::1 1::1 200::1 4000::1'],
  ['of IPv6 that contain one of IPv4', '::127.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1 ::ffff:0:127.0.0.1'],
  ['of IPv6 that are translated to IPv4', '64:ff9b::7f00:1 2002:7f00:1:: 2001:0:7f00:1:: ::ffff:169.254.169.254'],
  ['that are none', 'localhost example.com 1.1.1 01.1.1.1'],
])('addresses %s are not public: %s', (_which, addresses) => {
  for (const address of ['', ...addresses.split(' ')]) expect(isPublic(address), address).toBe(false)
})

describe('a URL names an address literally', () => {
  it.each([
    ['http://127.0.0.1/', '127.0.0.1'],
    ['http://2130706433/', '127.0.0.1'],
    ['http://0x7f000001/', '127.0.0.1'],
    ['http://0177.0.0.1/', '127.0.0.1'],
    ['http://127.1/', '127.0.0.1'],
    ['http://１２７.0.0.1/', '127.0.0.1'],
    ['http://①②⑦.⓪.⓪.①/', '127.0.0.1'],
    ['http://127。0。0。1/', '127.0.0.1'],
    ['http://%31%32%37.0.0.1/', '127.0.0.1'],
    ['http://127.0.0.1./', '127.0.0.1'],
    ['http://someone@127.0.0.1/', '127.0.0.1'],
    ['http://0/', '0.0.0.0'],
    ['http://[::1]:80/', '::1'],
    ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
  ])('%s', (url, address) => {
    expect(literalAddress(new URL(url))).toBe(address)
  })

  it('not when it names a host', () => {
    expect(literalAddress(new URL('http://127.0.0.1.example.com/'))).toBeUndefined()
  })
})

it.each([
  ['of this machine', 'localhost localhost. localhost.. a.localhost localhost.localdomain'],
  ['of a local network', 'printer.local db.internal db.internal. nas.home.arpa Router.LAN wiki.corp db.default.svc'],
  ['without a domain', 'redis metadata'],
  ['of the metadata of a cloud', 'metadata.google.internal metadata.goog. metadata.tencentyun.com'],
  ['that are none', '127.0.0.1.. a..example.com'],
])('names %s are local: %s', (_which, names) => {
  for (const name of names.split(' ')) expect(isLocalName(name), name).toBe(true)
})

it('other names are not local', () => {
  const names = ['t.me', 'local.example.com', 'internal.example.com', 'mylocal.site', 'notlocalhost.com']
  expect(names.filter(isLocalName)).toEqual([])
})

describe('a guarded lookup', () => {
  const v4 = (address: string) => ({ address, family: 4 })

  function resolve(lookup: DnsLookup, allowed: readonly string[] = [], all = true) {
    const guarded = guardLookup(lookup, isPublic, new Set(allowed))
    return new Promise((resolve) => {
      guarded('a.site.test', { all }, (error, address, family) => resolve(error ?? (all ? address : [address, family])))
    })
  }

  it('passes public addresses and drops the others', async () => {
    const lookup: DnsLookup = (_host, done) => done(null, [v4('10.0.0.1'), v4('1.1.1.1'), v4('1.0.0.1')])
    expect(await resolve(lookup)).toEqual([v4('1.1.1.1'), v4('1.0.0.1')])
    expect(await resolve(lookup, [], false)).toEqual(['1.1.1.1', 4])
  })

  it('fails when no address is public, or there is none', async () => {
    const refused = { kind: 'network', message: expect.stringMatching(/^a.site.test has no /) }
    expect(await resolve((_host, done) => done(null, [v4('127.0.0.1'), v4('10.0.0.1')]))).toMatchObject(refused)
    expect(await resolve((_host, done) => done(null, []))).toMatchObject(refused)
  })

  it('decides anew each time, on the addresses that are used: a name that turns private leads nowhere', async () => {
    const turns = [[v4('1.1.1.1')], [v4('127.0.0.1')]]
    const rebinding: DnsLookup = (_host, done) => done(null, turns.shift() ?? [])
    expect(await resolve(rebinding)).toEqual([v4('1.1.1.1')])
    expect(await resolve(rebinding)).toMatchObject({ kind: 'network' })
  })

  it('passes private addresses for the hosts that may have them', async () => {
    expect(await resolve((_host, done) => done(null, [v4('10.0.0.1')]), ['a.site.test'])).toEqual([v4('10.0.0.1')])
  })

  it('reports why a lookup failed', async () => {
    const error = new Error('no such host')
    expect(await resolve((_host, done) => done(error, []))).toBe(error)
  })
})

describe('an allowance', () => {
  it('lets ranges and addresses of both families pass that are not public', () => {
    const { ranges } = parseAllowance('198.18.0.0/15, fd00::/8 10.1.2.3')
    const isAllowed = createPublicAddressTest(ranges)
    expect(['198.19.255.1', 'fd12::1', '10.1.2.3', '1.1.1.1'].map(isAllowed)).toEqual([true, true, true, true])
    expect(['fe80::1', '10.1.2.4', '127.0.0.1'].map(isAllowed)).toEqual([false, false, false])
  })

  it('lists hosts in any letter case, with or without a last dot, and as addresses have them', () => {
    const hosts = new Set(['intranet.example', 'nas', 'my_nas.site', 'xn--fiqs8s.example'])
    expect(parseAllowance('Intranet.Example,nas. my_nas.site,中国.example').hosts).toEqual(hosts)
  })

  it.each([
    ...['10.0.0.0/33', 'fd00::/129', '10.0.0.0/8/8', '10.0.0.0/', '127.1', '0x7f.1', '2130706433'],
    ...['http://x/', 'a b@c', '.nas', '*.nas', 'nas:80'],
  ])('of %j is refused by name', (text) => {
    expect(() => parseAllowance(text)).toThrow(/must list hosts, addresses or ranges like 198.18.0.0\/15; not /)
  })
})
