// Tests of what counts as the own network.
import { describe, expect, test } from 'vitest'
import { createClientResolver } from './client-address.ts'
import { createOwnNetworkCheck } from './own-network.ts'

const nas = { host: '192.168.1.2:8888' }

function asked(from: string | undefined, headers: Readonly<Record<string, string>>, httpVersion = '1.1') {
  return { headers, httpVersion, socket: { remoteAddress: from } }
}

function verdict(request: ReturnType<typeof asked>, proxies: readonly string[] = []) {
  return createOwnNetworkCheck(proxies, createClientResolver(proxies))(request) ?? 'own'
}

describe('without a named proxy', () => {
  test.each([
    ['this machine', asked('127.0.0.1', { host: 'localhost:8888' }), 'own'],
    ['a phone in the same network', asked('192.168.1.7', nas), 'own'],
    ['an IPv4-mapped one', asked('::ffff:10.0.0.7', nas), 'own'],
    ['one by IPv6', asked('fd12::7', { host: '[fd12::2]:8888' }), 'own'],
    ['one by a link-local address', asked('fe80::7%eth0', { host: '[fe80::2]:8888' }), 'own'],
    ['the bridge of a container', asked('172.17.0.1', nas), 'own'],
    ['one by the name of the machine', asked('192.168.1.7', { host: 'nas:8888' }), 'own'],
    ['one by mDNS', asked('192.168.1.7', { host: 'NAS.local' }), 'own'],
    ['the page itself', asked('192.168.1.7', { ...nas, origin: 'http://192.168.1.2:8888' }), 'own'],
    ['a public address', asked('203.0.113.9', nas), 'network'],
    ['a shared address of a provider', asked('100.64.0.9', nas), 'network'],
    ['a public IPv6 address', asked('2001:db8::9', nas), 'network'],
    ['a public address that claims to be private', asked('203.0.113.9', { 'x-forwarded-for': '10.0.0.1' }), 'proxy'],
    ['a connection that has ended', asked(undefined, nas), 'network'],
    ['a proxy that names its client', asked('192.168.1.3', { ...nas, 'x-forwarded-for': '192.168.1.7' }), 'proxy'],
    ['a proxy on this machine', asked('127.0.0.1', { ...nas, 'x-real-ip': '192.168.1.7' }), 'proxy'],
    ['a proxy that names only itself', asked('192.168.1.3', { ...nas, via: '1.1 proxy' }), 'proxy'],
    ['a tunnel', asked('192.168.1.3', { ...nas, 'cf-connecting-ip': '203.0.113.9' }), 'proxy'],
    ['nginx as it is installed', asked('192.168.1.3', nas, '1.0'), 'proxy'],
    ['a public name', asked('192.168.1.3', { host: 'trawl.example.org' }), 'proxy'],
    ['a name that leads to a private address', asked('192.168.1.3', { host: '192.168.1.2.nip.io' }), 'proxy'],
    ['no name', asked('192.168.1.3', {}), 'proxy'],
    ['a page of another site', asked('192.168.1.7', { ...nas, origin: 'https://example.org' }), 'site'],
    ['a page without an origin', asked('192.168.1.7', { ...nas, origin: 'null' }), 'site'],
    ['a link on another site', asked('192.168.1.7', { ...nas, 'sec-fetch-site': 'cross-site' }), 'site'],
    ['a page of another site on this machine', asked('127.0.0.1', { ...nas, origin: 'https://example.org' }), 'site'],
  ])('%s', (_who, request, expected) => expect(verdict(request)).toBe(expected))
})

describe('with a named proxy', () => {
  const proxy = '192.168.1.3'
  const site = { host: 'trawl.example.org' }
  test.each([
    ['a phone in the network', asked(proxy, { ...site, 'x-forwarded-for': '192.168.1.7' }), 'own'],
    ['its page', asked(proxy, { ...site, origin: 'https://trawl.example.org', 'x-forwarded-for': '10.0.0.7' }), 'own'],
    ['a stranger', asked(proxy, { ...site, 'x-forwarded-for': '203.0.113.9' }), 'network'],
    ['a stranger who claims to be private', asked(proxy, { 'x-forwarded-for': '10.0.0.1, 203.0.113.9' }), 'network'],
    ['nobody it names', asked(proxy, { ...site, via: '1.1 proxy' }), 'proxy'],
    ['an address that is none', asked(proxy, { ...site, 'x-forwarded-for': 'unknown' }), 'proxy'],
    ['another proxy', asked('192.168.1.4', { ...site, 'x-forwarded-for': '192.168.1.7' }), 'proxy'],
    ['a phone without the proxy', asked('192.168.1.7', nas), 'own'],
  ])('%s', (_who, request, expected) => expect(verdict(request, [proxy])).toBe(expected))
})
