// Tests of trusted proxies, X-Forwarded-For, and the warning about a proxy that is not listed.
import { describe, expect, it, test, vi } from 'vitest'
import { createClientResolver, createUnlistedProxyDetector, parseTrustedProxies } from './client-address.ts'

/** The address of a client whose request comes from `peer` with this X-Forwarded-For. */
function resolve(proxies: readonly string[], peer: string | undefined, forwardedFor?: string | string[]): string {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }
  return createClientResolver(proxies)({ headers, httpVersion: '1.1', socket: { remoteAddress: peer } }).address
}

describe('the proxies that are believed', () => {
  it('are addresses and blocks in any spelling, and two words', () => {
    expect(parseTrustedProxies('10.1.2.3/8, ::ffff:192.0.2.1  Loopback')).toEqual([
      '10.0.0.0/8',
      '192.0.2.1',
      '127.0.0.0/8',
      '::1',
    ])
    expect(parseTrustedProxies('private')).toContain('fc00::/7')
    expect(parseTrustedProxies('')).toEqual([])
    expect(parseTrustedProxies(' ::1,')).toEqual(['::1'])
  })

  it.each(['true', '1', 'nginx', '10.0.0.0/33', '*'])('are not %s', (text) => {
    expect(() => parseTrustedProxies(text)).toThrow(`must list addresses or blocks of your proxies`)
  })

  it('are not what is too long to repeat: 40 characters of it are', () => {
    expect(() => parseTrustedProxies('x'.repeat(41))).toThrow(`loopback or private; not "${'x'.repeat(40)}"`)
  })

  it.each(['0.0.0.0/0', '::/0'])('are not everybody: %s', (text) => {
    expect(() => parseTrustedProxies(text)).toThrow('would trust every address')
  })
})

test('a client whose connection was closed already has no address, and is not taken for this machine', () => {
  expect(resolve([], undefined)).toBe('')
})

test('without a proxy that is believed, the header changes nothing, and without a header the proxy is the client', () => {
  expect(resolve([], '127.0.0.1', '192.0.2.1')).toBe('127.0.0.1')
  expect(resolve(['198.51.100.1'], '198.51.100.1')).toBe('198.51.100.1')
  expect(resolve(['10.0.0.1'], '10.0.0.2', '192.0.2.1')).toBe('10.0.0.2')
})

test.each([
  ['one that a client sent is passed by', '192.0.2.66, 198.51.100.7', '198.51.100.7'],
  ['one that a client sent to look like our proxy is passed by', '10.0.0.9, 198.51.100.7', '198.51.100.7'],
  ['the nearest that is no proxy of ours counts', '192.0.2.66, 198.51.100.7, 10.0.0.3, 10.0.0.2', '198.51.100.7'],
  ['a chain of nothing but our proxies begins at the furthest', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['a port is left out', '198.151.100.177:4711', '198.151.100.177'],
  ['a port is left out of IPv6 too', '[2001:db8::1]:4711', '2001:db8::1'],
  ['brackets are left out without a port too', '[2001:db8::1]', '2001:db8::1'],
  ['a mapped address has its one spelling', '::ffff:198.51.100.7', '198.51.100.7'],
  ['what is no address ends the chain', '198.51.100.7, unknown', '10.0.0.1'],
  ['a port that is no number ends the chain', '198.51.100.7:http', '10.0.0.1'],
  ['more after a port ends the chain', '198.51.100.7:4711x', '10.0.0.1'],
  ['more before an address with a port ends the chain', 'for=198.51.100.7:4711', '10.0.0.1'],
  ['more before brackets ends the chain', 'for=[2001:db8::1]', '10.0.0.1'],
  ['more after brackets ends the chain', '[2001:db8::1]:4711x', '10.0.0.1'],
  ['an empty header says nothing', '', '10.0.0.1'],
  ['the last of a header that was sent twice counts', ['192.0.2.7', '192.0.2.8'], '192.0.2.8'],
])('of what a believed proxy forwards, %s', (_what, header, origin) => {
  expect(resolve(['10.0.0.0/8'], '10.0.0.1', header)).toBe(origin)
})

test('a proxy that connects by a mapped address is believed as by its own', () => {
  expect(resolve(['127.0.0.1'], '::ffff:127.0.0.1', '192.0.2.1')).toBe('192.0.2.1')
})

function noticesOf(proxies: readonly string[], address: string, forwardedFor: unknown) {
  const warn = vi.fn()
  const proxy = createUnlistedProxyDetector(proxies, { warn })
  for (let times = 0; times < 30; times += 1) proxy.observe({ address, httpVersion: '1.1' }, forwardedFor)
  expect(warn.mock.calls.flat()).toEqual(proxy.notices())
  return proxy.notices()
}

test.each(['127.0.0.1', '::ffff:10.1.2.3', 'fd00::7'])(
  'a proxy at %s that forwards is named once, with what to set',
  (address) => {
    const [notice = '', ...more] = noticesOf(['192.168.0.0/16'], address, '198.51.100.7')
    expect(notice).toContain(`set TRUST_PROXY=${address.replace('::ffff:', '')}`)
    expect(more).toEqual([])
  },
)

test('it is named at the tenth request', () => {
  const proxy = createUnlistedProxyDetector([], { warn: () => undefined })
  const notices = Array.from({ length: 10 }, () => {
    proxy.observe({ address: '127.0.0.1', httpVersion: '1.1' }, '198.51.100.7')
    return proxy.notices().length
  })
  expect(notices).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
})

test.each([
  ['a proxy that is named', ['10.0.0.0/8'], '10.1.2.3', '198.51.100.7'],
  ['a stranger who sends the header', [], '198.51.100.1', '127.0.0.1'],
  ['who sends none', [], '127.0.0.1', undefined],
])('nothing is said of %s', (_what, proxies, address, forwardedFor) => {
  expect(noticesOf(proxies, address, forwardedFor)).toEqual([])
})
