// Statuses that mean a block at one site only.
import { expect, it } from 'vitest'
import { failureOf } from '../../test/kit/wire.ts'
import { UpstreamError } from '../upstream/errors.ts'
import { treatAsBlocked } from './api-refusal.ts'

function caught(error: unknown, message?: string) {
  return failureOf(Promise.reject(error).catch(treatAsBlocked([405], message)))
}

it('a reply with the status is a block', async () => {
  const reply = new UpstreamError('mismatch', 'answered 405', { status: 405 })
  expect(await caught(reply)).toMatchObject({
    kind: 'blocked',
    status: 405,
    message: 'answered 405, which means that programs are blocked',
  })
  expect(await caught(reply, 'set a cookie')).toMatchObject({ kind: 'blocked', message: 'set a cookie' })
})

it.each([
  new UpstreamError('mismatch', 'answered 404', { status: 404 }),
  new UpstreamError('network', 'reset'),
  new Error('405'),
])('whatever else fails is thrown as it is: %s', async (error) => {
  expect(await caught(error)).toBe(error)
})
