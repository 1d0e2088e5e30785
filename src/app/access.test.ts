// Tests that stored settings of access hold for all replicas, outlast a restart, and never open what they closed.
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { makeSharedRecords } from '../../test/kit/disk.ts'
import { createStoredSettings } from '../admin/stored-settings.ts'
import { createAllowList } from '../http/access/ip-allow-list.ts'
import { openAccess } from './access.ts'
import { readSettings } from './settings.ts'

const author = { by: 'ada', ip: '127.0.0.1' }
const times = { epochMs: () => Date.UTC(2026, 10, 29), monotonicMs: () => 0 }

/** Starts access over these records: those of an earlier start, or of another replica. */
async function start({ records }: Pick<ReturnType<typeof makeSharedRecords>, 'records'>, env = {}) {
  const settings = await readSettings(env, () => {
    throw Object.assign(new Error('no file'), { code: 'ENOENT' })
  })
  const log = pino({ level: 'silent' })
  const runtime = { log, ...times }
  const access = await openAccess({
    settings,
    runtime,
    allowList: createAllowList(records),
    records,
    replicas: undefined,
  })
  const stored = createStoredSettings({ settings: access.settings, records, log })
  await stored.open()
  const isPrivate = access.apiKeys.isRequired
  return {
    ...access,
    stored,
    isPrivate,
    setPrivate: (value: string) => stored.change('REQUIRE_KEY', { value }, author),
  }
}

test('what one replica made private is private in the others, with its users, and after a restart', async () => {
  const shared = makeSharedRecords()
  const [one, other] = [await start(shared), await start(shared)]
  const bob = ['bob', 'planted-password-92'] as const
  await one.stored.edit('AUTH_USERS', author, await one.users.adding(...bob))
  await one.setPrivate('true')
  shared.changedElsewhere()
  await expect.poll(other.isPrivate).toBe(true)
  const { token } = await one.login.authenticate({ username: bob[0], password: bob[1] }, '192.0.2.1')
  expect(other.login.tokens.userOf(token)).toBe('bob')
  const next = await start(shared)
  expect([next.isPrivate(), next.login.tokens.userOf(token)]).toEqual([true, 'bob'])
})

test('a stored text that cannot be read closes the service, and is reported', async () => {
  const shared = makeSharedRecords()
  shared.stored.set('settings.json', Buffer.from('{"REQUIRE_KEY":"perhaps","AUTH_USERS":"bob:none"}'))
  const { isPrivate, stored, users } = await start(shared)
  expect([isPrivate(), users.all().size]).toEqual([true, 0])
  expect(stored.all().map(({ value }) => value)).toEqual(['perhaps', 'bob'])
  expect(stored.problems()).toEqual([
    'REQUIRE_KEY: must be true or false, on or off',
    expect.stringMatching(/^AUTH_USERS: entry 1 must be NAME:HASH/),
  ])
})

test('settings of the environment count in place of what is stored', async () => {
  const shared = makeSharedRecords()
  const first = await start(shared)
  await first.stored.edit('AUTH_USERS', author, await first.users.adding('bob', 'planted-password-92'))
  await first.setPrivate('true')
  expect((await start(shared, { REQUIRE_KEY: 'false' })).isPrivate()).toBe(false)
  const given = `eve:${first.stored.texts().AUTH_USERS?.slice('bob:'.length)}`
  const next = await start(shared, { AUTH_ENABLED: 'true', AUTH_USERS: given })
  expect([next.isPrivate(), [...next.users.all().keys()], next.owner]).toEqual([true, ['eve'], undefined])
})

test.each([
  ['an owner', async ({ owner }: Started) => owner?.claim('ada', 'planted-password-91', owner.code ?? '')],
  ['an API key', async ({ apiKeys }: Started) => await apiKeys.make('phone')],
  [
    'a user',
    async ({ stored, users }: Started) =>
      await stored.edit('AUTH_USERS', author, await users.adding('bob', 'planted-password-92')),
  ],
])('%s is needed to make the service private', async (_what, make) => {
  const started = await start(makeSharedRecords())
  await expect(started.setPrivate('true')).rejects.toThrow('nobody could enter')
  await make(started)
  await started.setPrivate('true')
  expect(started.isPrivate()).toBe(true)
})

test('the token of the administrator is enough to make the service private', async () => {
  const { setPrivate, isPrivate } = await start(makeSharedRecords(), {
    ADMIN_TOKEN: 'planted-token-of-the-administrator',
  })
  await setPrivate('true')
  expect(isPrivate()).toBe(true)
})

type Started = Awaited<ReturnType<typeof start>>
