// Error bodies of the hot-list API and of the NewsNow paths: the contract's envelope.
import { codeOf } from '../contract/error-codes.ts'
import type { ErrorResponse } from '../contract/hotlist-error.ts'
import type { NewsNowError } from '../contract/newsnow.ts'
import type { RequestError } from '../http/errors.ts'
import { envelope } from '../http/json.ts'
import reasonPhrases from './compat/reason-phrases.json' with { type: 'json' }

const exactPaths = new Set(['/api/v1', '/api/hot-list', '/api/latest'])

/** Whether a path belongs to the hot-list API, even when no route matches it. */
export function isHotListPath(path: string): boolean {
  return exactPaths.has(path.replace(/\/$/, '')) || path.startsWith('/api/v1/')
}

export function hotListErrorBody(error: RequestError, timestamp: number): string {
  return JSON.stringify(bodyOf(error, timestamp))
}

function bodyOf({ status, code, message, details, fields }: RequestError, timestamp: number): ErrorResponse {
  const error = { code: code ?? codeOf(status), message, details }
  return { ...envelope(timestamp), error, ...fields, statusCode: status, message }
}

const newsNowPaths = new Set(['/api/s', '/api/s/entire', '/api/enable-login'])

export function isNewsNowPath(path: string): boolean {
  return newsNowPaths.has(path.replace(/\/$/, ''))
}

const reasons = new Map(Object.entries(reasonPhrases))

/** The error body on NewsNow paths: our envelope with the fields that NewsNow's clients read in the same places. */
export function newsNowErrorBody(error: RequestError, timestamp: number): string {
  const statusMessage = reasons.get(`${error.status}`) ?? 'Internal Server Error'
  const body: NewsNowError = { ...bodyOf(error, timestamp), statusMessage }
  return JSON.stringify(body)
}
