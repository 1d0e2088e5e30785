// The requests of a declared list: one for each address, in which the words of a refusal count as one.
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import type { HotItem } from '../list-definition.ts'
import type { Timed } from './placeholders.ts'

export interface Request {
  readonly addresses: readonly Timed<string>[]
  readonly headers: Readonly<Record<string, string>>
  /** A POST request sends it. */
  readonly body: Timed<string | Readonly<Record<string, unknown>>> | undefined
  /** Statuses, and texts in the response, by which the site refuses programs. */
  readonly blocked: readonly string[]
}

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }

/**
 * Reads the items of all addresses; of several, those that fail are left out and reported with the answer.
 * @throws UpstreamError as `io.text` and `read` do, and `blocked` for a refusal; of several addresses the first failure if all fail.
 */
export async function askAddresses(
  io: Io,
  request: Request,
  read: (text: string, address: string) => HotItem[],
): Promise<HotItem[]> {
  const asks = request.addresses.map(async (timed) => {
    const address = timed(io.now)
    return read(await fetchText(io, address, request), address)
  })
  return asks.length === 1 && asks[0] ? asks[0] : (await io.some(asks)).flat()
}

async function fetchText(io: Io, address: string, { headers, body, blocked }: Request): Promise<string> {
  const sent = body?.(io.now)
  const init =
    sent === undefined
      ? { headers }
      : {
          method: 'POST' as const,
          body: sent,
          headers: { ...(typeof sent === 'string' ? formHeaders : {}), ...headers },
        }
  const text = await io.text(address, init).catch((error: unknown) => {
    const status = error instanceof UpstreamError ? error.status : undefined
    if (status === undefined || !blocked.includes(String(status))) throw error
    throw new UpstreamError('blocked', `answered ${status}, which means that programs are blocked`, {
      status,
      cause: error,
    })
  })
  if (blocked.some((words) => !isStatus(words) && text.includes(words)))
    throw new UpstreamError('blocked', 'answered with a text by which the site refuses programs', {
      reason: { code: 'challenge' },
    })
  return text
}

/** Whether a value of `blocked` is a status. */
function isStatus(words: string): boolean {
  return /^\d{3}$/.test(words)
}
