// The settings of a user over HTTP: by login and by key, and refused to the nameless.
import { expect, it } from 'vitest'
import { userSettingsAnswer } from '../src/contract/user-settings.ts'
import { tokenOf } from './kit/described.ts'
import { lockedBy, proofs, startWholeTrawl } from './kit/whole-trawl.ts'

const url = '/api/v1/settings'
const settings = { trawl: 1, settings: { theme: 'dark' } }

it('belong to the login or key that stored them', async () => {
  const { app } = await startWholeTrawl({ env: await lockedBy() })
  const login = { authorization: `Bearer ${await tokenOf(app)}` }
  const key = { 'x-api-key': proofs.key }
  const put = await app.inject({ method: 'PUT', url, headers: login, payload: settings })
  const owner = userSettingsAnswer.parse(put.json()).owner
  expect(owner).toMatch(/^user /)
  const get = await app.inject({ url, headers: login })
  expect(userSettingsAnswer.parse(get.json())).toMatchObject({ owner, stored: settings })
  expect(get.headers['cache-control']).toBe('no-store')
  expect(userSettingsAnswer.parse((await app.inject({ url, headers: key })).json()).stored).toBeNull()
  expect((await app.inject({ method: 'DELETE', url, headers: login })).statusCode).toBe(204)
  expect(userSettingsAnswer.parse((await app.inject({ url, headers: login })).json()).stored).toBeNull()
})

it('are refused where nobody has a name, and to clients without a login where there are logins', async () => {
  const { app: open } = await startWholeTrawl()
  expect((await open.inject({ url })).json()).toMatchObject({ owner: null, stored: null })
  const answer = await open.inject({ method: 'PUT', url, payload: settings })
  expect([answer.statusCode, answer.json().message]).toEqual([
    403,
    'settings: are stored for a login or an API key; AUTH_ENABLED enables logins',
  ])
  const { app } = await startWholeTrawl({ env: await lockedBy() })
  expect((await app.inject({ url, remoteAddress: '192.0.2.7' })).statusCode).toBe(401)
})
