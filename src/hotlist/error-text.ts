// How errors are told on the paths of the hot-list service: the contract's envelope.
import { codeOf } from '../contract/error-codes.ts'
import { apiVersion, type ErrorResponse } from '../contract/hotlist-watch.ts'
import type { RequestError } from '../http/errors.ts'

const single = new Set(['/api/v1', '/api/hot-list', '/api/latest'])

/** Is this a path of the hot-list service, whether there is anything there or not? */
export function isHotListPath(path: string): boolean {
  return single.has(path.replace(/\/$/, '')) || path.startsWith('/api/v1/')
}

/** The text of an error's body; `timestamp` in epoch milliseconds. */
export function hotListErrorText({ status, code, message, details }: RequestError, timestamp: number): string {
  const body: ErrorResponse = {
    apiVersion,
    timestamp,
    error: { code: code ?? codeOf(status), message, details },
    statusCode: status,
    message,
  }
  return JSON.stringify(body)
}
