// Who may use the service: API keys, users, the owner, and whether requests need one of them, which an administrator may change.

import { randomBytes, randomUUID } from 'node:crypto'
import type { StoredSetting } from '../admin/stored-settings.ts'
import type { SharedRecords } from '../async/shared-record.ts'
import { plainForm, readOne } from '../config/schema.ts'
import type { AllowList } from '../http/access/ip-allow-list.ts'
import { createApiKeys, keyBytes } from '../http/auth/api-keys.ts'
import { type Login, openLogin } from '../http/auth/login.ts'
import { type Owner, openOwner } from '../http/auth/owner.ts'
import { saltBytes } from '../http/auth/password-hash.ts'
import { createStoredUsers, namesIn, parseStoredUsers } from '../http/auth/stored-users.ts'
import { createUserSettings } from '../http/auth/user-settings.ts'
import { joinAccounts } from '../http/auth/users.ts'
import type { Logger } from '../observability/log.ts'
import type { Replicas } from '../replicas/open-replicas.ts'
import type { Settings } from './settings.ts'
import type { Clock } from './timers.ts'

interface AccessParts {
  readonly settings: Pick<Settings, 'config' | 'env' | 'keys' | 'proxies' | 'rates' | 'login'>
  readonly runtime: Clock & { readonly log: Logger }
  readonly allowList: AllowList
  readonly records: SharedRecords
  readonly replicas: Pick<Replicas, 'shareLimits'> | undefined
}

const hourMs = 3_600_000

/** Opens access as the settings say; the stored settings among what it returns change it while the service runs. */
export async function openAccess({ settings, runtime, allowList, records, replicas }: AccessParts) {
  const { config, keys, proxies, rates } = settings
  const { log, epochMs, monotonicMs } = runtime
  const shareLimits = replicas?.shareLimits
  const [randomCode, randomSalt] = [() => randomBytes(8), () => randomBytes(saltBytes)]
  const owner = isSetBySettings(settings) ? undefined : await openOwner({ records, randomCode, randomSalt, log })
  const users = createStoredUsers({ configured: settings.login?.users, owner: owner?.users, randomSalt })
  const login = await openLogin({
    ...{ log, epochMs, monotonicMs, records, shareLimits },
    users: joinAccounts(owner?.users, users.all),
    configuredSecret: settings.login?.givenSecret,
    expiryMs: config.AUTH_TOKEN_EXPIRY * hourMs,
    newId: randomUUID,
    newSecret: () => randomBytes(32).toString('base64url'),
  })
  const required = { isOn: isRequiredBySettings(settings) }
  const isRequired = () => required.isOn
  const randomKey = () => randomBytes(keyBytes)
  const apiKeys = createApiKeys({ configured: keys, isRequired, records, randomKey, epochMs })
  await apiKeys.open()
  const hasAdministrator = () => config.ADMIN_TOKEN !== undefined || (owner?.exists() ?? false)
  const rules = {
    adminToken: config.ADMIN_TOKEN,
    areReportsPublic: config.REPORTS === 'open',
    ...{ proxies, keys: apiKeys.verify, isRequired, logins: login },
    ...(owner && { owner: { exists: owner.exists, userOf: ownerOfToken(owner, login) } }),
  }
  const userSettings = createUserSettings({ records, epochMs })
  await userSettings.open()
  const access = { rules, rates, allowList, apiKeys, users, userSettings, login, owner, shareLimits }
  return { ...access, ...createAccessSettings(settings, { required, users, hasAdministrator, apiKeys }) }
}

type AccessSettings = Pick<Settings, 'config' | 'env' | 'keys'>

function isRequiredBySettings({ config, keys }: AccessSettings): boolean {
  return keys.length > 0 || config.REQUIRE_KEY || config.AUTH_ENABLED
}

/** Settings that decide who has access leave no place for an owner. */
function isSetBySettings(settings: AccessSettings): boolean {
  return isRequiredBySettings(settings) || settings.config.ADMIN_TOKEN !== undefined
}

/** A user may have the name of an earlier owner; the token then names nobody, since it is bound to the password. */
function ownerOfToken({ users }: Owner, { tokens }: Login) {
  return (token: string): string | undefined => {
    const name = tokens.userOf(token)
    return name !== undefined && users.has(name) ? name : undefined
  }
}

interface AccessState {
  readonly required: { isOn: boolean }
  readonly users: ReturnType<typeof createStoredUsers>
  readonly hasAdministrator: () => boolean
  readonly apiKeys: Pick<ReturnType<typeof createApiKeys>, 'all'>
}

/** The stored settings of access, and how to hear of their changes. */
function createAccessSettings(settings: AccessSettings, { required, users, hasAdministrator, apiKeys }: AccessState) {
  const listeners: (() => void)[] = []
  const announce = () => {
    for (const listener of listeners) listener()
  }
  const canAnybodyEnter = (stored: string | undefined) =>
    hasAdministrator() || apiKeys.all().length > 0 || users.after(stored).size > 0
  const requireKey: StoredSetting = {
    name: 'REQUIRE_KEY',
    allowed: 'true, if requests need a key or a login, or false',
    default: 'false',
    show: (text) => plainForm('REQUIRE_KEY', text),
    environment: requiredByEnvironment(settings),
    check(text, { AUTH_USERS }) {
      if (readOne('REQUIRE_KEY', text) && !canAnybodyEnter(AUTH_USERS))
        throw new Error('nobody could enter: first become the owner of the service, add a user or make an API key')
    },
    apply(text) {
      // A text that cannot be read must not open the service.
      required.isOn = true
      required.isOn = text === undefined ? isRequiredBySettings(settings) : readOne('REQUIRE_KEY', text)
      announce()
    },
  }
  const authUsers: StoredSetting = {
    name: 'AUTH_USERS',
    allowed: 'users that may log in, each as NAME:HASH',
    show: (text) => namesIn(text).join(','),
    environment: settings.config.AUTH_ENABLED
      ? { variable: 'AUTH_ENABLED', value: [...users.all().keys()].join(',') }
      : undefined,
    check: parseStoredUsers,
    apply(text) {
      users.put(text)
      announce()
    },
  }
  return { settings: [requireKey, authUsers], onChange: (listener: () => void) => void listeners.push(listener) }
}

function requiredByEnvironment({ config, env, keys }: AccessSettings) {
  if (keys.length > 0) return { variable: 'API_KEYS', value: 'true' }
  if (config.AUTH_ENABLED) return { variable: 'AUTH_ENABLED', value: 'true' }
  return env.REQUIRE_KEY?.trim() ? { variable: 'REQUIRE_KEY', value: String(config.REQUIRE_KEY) } : undefined
}
