// Sends the messages of a notifier by e-mail. The server is the operator's own, so it may have any address.
import { createTransport } from 'nodemailer'
import { bodyOf, titleOf, type WatchMessage } from './notifier.ts'

interface EmailAccount {
  readonly to: string
  readonly from: string
  /** `smtps://user:password@host:465` */
  readonly server: string
}

/** For a whole delivery. A busy server may greet late; the message is claimed for longer. */
const attemptMs = 60_000
const stepMs = 15_000
const maxBytes = 100_000

/** Rejects with why the server did not accept the message; the text may contain what the server repeats. */
export async function sendEmail({ to, from, server }: EmailAccount, message: WatchMessage): Promise<void> {
  const url = new URL(server)
  const user = decodeURIComponent(url.username)
  const isSecure = url.protocol === 'smtps:'
  const transport = createTransport({
    host: url.hostname,
    port: Number(url.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const signal = AbortSignal.timeout(attemptMs)
  await transport.sendMail({
    from,
    to,
    signal,
    subject: `Trawl: ${titleOf(message)}`,
    text: bodyOf(message, maxBytes),
  })
}
