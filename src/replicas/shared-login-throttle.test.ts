// Login attempts at three replicas over a real Redis count together.
import { expect, it, vi } from 'vitest'
import { startReplicas } from '../../test/kit/redis.ts'
import { createLoginThrottle } from '../http/auth/login.ts'
import { shareRateLimits } from './shared-rate-limits.ts'

async function start() {
  const { replicas } = await startReplicas(3)
  return replicas.map(({ events }) =>
    // The clock stands: nothing is restored meanwhile.
    createLoginThrottle(
      () => 0,
      (limits, kind) => shareRateLimits(events, limits, kind),
    ),
  )
}

function mustWait(
  startAttempt: ReturnType<typeof createLoginThrottle> | undefined,
  address: string,
  username: string,
): boolean {
  try {
    startAttempt?.(address, username).cancel()
    return false
  } catch {
    return true
  }
}

it('failures at one replica delay logins at all', async () => {
  const [a, b, c] = await start()
  for (let count = 0; count < 10; count += 1) [a, b, c][count % 3]?.('203.0.113.7', 'me')
  await vi.waitFor(() => {
    for (const throttle of [a, b, c]) expect(mustWait(throttle, '203.0.113.7', 'me')).toBe(true)
  })
  expect(mustWait(b, '198.51.100.7', 'me')).toBe(false)
})

it('cancelled attempts at one replica count at none', async () => {
  const [a, b] = await start()
  for (let count = 0; count < 20; count += 1) a?.('203.0.113.7', 'me').cancel()
  for (let count = 0; count < 10; count += 1) a?.('203.0.113.9', 'me')
  await vi.waitFor(() => expect(mustWait(b, '203.0.113.9', 'me')).toBe(true))
  expect(mustWait(b, '203.0.113.7', 'me')).toBe(false)
})

it('a user who logged in at one replica is not locked out at another by attempts of strangers', async () => {
  const [a, b] = await start()
  a?.('198.51.100.7', 'me').succeeded()
  for (let count = 0; count < 15; count += 1) a?.(`203.0.${count}.7`, 'me')
  await vi.waitFor(() => expect(mustWait(b, '192.0.2.7', 'me')).toBe(true))
  expect(mustWait(b, '198.51.100.7', 'me')).toBe(false)
})
