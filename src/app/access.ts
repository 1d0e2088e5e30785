// Opens access control by the settings: keys, logins, trusted proxies, rate limits, and the allow list.
import { randomBytes, randomUUID } from 'node:crypto'
import type { AllowList } from '../http/access/ip-allow-list.ts'
import { createKeyVerifier } from '../http/auth/api-keys.ts'
import { type Login, openLogin } from '../http/auth/login.ts'
import type { Access } from './app-options.ts'
import type { Runtime } from './runtime.ts'
import type { Settings } from './settings.ts'
import type { OpenStorage } from './storage.ts'

const hourMs = 3_600_000

export async function openAccess(
  settings: Settings,
  runtime: Runtime,
  storage: OpenStorage,
  allowList: AllowList,
): Promise<Access> {
  const { config, keys, proxies, rates } = settings
  const login = await openConfiguredLogin(settings, runtime, storage)
  const rules = {
    adminToken: config.ADMIN_TOKEN,
    areReportsPublic: config.REPORTS === 'open',
    proxies,
    keys: keys.length > 0 ? createKeyVerifier(keys) : undefined,
    logins: login?.tokens,
  }
  return { rules, rates, allowList, login, shareLimits: storage.replicas?.coordination.shareLimits }
}

/** Undefined where logins are off. */
async function openConfiguredLogin(
  settings: Settings,
  { log, epochMs, monotonicMs }: Runtime,
  { records, replicas }: OpenStorage,
): Promise<Login | undefined> {
  if (!settings.login) return undefined
  return await openLogin({
    users: settings.login.users,
    configuredSecret: settings.login.givenSecret,
    expiryMs: settings.config.AUTH_TOKEN_EXPIRY * hourMs,
    newId: randomUUID,
    newSecret: () => randomBytes(32).toString('base64url'),
    records,
    log,
    loginChannel: replicas?.coordination.loginChannel,
    epochMs,
    monotonicMs,
  })
}
