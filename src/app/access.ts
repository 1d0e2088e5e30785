// Who may ask, by the settings: proxies, keys, logins, rates, put together with what is kept of logins.
import { randomBytes, randomUUID } from 'node:crypto'
import { createKeyTest } from '../http/api-keys.ts'
import type { Access, ToldAccess } from '../http/entrance.ts'
import type { LoginRecords } from '../http/logged-out.ts'
import { type Login, openLogin } from '../http/login.ts'
import type { LoginNews } from '../http/login-throttle.ts'
import type { Logger } from '../log.ts'
import type { Settings } from './settings.ts'

interface OpenParts {
  readonly records: LoginRecords
  readonly log: Pick<Logger, 'warn'>
  /** Epoch milliseconds. */
  readonly time: () => number
  /** Milliseconds of any clock that only runs forward. */
  readonly now: () => number
  /** Where there are other replicas. */
  readonly loginNews?: LoginNews | undefined
}

/** What of the service is for those who may ask. */
export interface OpenAccess extends Pick<Settings, 'rates'> {
  readonly access: Access
  readonly login: Login | undefined
  /** What workers need to know of it. */
  readonly toldAccess: ToldAccess
}

/** Puts it together. */
export async function openAccess(settings: Settings, parts: OpenParts): Promise<OpenAccess> {
  const { config, proxies, keys: hashed, rates } = settings
  const login =
    settings.login &&
    (await openLogin({ ...settings.login, expiryMs: hoursMs(config.AUTH_TOKEN_EXPIRY), ...chance, ...parts }))
  const keys = hashed.length > 0 ? hashed : undefined
  return {
    rates,
    login,
    access: {
      ...{ adminToken: config.ADMIN_TOKEN, areReportsOpen: config.REPORTS === 'open' },
      ...{ proxies, keys: keys && createKeyTest(keys), logins: login?.tokens },
    },
    toldAccess: { proxies, keys, hasLogins: login !== undefined, rates },
  }
}

const chance = { newId: randomUUID, newSecret: () => randomBytes(32).toString('base64url') }

function hoursMs(hours: number): number {
  return hours * 3_600_000
}
