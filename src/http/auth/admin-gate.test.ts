// Tests of access to reports and administration.
import { describe, expect, test } from 'vitest'
import { RequestError } from '../errors.ts'
import { type AdminGate, createAdminGate } from './admin-gate.ts'

const token = 'correct-horse-battery'

function asking(from: string | undefined, headers: Record<string, string> = {}) {
  return { headers, raw: { headers, socket: { remoteAddress: from }, httpVersion: '1.1' } }
}

function bearer(value: string) {
  return { authorization: `Bearer ${value}` }
}

function ownPage(host: string) {
  return { origin: `http://${host}`, host }
}

/** The gate's verdict for this request as a reader and as an administrator: 200, or the status of the error. */
function statuses(gate: AdminGate, request: ReturnType<typeof asking>) {
  return [gate.requireReader, gate.requireAdministrator].map((check) => {
    try {
      check(request)
      return 200
    } catch (error) {
      return error instanceof RequestError ? error.status : 500
    }
  })
}

describe('where a token is configured', () => {
  test.each([
    ['this machine without it', asking('127.0.0.1'), [200, 401]],
    ['this machine by IPv6', asking('::1'), [200, 401]],
    ['this machine with it', asking('127.0.0.1', bearer(token)), [200, 200]],
    ['this machine with a wrong one', asking('127.0.0.1', bearer('wrong')), [401, 401]],
    ['another machine without it', asking('192.0.2.1'), [401, 401]],
    ['another machine with it', asking('192.0.2.1', bearer(token)), [200, 200]],
    ['another machine with a wrong one', asking('192.0.2.1', bearer(`${token}x`)), [401, 401]],
    ['another machine with the beginning of it', asking('192.0.2.1', bearer(token.slice(0, -1))), [401, 401]],
    ['a proxy on this machine', asking('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }), [401, 401]],
    ['a proxy that hands it on', asking('127.0.0.1', { 'x-forwarded-for': '1.2.3.4', ...bearer(token) }), [200, 200]],
    ['the scheme in small letters', asking('192.0.2.1', { authorization: `bearer ${token}` }), [200, 200]],
    ['another scheme', asking('192.0.2.1', { authorization: `Basic ${token}` }), [401, 401]],
    ['the token alone', asking('192.0.2.1', { authorization: token }), [401, 401]],
    ['an empty header', asking('127.0.0.1', { authorization: '' }), [401, 401]],
    ['two tokens', asking('192.0.2.1', bearer(`${token} ${token}`)), [401, 401]],
  ])('%s', (_who, request, expected) => {
    const gate = createAdminGate({ adminToken: token })
    expect(statuses(gate, request)).toEqual(expected)
    expect(gate.isAdministrator(request)).toBe(expected[1] === 200)
  })

  test('a refusal says what to send, to programs too, and never the token', () => {
    const refused = (request: ReturnType<typeof asking>) => () =>
      createAdminGate({ adminToken: token }).requireReader(request)
    expect(refused(asking('192.0.2.1'))).toThrow(
      expect.objectContaining({
        message: 'authorization: is missing: send Bearer and the ADMIN_TOKEN',
        headers: { 'www-authenticate': 'Bearer' },
      }),
    )
    expect(refused(asking('192.0.2.1', bearer('x')))).toThrow('authorization: is not Bearer and the ADMIN_TOKEN')
  })
})

describe('where none is configured', () => {
  test.each([
    ['this machine', asking('127.0.0.1'), [200, 200]],
    ['another machine', asking('192.0.2.1'), [403, 403]],
    ['another machine with some token', asking('192.0.2.1', bearer('undefined')), [403, 403]],
    ['a proxy on this machine', asking('127.0.0.1', { via: '1.1 x' }), [403, 403]],
    ['its own page in a browser on this machine', asking('127.0.0.1', ownPage('localhost:8888')), [200, 200]],
    ['a page of another port', asking('127.0.0.1', { origin: 'http://localhost', host: 'localhost:8888' }), [403, 403]],
    ['nobody knows who', asking(undefined), [403, 403]],
  ])('%s', (_who, request, expected) => {
    const gate = createAdminGate({})
    expect(statuses(gate, request)).toEqual(expected)
  })

  test('a token sent from this machine is nothing to be wrong about', () => {
    expect(statuses(createAdminGate({}), asking('127.0.0.1', bearer('any')))).toEqual([200, 200])
  })
})

describe('where the service may have an owner', () => {
  const owner = (exists: boolean) => ({
    exists: () => exists,
    userOf: (sent: string) => (exists && sent === 'a-login' ? 'ada' : undefined),
  })
  test.each([
    ['the owner on another machine', true, asking('192.0.2.1', bearer('a-login')), [200, 200]],
    ['another machine', true, asking('192.0.2.1'), [401, 401]],
    ['another machine with an expired login', true, asking('192.0.2.1', bearer('an-old-login')), [401, 401]],
    ['this machine', true, asking('127.0.0.1'), [200, 200]],
    ['another machine before there is one', false, asking('192.0.2.1'), [403, 403]],
    ['another machine with a login of nobody', false, asking('192.0.2.1', bearer('a-login')), [403, 403]],
  ])('%s', (_who, exists, request, expected) => {
    expect(statuses(createAdminGate({ owner: owner(exists) }), request)).toEqual(expected)
  })

  test('a login of the owner counts for nothing where a token is configured', () => {
    const gate = createAdminGate({ adminToken: token, owner: owner(true) })
    expect(statuses(gate, asking('192.0.2.1', bearer('a-login')))).toEqual([401, 401])
  })
})
