// Sends the messages of a notifier by e-mail. The server is the operator's own, so it may have any address.
import { createTransport } from 'nodemailer'
import { bodyOf, type Notifier, titleOf } from './notifier.ts'

interface EmailAccount {
  readonly to: string
  readonly from: string
  /** `smtps://user:password@host:465` */
  readonly server: string
}

const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 }
const maxBytes = 100_000

export function createEmailSender({ to, from, server }: EmailAccount): Notifier['send'] {
  const url = new URL(server)
  const user = decodeURIComponent(url.username)
  const isSecure = url.protocol === 'smtps:'
  const transport = createTransport({
    host: url.hostname,
    port: Number(url.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async (message) => {
    await transport.sendMail({ from, to, subject: `Trawl: ${titleOf(message)}`, text: bodyOf(message, maxBytes) })
  }
}
