// Builds access control from the settings: client addresses, authentication, allow list and rate limits.
import type { Metrics } from '../metrics.ts'
import { type AdminGate, createAdminGate } from './admin.ts'
import type { AllowList } from './allow-list.ts'
import type { HashedKey } from './api-keys.ts'
import { createCallers, type KeyTest, type Logins } from './callers.ts'
import { type Clients, createClients } from './client.ts'
import { createGuard, type Guard, type Paths } from './guard.ts'
import type { RateLimits, RateRules } from './rate-limits.ts'
import type { RefusalLog } from './refusal-log.ts'

/** Access settings. An absent one restricts nobody. */
export interface Access {
  /** Grants administration; without one only this machine has access. */
  readonly adminToken?: string | undefined
  /** May everybody read metrics, errors, logs and the allow list? */
  readonly areReportsOpen?: boolean | undefined
  /** CIDR blocks of trusted proxies. */
  readonly proxies?: readonly string[] | undefined
  readonly keys?: KeyTest | undefined
  readonly logins?: Logins | undefined
}

/** What a worker process needs in order to authenticate and limit requests. */
export interface ToldAccess {
  /** CIDR blocks of trusted proxies. */
  readonly proxies: readonly string[]
  /** API keys; absent if none are configured. */
  readonly keys?: readonly HashedKey[] | undefined
  /** Is login enabled? Only the primary process can verify login tokens. */
  readonly hasLogins: boolean
  readonly rates: RateRules
}

export interface EntranceParts {
  readonly access: Access
  readonly allowList: Pick<AllowList, 'allows'>
  readonly paths: Paths
  readonly metrics: Pick<Metrics, 'refused'>
  /** The secret shared with our workers, if there are any. */
  readonly workersKey?: string | undefined
  readonly limits: RateLimits
  readonly refusals: RefusalLog
}

export interface Entrance {
  readonly clients: Clients
  readonly gate: AdminGate
  readonly guard: Guard
  readonly refusals: RefusalLog
}

/** Creates access control. */
export function createEntrance({ access, workersKey, ...parts }: EntranceParts): Entrance {
  const clients = createClients({ key: workersKey, proxies: access.proxies })
  const { refusals } = parts
  const { adminToken: token, areReportsOpen } = access
  const gate = createAdminGate({ token, clients, areReportsOpen, refusals })
  const callers = createCallers({ keys: access.keys, logins: access.logins, hasAdminToken: gate.hasToken })
  return { clients, gate, refusals, guard: createGuard({ ...parts, clients, gate, callers }) }
}
