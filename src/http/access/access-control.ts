// Builds access control from the settings: client addresses, authentication, allow list and rate limits.
import { createAdminGate } from '../auth/admin-gate.ts'
import { type AccessSettings, createAuthenticator } from '../auth/authentication.ts'
import { createClientResolver } from './client-address.ts'
import { createRequestGuard, type RequestGuardDeps } from './request-guard.ts'

export type AccessControl = ReturnType<typeof createAccessControl>

export function createAccessControl(
  access: AccessSettings,
  parts: Omit<RequestGuardDeps, 'resolveClient' | 'gate' | 'callers'>,
) {
  const { refusals } = parts
  const resolveClient = createClientResolver(access.proxies)
  const adminGate = createAdminGate(access, resolveClient, refusals)
  const callers = createAuthenticator(access)
  return {
    resolveClient,
    adminGate,
    refusals,
    /** Whether requests need a key or a login at the moment. */
    isCredentialRequired: callers.isRequired,
    guard: createRequestGuard({ ...parts, resolveClient, gate: adminGate, callers }),
  }
}
