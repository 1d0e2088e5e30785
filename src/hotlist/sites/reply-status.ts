// The status of a JSON reply: a code and the words of the site, beside the data.

import { apiRefusal } from '../../parsing/api-refusal.ts'
import { UpstreamError } from '../../upstream/errors.ts'

/** The status in a reply: where it is, its value when good, and where its words are. */
export interface ReplyStatus {
  readonly code: string
  readonly success: string
  readonly words: string | undefined
}

/** @throws UpstreamError as `apiRefusal` builds it for another status than the good one or for words alone, and `mismatch` for neither. */
export function checkStatus(reply: unknown, { code, success, words }: ReplyStatus): void {
  const status = valueAt(reply, code)
  const why = words === undefined ? '' : (valueAt(reply, words) ?? '')
  if (status === undefined || status === '')
    throw why === '' ? new UpstreamError('mismatch', `the reply has no ${code}`) : apiRefusal(why)
  if (status === success) return
  throw /^-?\d+$/.test(status) ? apiRefusal(why, Number(status)) : apiRefusal(`${status} ${why}`)
}

function valueAt(reply: unknown, path: string): string | undefined {
  const value = path
    .split('.')
    .reduce<unknown>(
      (inside, name) =>
        typeof inside === 'object' && inside !== null && Object.hasOwn(inside, name)
          ? new Map(Object.entries(inside)).get(name)
          : undefined,
      reply,
    )
  return typeof value === 'object' || value === undefined ? undefined : String(value)
}

/** For `catch`: rethrows the error, as `blocked` with `message` when the reply had this status. */
export function treatAsBlocked(status: number, message = `answered ${status}, which means that programs are blocked`) {
  return (error: unknown): never => {
    if (!(error instanceof UpstreamError) || error.status !== status) throw error
    throw new UpstreamError('blocked', message, { status, cause: error })
  }
}
