// E-mail to a real SMTP server on the loopback address, with STARTTLS and a login; and what a server can do wrong.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, it, onTestFinished, vi } from 'vitest'
import { makeCertificate } from '../../test/kit/scripted-server.ts'
import { listen, message, notifierOf, startSmtp } from '../../test/kit/watches.ts'

const account = { email: 'reader@example.org', from: 'trawl@example.org' }
const password = 'a pass/word: of tests'

interface ReceivedMail {
  readonly user: string | undefined
  readonly isSecure: boolean
  readonly to: readonly string[]
  readonly text: string
}

/** An SMTP server with a certificate that this process trusts; it knows one user, and refuses mail to nobody@example.org. */
async function startMailServer() {
  const certificate = makeCertificate()
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, certificate.cert])
  onTestFinished(() => setDefaultCACertificates(before))
  const mails: ReceivedMail[] = []
  const port = await startSmtp({
    ...certificate,
    onAuth: (auth, _session, done) =>
      auth.username === 'trawl' && auth.password === password
        ? done(null, { user: auth.username })
        : done(new Error('Authentication failed')),
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('nobody@') ? Object.assign(new Error('No such user'), { responseCode: 550 }) : null),
    async onData(stream, session, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(Buffer.from(chunk))
      const { secure: isSecure, user, envelope } = session
      const to = envelope.rcptTo.map(({ address }) => address)
      mails.push({ user: user?.toString(), isSecure, to, text: Buffer.concat(chunks).toString() })
      done()
    },
  })
  const send = (login: string, fields = account) =>
    notifierOf({ ...fields, server: `smtp://${login}@127.0.0.1:${port}` }).notifier?.send(message)
  return { mails, send }
}

it('logs in over STARTTLS and sends a mail that says what was found', async () => {
  const { mails, send } = await startMailServer()
  await send(`trawl:${encodeURIComponent(password)}`)
  expect(mails).toMatchObject([{ user: 'trawl', isSecure: true, to: ['reader@example.org'] }])
  const [head = '', body = ''] = mails[0]?.text.split('\r\n\r\n') ?? []
  expect(head).toMatch(/^From: trawl@example\.org$/m)
  expect(head).toMatch(/^Subject: =\?UTF-8\?/m)
  expect(head).toMatch(/^Content-Transfer-Encoding: quoted-printable$/m)
  expect(decodeURIComponent(body.replaceAll('=', '%')).trim()).toBe('台风登陆 · 微博\r\nhttps://example.org/1')
})

it('says that the password is wrong, and sends nothing', async () => {
  const { mails, send } = await startMailServer()
  await expect(send('trawl:wrong')).rejects.toThrow(/Invalid login: 535/)
  expect(mails).toEqual([])
})

it('says that the server refuses the address', async () => {
  const { mails, send } = await startMailServer()
  const refused = send(`trawl:${encodeURIComponent(password)}`, { ...account, email: 'nobody@example.org' })
  await expect(refused).rejects.toThrow(/550 No such user/)
  expect(mails).toEqual([])
})

it('sends no password over a connection with a certificate that nobody trusts', async () => {
  const logins: unknown[] = []
  const port = await startSmtp({
    ...makeCertificate(),
    onAuth: (auth, _session, done) => {
      logins.push(auth)
      done(null, { user: 'trawl' })
    },
  })
  const { notifier } = notifierOf({ ...account, server: `smtp://trawl:secret@127.0.0.1:${port}` })
  await expect(notifier?.send(message)).rejects.toThrow(/certificate/)
  expect(logins).toEqual([])
})

it('gives up on a server that accepts the connection and says nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = createServer((socket) => socket.on('error', () => undefined))
  const port = await listen(server)
  const { notifier } = notifierOf({ ...account, server: `smtp://127.0.0.1:${port}` })
  const sending = expect(notifier?.send(message)).rejects.toThrow(/Greeting never received/)
  await once(server, 'connection')
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(15_000)
    expect(vi.getTimerCount()).toBe(0)
  })
  await sending
})
