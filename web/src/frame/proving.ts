// Verifies keys and logs out.
import { AskError, type Asking, type Refusal } from '../fetching.ts'

/** `notRequired`: the server requires no key, so that it cannot be verified. */
export type KeyOutcome = 'valid' | 'invalid' | 'notRequired'

/** Causes no upstream request and has the same access rules as the rest of the API. */
const forAll = '/api/v1/sources?column=life'
/** Accessible with the admin token, and from the server's own machine if no token is set. */
const forAdministrator = '/api/v1/metrics'
/** Never a valid admin token, which has at least 16 characters. */
const surelyNoToken = 'no-key'

/** Verifies a key. @throws (rejects) `AskError` when the server does not respond, or rejects for another reason. */
export async function tryKey(asking: Asking, key: string): Promise<KeyOutcome> {
  const refusalOf = (path: string, pass: string, expected: readonly Refusal[] = ['unauthorized']) =>
    refusalAmong(expected, asking.json(path, { pass }))
  if (await refusalOf(forAll, key)) return 'invalid'
  if (await refusalOf(forAll, '')) return 'valid'
  const asAdministrator = await refusalOf(forAdministrator, key, ['unauthorized', 'forbidden'])
  if (asAdministrator === 'unauthorized') return 'invalid'
  // Without ADMIN_TOKEN, remote clients are rejected and local ones accepted, whatever key they send.
  if (asAdministrator === 'forbidden') return 'notRequired'
  return (await refusalOf(forAdministrator, surelyNoToken)) ? 'valid' : 'notRequired'
}

/** Returns the kind of error if it is one of `expected`, or undefined for a successful response. */
async function refusalAmong(expected: readonly Refusal[], answer: Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await answer
    return undefined
  } catch (error) {
    if (error instanceof AskError && expected.includes(error.refusal)) return error.refusal
    throw error
  }
}

/** Logout continues after this time if the server does not respond. */
const leavingMs = 5_000

/** Ends the session on the server. Never rejects. */
export async function endLogin(asking: Asking, pass: string): Promise<void> {
  const signal = AbortSignal.timeout(leavingMs)
  await asking.post('/api/auth/logout', {}, { pass, signal }).catch(() => undefined)
}
