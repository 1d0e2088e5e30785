// What a notifier says about a failure never contains its secrets, however the service fails; neither do the log and the stored deliveries.
import { createServer } from 'node:net'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { makeCertificate } from '../../test/kit/scripted-server.ts'
import {
  listen,
  listOf,
  makeWatch,
  message,
  notifierOf,
  startReceiver,
  startSmtp,
  startWatches,
} from '../../test/kit/watches.ts'
import { createDeliveries } from './deliveries.ts'

/** The secrets of each kind are these texts; `URL` stands for the address of its service. */
const planted = ['planted-path-71', 'planted/token+72', 'planted=secret&73', '7474747474']
const [path = '', token = '', secret = '', chat = ''] = planted
const kinds: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  webhook: { webhook: `URL/hook/${path}`, secret },
  ntfy: { ntfy: `URL/${path}`, token },
  telegram: { telegram: chat, token, server: 'URL' },
  bark: { bark: `URL/${path}`, key: token },
  wecom: { wecom: `URL/cgi-bin/webhook/send?key=${path}` },
  dingtalk: { dingtalk: `URL/robot/send?access_token=${path}`, secret },
  feishu: { feishu: `URL/open-apis/bot/v2/hook/${path}`, secret },
}

/** Why the notifier with these keys, at this address, did not send. */
async function problemOf(keys: Readonly<Record<string, string>>, url: string): Promise<string> {
  const placed = Object.entries(keys).map(([key, value]) => [key, value.replace('URL', url)])
  const { notifier, mistakes } = notifierOf({ private: 'true', ...Object.fromEntries(placed) })
  expect(mistakes).toEqual([])
  const error: unknown = await notifier?.send(message).catch((reason: unknown) => reason)
  if (!(error instanceof Error)) throw new Error('the message was sent')
  expect(error.cause).toBeUndefined()
  return error.message
}

function expectNoSecret(text: string): void {
  for (const one of planted)
    for (const form of [one, encodeURIComponent(one), Buffer.from(one).toString('base64')])
      expect(text.toLowerCase()).not.toContain(form.toLowerCase())
}

/** An address at which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe.each(Object.keys(kinds))('the secrets of %s are not in what it says of', (kind) => {
  const keys = kinds[kind] ?? {}
  const own = planted.filter((one) => Object.values(keys).some((value) => value.includes(one)))

  it('a port that refuses', async () => {
    const problem = await problemOf(keys, `http://127.0.0.1:${await closedPort()}`)
    expect(problem).not.toBe('')
    expectNoSecret(problem)
  })

  // A webhook and ntfy accept with the status alone.
  it.each(kind === 'webhook' || kind === 'ntfy' ? [403] : [403, 200])(
    'a reply of status %i that repeats the request',
    async (status) => {
      const service = await startReceiver(status, ({ path: asked, headers, text }) => ({
        ...{ code: 1, errcode: 1, ok: false },
        msg: `${asked} ${decodeURIComponent(asked)} ${JSON.stringify(headers)} ${text} ${own.join()}`,
        ...{
          errmsg: encodeURIComponent(own.join()),
          error: own.map((one) => Buffer.from(one).toString('base64')).join(),
        },
      }))
      const problem = await problemOf(keys, service.url)
      expect(problem).toContain('***')
      expectNoSecret(problem)
    },
  )

  it('a certificate that nobody trusts', async () => {
    const service = await startReceiver(200, () => ({}), makeCertificate())
    const problem = await problemOf(keys, service.url)
    expect(service.received).toEqual([])
    expectNoSecret(problem)
  })
})

describe('the login and addresses of e-mail are not in what it says of', () => {
  const account = { email: 'planted-path-71@example.org', from: 'planted%3Dsecret@example.org' }
  const login = `${encodeURIComponent(token)}:${encodeURIComponent(secret)}`
  const problemAt = (port: number) => problemOf({ ...account, server: `smtp://${login}@127.0.0.1:${port}` }, '')

  it('a port that refuses', async () => expectNoSecret(await problemAt(await closedPort())))

  it('a certificate that nobody trusts', async () => {
    const port = await startSmtp({ ...makeCertificate() })
    const problem = await problemAt(port)
    expect(problem).toContain('certificate')
    expectNoSecret(problem)
  })

  it('a server that repeats the login, or the address, as it refuses them', async () => {
    const plain = Buffer.from(`\0${token}\0${secret}`).toString('base64')
    const port = await startSmtp({
      ...{ disabledCommands: ['STARTTLS'], allowInsecureAuth: true },
      onAuth: ({ username, password }, _session, done) => done(new Error(`535 ${username} ${password} ${plain}`)),
    })
    const problem = await problemAt(port)
    expect(problem).toContain('***')
    expect(problem).not.toContain(plain)
    expectNoSecret(problem)
    const strict = await startSmtp({
      ...{ disabledCommands: ['STARTTLS', 'AUTH'] },
      onRcptTo: ({ address }, _session, done) => done(new Error(`550 <${address}> is unknown here`)),
    })
    const refusal = await problemOf({ ...account, server: `smtp://127.0.0.1:${strict}` }, '')
    expect(refusal).toContain('is unknown here')
    expect(refusal).not.toContain(account.email)
  })
})

it('are neither in the log nor in the stored delivery', async () => {
  const service = await startReceiver(403, ({ text, headers }) => ({ message: text + JSON.stringify(headers) }))
  const { notifier } = notifierOf({ ntfy: `${service.url}/${path}`, token, private: 'true' })
  if (!notifier) throw new Error('there is no notifier')
  const { refresh, watches, time } = await startWatches({ watches: [makeWatch({ notify: 'phone' })] })
  await refresh(listOf('weibo', []))
  await refresh(listOf('weibo', ['台风登陆']))
  const lines: string[] = []
  const log = pino({}, { write: (line) => void lines.push(line) })
  const options = {
    watches,
    notifiers: () => [notifier],
    digestFor: async () => [],
    recordDelivery: () => undefined,
    log,
  }
  await createDeliveries({ ...options, epochMs: () => time.now })()
  const [found] = await watches.eventsOf(watches.all(), { owner: 'file', seesFile: true })
  expect(found?.deliveries?.phone).toMatchObject({
    state: 'pending',
    detail: expect.stringMatching(/^HTTP 403: .*\*\*\*/),
  })
  expect(lines).toHaveLength(1)
  expectNoSecret(JSON.stringify(found) + lines.join(''))
})
