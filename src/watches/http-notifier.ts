// Sends the messages of a notifier over HTTP, through the transport that refuses private addresses.
import { z } from 'zod'
import { parseJson } from '../observability/parse-json.ts'
import { readBody } from '../upstream/net/body.ts'
import type { Transport } from '../upstream/net/transport.ts'
import type { Notifier } from './notifier.ts'
import { httpNotifiers } from './notifier-requests.ts'

interface HttpNotifierOptions {
  readonly transport: Pick<Transport, 'send'>
  readonly epochMs: () => number
}

const attemptMs = 15_000
const maxReplyBytes = 64 * 1024
const reply = z.record(z.string(), z.unknown())

type MakeRequest = ReturnType<NonNullable<(typeof httpNotifiers)[string]>['schema']['parse']>

/** Creates the function that sends the messages of a kind. It follows no redirect. */
export function createHttpSender(
  kindName: string,
  makeRequest: MakeRequest,
  { transport, epochMs }: HttpNotifierOptions,
): Notifier['send'] {
  const success = httpNotifiers[kindName]?.success
  return async (message) => {
    const { url, headers = {}, body } = makeRequest(message, epochMs())
    const answer = await transport.send({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Trawl', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(attemptMs),
    })
    const text = Buffer.from(await readBody(answer.body, answer.headers['content-encoding'], maxReplyBytes)).toString()
    const fields = reply.safeParse(parseJson(text)).data ?? {}
    if (answer.status < 200 || answer.status > 299) throw new Error(`HTTP ${answer.status}${describe(fields)}`)
    if (success && !success.fields.some((field) => fields[field] === success.value))
      throw new Error(`not accepted${describe(fields)}`)
  }
}

/** The result that the services write into their replies. Not truncated here: half a secret could not be recognised. */
function describe(fields: z.infer<typeof reply>): string {
  const parts = ['code', 'errcode', 'error_code', 'errmsg', 'msg', 'message', 'description', 'error'].flatMap(
    (name) => {
      const value = fields[name]
      return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
    },
  )
  return parts.length > 0 ? `: ${parts.join(' ')}` : ''
}
