// Verifies keys and logs out.
import { type ApiClient, ApiError, type ApiErrorKind } from '../api-client.ts'

/** `notRequired`: the server requires no key, so that it cannot be verified. */
export type KeyOutcome = 'valid' | 'invalid' | 'notRequired'

/** Causes no upstream request and has the same access rules as the rest of the API. */
const publicPath = '/api/v1/sources?column=life'
/** Accessible with the admin token, and from the server's own machine if no token is set. */
const adminPath = '/api/v1/metrics'
/** Never a valid admin token, which has at least 16 characters. */
const invalidToken = 'no-key'

/** Verifies a key. @throws (rejects) `ApiError` when the server does not respond, or rejects for another reason. */
export async function verifyKey(api: ApiClient, key: string): Promise<KeyOutcome> {
  const errorKindOf = (path: string, credential: string, expected: readonly ApiErrorKind[] = ['unauthorized']) =>
    expectedErrorKind(expected, api.json(path, { credential }))
  if (await errorKindOf(publicPath, key)) return 'invalid'
  if (await errorKindOf(publicPath, '')) return 'valid'
  const asAdministrator = await errorKindOf(adminPath, key, ['unauthorized', 'forbidden'])
  if (asAdministrator === 'unauthorized') return 'invalid'
  // Without ADMIN_TOKEN, remote clients are rejected and local ones accepted, whatever key they send.
  if (asAdministrator === 'forbidden') return 'notRequired'
  return (await errorKindOf(adminPath, invalidToken)) ? 'valid' : 'notRequired'
}

/** Returns the kind of error if it is one of `expected`, or undefined for a successful response. */
async function expectedErrorKind(
  expected: readonly ApiErrorKind[],
  answer: Promise<unknown>,
): Promise<ApiErrorKind | undefined> {
  try {
    await answer
    return undefined
  } catch (error) {
    if (error instanceof ApiError && expected.includes(error.kind)) return error.kind
    throw error
  }
}

/** Logout continues after this time if the server does not respond. */
const logoutTimeoutMs = 5_000

/** Ends the session on the server. Never rejects. */
export async function logOut(api: ApiClient, credential: string): Promise<void> {
  const signal = AbortSignal.timeout(logoutTimeoutMs)
  await api.post('/api/auth/logout', {}, { credential, signal }).catch(() => undefined)
}
