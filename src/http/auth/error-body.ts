// Error bodies below /api/auth: our fields, and the `error` field that PanSou's clients read.
import type { AuthErrorResponse } from '../../contract/auth.ts'
import type { RequestError } from '../errors.ts'

/** Is this a path below /api/auth, whether or not a route exists? */
export function isAuthPath(path: string): boolean {
  return path === '/api/auth' || path.startsWith('/api/auth/')
}

/** Serializes an error body. */
export function authErrorBody({ status, message }: RequestError): string {
  const body: AuthErrorResponse = { code: status, message, error: message }
  return JSON.stringify(body)
}
