// Tests of determining the client of a request.
import { expect, test } from 'vitest'
import { clientHeader, createClientResolver, encodeClient } from './client-address.ts'

const key = 'a-key-nobody-knows'
const worker = { address: '::ffff:192.0.2.7', httpVersion: '1.0' }

function sent(text: string | undefined, remoteAddress?: string) {
  return { headers: text === undefined ? {} : { [clientHeader]: text }, httpVersion: '1.1', socket: { remoteAddress } }
}

test('a request handed on by a worker comes from the worker’s client', () => {
  const clients = createClientResolver({ key })
  const request = sent(encodeClient(key, worker))
  expect(clients.isFromWorker(request)).toBe(true)
  expect(clients.resolve(request)).toEqual(worker)
})

test('a client whose connection was closed already has no address, and is not taken for this machine', () => {
  expect(createClientResolver({ key }).resolve(sent(encodeClient(key, { address: '', httpVersion: '1.1' })))).toEqual({
    address: '',
    httpVersion: '1.1',
  })
})

test.each([
  ['a wrong key', encodeClient('another-key', worker)],
  ['no key', encodeClient('', worker)],
  ['the beginning of the key', encodeClient(key.slice(0, -1), worker)],
  ['nothing but the key', key],
  ['a word too many', `${encodeClient(key, worker)} more`],
])('whoever says %s is who the connection says', (_what, text) => {
  const request = sent(text, '198.51.100.1')
  expect(createClientResolver({ key }).isFromWorker(request)).toBe(false)
  expect(createClientResolver({ key }).resolve(request)).toEqual({ address: '198.51.100.1', httpVersion: '1.1' })
})

test.each(['undefined 1.1 127.0.0.1', ' 1.1 127.0.0.1'])(
  'where there are no workers nobody is believed: %j',
  (text) => {
    expect(createClientResolver().resolve(sent(text, '198.51.100.1')).address).toBe('198.51.100.1')
  },
)
