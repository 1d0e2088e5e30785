// Names of secrets in replies: `tokens`, `apikey`, an id in a session.
import { isSecretName, splitName } from '../../src/cli/find-secrets.ts'

/** Ambiguous words: a key may be a search word, a sign a motto, a password the access code of a share. */
const doubtful = new Set(['auth', 'key', 'password', 'passwd', 'pwd', 'sign', 'signature', 'ticket'])

const sureKey = /(?:api|access|secret|private|session)key/
const doubtfulKey = /(?:app|auth|sign|user)keys?$/

/** Whether the name may be that of a secret. Names of enclosing objects may precede it, separated by blanks. */
export function isNamedSecret(name: string): boolean {
  return formsOf(name).some((word) => isSecretName(word) || doubtfulKey.test(word)) || isSureSecret(name)
}

/** Whether the name is that of a secret, whatever its value looks like. */
export function isSureSecret(name: string): boolean {
  return (
    formsOf(name).some((word) => !doubtful.has(word) && !doubtful.has(singular(word)) && isSecretName(word)) ||
    sureKey.test(splitName(name).join(''))
  )
}

/** The words of a name, as they are and in the singular. */
function formsOf(name: string): string[] {
  return splitName(name).flatMap((word) => [word, singular(word)])
}

function singular(word: string): string {
  return word.replace(/s$/, '')
}

/** Mixed letters and digits, which words do not have, or a long number. */
export function looksRandom(value: string): boolean {
  return /^[\w+/=.~%-]+$/.test(value) && /\d/.test(value) && (/[a-z]/i.test(value) || value.length >= 16)
}
