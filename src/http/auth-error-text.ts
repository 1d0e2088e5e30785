// How errors are told on the paths of logging in: in our words, and where clients of the same service elsewhere look for them.
import type { AuthErrorResponse } from '../contract/auth.ts'
import type { RequestError } from './errors.ts'

/** Is this a path of logging in, whether there is anything there or not? */
export function isAuthPath(path: string): boolean {
  return path === '/api/auth' || path.startsWith('/api/auth/')
}

/** The text of an error's body. */
export function authErrorText({ status, message }: RequestError): string {
  const body: AuthErrorResponse = { code: status, message, error: message }
  return JSON.stringify(body)
}
