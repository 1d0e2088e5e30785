// All that stands between a request and the routes, put together by what the operator set: who asks, who may, and how often.
import type { Metrics } from '../metrics.ts'
import { type AdminGate, createAdminGate } from './admin.ts'
import type { AllowList } from './allow-list.ts'
import type { HashedKey } from './api-keys.ts'
import { createCallers, type KeyTest, type Logins } from './callers.ts'
import { type Clients, createClients } from './client.ts'
import { createGuard, type Guard, type Paths } from './guard.ts'
import type { RateLimits, RateRules } from './rate-limits.ts'
import type { RefusalLog } from './refusal-log.ts'

/** What the operator set of who may ask. Whatever is absent restricts nobody. */
export interface Access {
  /** Lets its sender see and change what is not for everybody; without one only this machine may. */
  readonly adminToken?: string | undefined
  /** May everybody read figures, errors, logs and the allow list? */
  readonly areReportsOpen?: boolean | undefined
  /** The blocks of proxies that are believed when they say for whom they ask. */
  readonly proxies?: readonly string[] | undefined
  readonly keys?: KeyTest | undefined
  readonly logins?: Logins | undefined
}

/** What another process needs to know to tell who asks and whether he may. */
export interface ToldAccess {
  /** The blocks of proxies that are believed. */
  readonly proxies: readonly string[]
  /** Who may ask by key; absent where there are no keys. */
  readonly keys?: readonly HashedKey[] | undefined
  /** May who has logged in ask? Only the process that logged him in can tell who that is. */
  readonly hasLogins: boolean
  readonly rates: RateRules
}

export interface EntranceParts {
  readonly access: Access
  readonly allowList: Pick<AllowList, 'allows'>
  readonly paths: Paths
  readonly metrics: Pick<Metrics, 'refused'>
  /** What our workers prove themselves with, where there are any. */
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

/** Puts it together. */
export function createEntrance({ access, workersKey, ...parts }: EntranceParts): Entrance {
  const clients = createClients({ key: workersKey, proxies: access.proxies })
  const { refusals } = parts
  const { adminToken: token, areReportsOpen } = access
  const gate = createAdminGate({ token, clients, areReportsOpen, refusals })
  const callers = createCallers({ keys: access.keys, logins: access.logins, hasAdminToken: gate.hasToken })
  return { clients, gate, refusals, guard: createGuard({ ...parts, clients, gate, callers }) }
}
