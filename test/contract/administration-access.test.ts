// Tests which paths read reports, read settings or change them. src/http/auth/admin-gate.test.ts has who counts as whom.
import { expect, test } from 'vitest'
import { testApp } from './app-parts.ts'

const adminToken = 'correct-horse-battery'
const security = '/api/v1/security'
const stranger = { remoteAddress: '192.0.2.1' }
const clients = [stranger, {}, { ...stranger, headers: { authorization: `Bearer ${adminToken}` } }]
const rules = [{ adminToken }, { adminToken, areReportsPublic: true }, {}, { areReportsPublic: true }]

/** The refusals of a stranger, this machine and the token, for each of the rules. */
const refusals = {
  report: ['401 - -', '- - -', '403 - 403', '- - -'],
  setting: ['401 - -', '401 - -', '403 - 403', '403 - 403'],
  change: ['401 401 -', '401 401 -', '403 - 403', '403 - 403'],
}

test.each([
  ['report', 'GET', '/metrics'],
  ['report', 'GET', '/api/v1/metrics'],
  ['report', 'GET', '/api/v1/errors'],
  ['report', 'GET', '/api/v1/logs'],
  ['report', 'HEAD', '/api/v1/logs'],
  ['report', 'GET', '/api/v1/metrics?detailed=x'],
  ['report', 'GET', `${security}/ip-whitelist`],
  ['setting', 'GET', `${security}/bans`],
  ['setting', 'GET', `${security}/keys`],
  ['setting', 'GET', `${security}/sources`],
  ['change', 'GET', '/api/v1/server/settings'],
  ['change', 'POST', `${security}/ip-whitelist`],
  ['change', 'DELETE', `${security}/ip-whitelist`],
  ['change', 'POST', `${security}/bans`],
  ['change', 'POST', `${security}/keys`],
  ['change', 'DELETE', `${security}/keys?name=x`],
  ['change', 'POST', `${security}/sources`],
  ['change', 'POST', '/api/v1/server/settings'],
] as const)('a %s: %s %s', async (kind, method, url) => {
  const found = rules.map(async (some) => {
    const { app } = testApp({ access: { rules: some } })
    const answers = await Promise.all(clients.map((client) => app.inject({ method, url, ...client })))
    return answers.map(({ statusCode }) => ([401, 403].includes(statusCode) ? statusCode : '-')).join(' ')
  })
  expect(await Promise.all(found)).toEqual(refusals[kind])
})

test('no change of this machine takes a body of a type that browsers send for pages of other sites without asking', async () => {
  const { app } = testApp()
  const paths: object = (await app.inject('/openapi.json')).json().paths
  const changes = Object.entries(paths).flatMap(([url, methods]: [string, Record<string, object>]) =>
    /^\/api\/v1\/(?:security|server)\//.test(url) && 'requestBody' in (methods.post ?? {}) ? [url] : [],
  )
  expect(changes).toHaveLength(11)
  const headers = { 'content-type': 'text/plain' }
  for (const url of changes) {
    const answer = await app.inject({ method: 'POST', url, headers, payload: '{}' })
    expect([url, answer.json().error.message]).toEqual([url, 'content-type: must be application/json'])
  }
})

test('health is public', async () => {
  const { app } = testApp({ access: { rules: { adminToken } } })
  expect((await app.inject({ url: '/api/v1/health', ...stranger })).statusCode).toBe(200)
})
