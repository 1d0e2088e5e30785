// Whether a key is one, and what becomes of a login that is left.
import { AskError, type Asking, type Refusal } from '../fetching.ts'

/** `needless`: the service asks nobody for a key, so that nothing tells whether it is one. */
export type KeyOutcome = 'holds' | 'wrong' | 'needless'

/** Asks no site for anything, and refuses whoever may not ask as all does. */
const forAll = '/api/v1/sources?column=life'
/** For the administrator only, and for programs on the service's own machine. */
const forAdministrator = '/api/v1/metrics'
/** The administrator's token has 16 characters at least. */
const surelyNoToken = 'no-key'

/** Finds out. @throws (rejects) AskError when the service does not answer, or refuses for another reason. */
export async function tryKey(asking: Asking, key: string): Promise<KeyOutcome> {
  const refusalOf = (path: string, pass: string, expected: readonly Refusal[] = ['unproved']) =>
    refusalAmong(expected, asking.json(path, { pass }))
  if (await refusalOf(forAll, key)) return 'wrong'
  if (await refusalOf(forAll, '')) return 'holds'
  const asAdministrator = await refusalOf(forAdministrator, key, ['unproved', 'forbidden'])
  if (asAdministrator === 'unproved') return 'wrong'
  // Where no token is set, nobody's counts: others are turned away, and this machine is let in with any.
  if (asAdministrator === 'forbidden') return 'needless'
  return (await refusalOf(forAdministrator, surelyNoToken)) ? 'holds' : 'needless'
}

/** Why there is no answer, if it is for one of these; undefined for an answer. */
async function refusalAmong(expected: readonly Refusal[], answer: Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await answer
    return undefined
  } catch (error) {
    if (error instanceof AskError && expected.includes(error.refusal)) return error.refusal
    throw error
  }
}

/** A service that does not answer keeps nobody in. */
const leavingMs = 5_000

/** Tells the service that a login ends. Never rejects. */
export async function endLogin(asking: Asking, pass: string): Promise<void> {
  const signal = AbortSignal.timeout(leavingMs)
  await asking.post('/api/auth/logout', {}, { pass, signal }).catch(() => undefined)
}
