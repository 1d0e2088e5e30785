// What is secret by its name, in replies that name things as they like: `tokens`, `apikey`, an id in a session.
import { isSecretName, splitName } from '../../src/cli/redact.ts'

/** What the word alone does not make secret: a key may be a word of a list, a sign a person's motto, a password a share's code. */
const doubtful = new Set(['auth', 'key', 'password', 'passwd', 'pwd', 'sign', 'signature', 'ticket'])

const sureKey = /(?:api|access|secret|private|session)key/
const doubtfulKey = /(?:app|auth|sign|user)keys?$/

/** May a thing of that name be secret? The names of what holds it may stand before its own, with blanks between. */
export function isNamedSecret(name: string): boolean {
  return formsOf(name).some((word) => isSecretName(word) || doubtfulKey.test(word)) || isSureSecret(name)
}

/** Is it secret whatever its value looks like? */
export function isSureSecret(name: string): boolean {
  return (
    formsOf(name).some((word) => !doubtful.has(word) && !doubtful.has(singular(word)) && isSecretName(word)) ||
    sureKey.test(splitName(name).join(''))
  )
}

/** The words of a name as they are and as one of several. */
function formsOf(name: string): string[] {
  return splitName(name).flatMap((word) => [word, singular(word)])
}

function singular(word: string): string {
  return word.replace(/s$/, '')
}

/** Letters and digits mixed, as no word has them; or a long number. */
export function looksRandom(value: string): boolean {
  return /^[\w+/=.~%-]+$/.test(value) && /\d/.test(value) && (/[a-z]/i.test(value) || value.length >= 16)
}
