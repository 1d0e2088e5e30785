// Builds access control from the settings: client addresses, authentication, allow list and rate limits.
import type { Metrics } from '../../observability/metrics.ts'
import { type AdminGate, createAdminGate } from '../auth/admin-gate.ts'
import { createAuthenticator, type KeyVerifier, type TokenVerifier } from '../auth/authentication.ts'
import type { FailedAuthLog } from '../auth/failed-auth-log.ts'
import { type ClientResolver, createClientResolver } from './client-address.ts'
import type { AllowList } from './ip-allow-list.ts'
import type { RateLimits } from './rate-limits.ts'
import { createRequestGuard, type PathRules, type RequestGuard } from './request-guard.ts'

/** Access settings. An absent one restricts nobody. */
export interface AccessSettings {
  /** Grants administration; without one only this machine has access. */
  readonly adminToken?: string | undefined
  /** May everybody read metrics, errors, logs and the allow list? */
  readonly areReportsPublic?: boolean | undefined
  /** CIDR blocks of trusted proxies. */
  readonly proxies?: readonly string[] | undefined
  readonly keys?: KeyVerifier | undefined
  readonly logins?: TokenVerifier | undefined
}

export interface AccessControlOptions {
  readonly access: AccessSettings
  readonly allowList: Pick<AllowList, 'allows'>
  readonly paths: PathRules
  readonly metrics: Pick<Metrics, 'recordRejection'>
  readonly limits: RateLimits
  readonly refusals: FailedAuthLog
}

export interface AccessControl {
  readonly clients: ClientResolver
  readonly adminGate: AdminGate
  readonly guard: RequestGuard
  readonly refusals: FailedAuthLog
}

/** Creates access control. */
export function createAccessControl({ access, ...parts }: AccessControlOptions): AccessControl {
  const clients = createClientResolver(access.proxies)
  const { refusals } = parts
  const { adminToken: token, areReportsPublic } = access
  const adminGate = createAdminGate({ token, clients, areReportsPublic, refusals })
  const authenticator = createAuthenticator({
    keys: access.keys,
    logins: access.logins,
    hasAdminToken: adminGate.hasToken,
  })
  return {
    clients,
    adminGate,
    refusals,
    guard: createRequestGuard({ ...parts, clients, gate: adminGate, callers: authenticator }),
  }
}
