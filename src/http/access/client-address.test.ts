// Tests of determining the client of a request.
import { expect, test } from 'vitest'
import { createClientResolver } from './client-address.ts'

function sent(headers: Record<string, string | string[]>, remoteAddress?: string) {
  return { headers, httpVersion: '1.1', socket: { remoteAddress } }
}

test('a client whose connection was closed already has no address, and is not taken for this machine', () => {
  expect(createClientResolver()(sent({}))).toEqual({ address: '', httpVersion: '1.1' })
})

test('a forwarding header counts only where the peer is a trusted proxy', () => {
  const request = sent({ 'x-forwarded-for': '192.0.2.7' }, '198.51.100.1')
  const addressFor = (...proxies: string[]) => createClientResolver(proxies)(request).address
  expect([addressFor(), addressFor('203.0.113.1'), addressFor('198.51.100.0/24')]).toEqual([
    '198.51.100.1',
    '198.51.100.1',
    '192.0.2.7',
  ])
})

test.each([
  ['is the proxy where it sends no header', {}, '198.51.100.1'],
  ['is the last of a header that was sent twice', { 'x-forwarded-for': ['192.0.2.7', '192.0.2.8'] }, '192.0.2.8'],
])('behind a trusted proxy the client %s', (_what, headers, address) => {
  const client = createClientResolver(['198.51.100.1'])(sent(headers, '198.51.100.1'))
  expect(client).toEqual({ address, httpVersion: '1.1' })
})

test.each(['undefined 1.1 127.0.0.1', ' 1.1 127.0.0.1'])('no header makes a stranger this machine: %j', (text) => {
  expect(createClientResolver()(sent({ 'x-trawl-client': text }, '198.51.100.1')).address).toBe('198.51.100.1')
})
