// Builds access control from the settings: client addresses, authentication, allow list and rate limits.
import { type AdminGateOptions, createAdminGate } from '../auth/admin-gate.ts'
import { type AuthenticatorOptions, createAuthenticator } from '../auth/authentication.ts'
import { createClientResolver } from './client-address.ts'
import { createRequestGuard, type RequestGuardDeps } from './request-guard.ts'

/** Access settings. An absent one restricts nobody. */
export interface AccessSettings extends Pick<AuthenticatorOptions, 'keys' | 'isRequired' | 'logins'> {
  /** Grants administration; without one only this machine has access. */
  readonly adminToken?: string | undefined
  /** May everybody read metrics, errors, logs and the allow list? */
  readonly areReportsPublic?: boolean | undefined
  /** The account that administers the service; absent where settings decide who has access. */
  readonly owner?: AdminGateOptions['owner']
  /** CIDR blocks of trusted proxies. */
  readonly proxies?: readonly string[] | undefined
}

export type AccessControl = ReturnType<typeof createAccessControl>

export function createAccessControl(
  access: AccessSettings,
  parts: Omit<RequestGuardDeps, 'resolveClient' | 'gate' | 'callers'>,
) {
  const { refusals } = parts
  const { adminToken: token, areReportsPublic, keys, isRequired, logins, owner } = access
  const resolveClient = createClientResolver(access.proxies)
  const adminGate = createAdminGate({ token, resolveClient, areReportsPublic, refusals, owner })
  const { hasToken: hasAdminToken } = adminGate
  const callers = createAuthenticator({ keys, isRequired, logins, ownerLogins: owner, hasAdminToken })
  return {
    resolveClient,
    adminGate,
    refusals,
    /** Whether requests need a key or a login at the moment. */
    isCredentialRequired: callers.isRequired,
    guard: createRequestGuard({ ...parts, resolveClient, gate: adminGate, callers }),
  }
}
