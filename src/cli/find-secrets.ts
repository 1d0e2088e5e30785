// Finds the secrets of an environment, which output must not have.
import { secretSettings } from '../config/env.ts'

const secretWords = new Set(
  'auth authorization cookie cookies credential credentials csrf jwt key password passwd pwd secret session sessdata sessid sessionid sid sign signature ticket token xsrf'.split(
    ' ',
  ),
)

/** Splits a name into words, in any spelling: `authKey`, `AUTH_KEY`, `x-auth-key`. */
export function splitName(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

export function isSecretName(name: string): boolean {
  return splitName(name).some(
    (word) => secretWords.has(word) || /(?:token|cookie|secret|session|sessid|sessionid|csrf)$/.test(word),
  )
}

/** Shorter values would match inside unrelated words. */
const minSecretLength = 6

/** Secret values of an environment: values of secret names, and credentials in URLs. */
export function findSecrets(env: Readonly<Record<string, string | undefined>>): string[] {
  const found = Object.entries(env).flatMap(([name, value = '']) => [
    ...(isSecretName(name) || secretSettings.includes(name)
      ? [value, ...value.split(/[\s;,]+/), ...cookieValues(value)]
      : []),
    ...[...value.matchAll(/\/\/([^/\s@]+)@/g)].flatMap(([, login = '']) => [login, ...login.split(':')]),
  ])
  const different = new Set(found.flatMap((value) => [value.trim(), decoded(value.trim())]))
  return [...different].filter(({ length }) => length >= minSecretLength)
}

/** Values of a cookie header: `a=1; b=2`. */
function cookieValues(cookies: string): string[] {
  return cookies.split(';').flatMap((pair) => {
    const at = pair.indexOf('=')
    return at < 0 ? [] : [pair.slice(at + 1).trim()]
  })
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
