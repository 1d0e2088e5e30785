// What of the environment is secret, and a way to keep it out of what is printed.

import { secretSettings } from '../config-env.ts'

/** What names of secret things are made of. */
const secretWords = new Set(
  'auth authorization cookie cookies credential credentials csrf jwt key password passwd pwd secret session sessdata sessid sessionid sid sign signature ticket token xsrf'.split(
    ' ',
  ),
)

/** The words of a name, however it is spelled: `authKey`, `AUTH_KEY`, `x-auth-key`. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

/** Does a thing of this name hold something secret? */
export function isSecretName(name: string): boolean {
  return wordsOf(name).some(
    (word) => secretWords.has(word) || /(?:token|cookie|secret|session|sessid|sessionid|csrf)$/.test(word),
  )
}

/** Shorter ones would be found in words that have nothing to do with them. */
const fewest = 6

/** The secret values of an environment: of what is named so, and names and passwords in addresses; the longest first. */
export function secretsOf(env: Readonly<Record<string, string | undefined>>): string[] {
  const found = Object.entries(env).flatMap(([name, value = '']) => [
    ...(isSecretName(name) || secretSettings.includes(name)
      ? [value, ...value.split(/[\s;,]+/), ...cookieValues(value)]
      : []),
    ...[...value.matchAll(/\/\/([^/\s@]+)@/g)].flatMap(([, login = '']) => [login, ...login.split(':')]),
  ])
  const different = new Set(found.flatMap((value) => [value.trim(), decoded(value.trim())]))
  return [...different].filter(({ length }) => length >= fewest).toSorted((one, other) => other.length - one.length)
}

/** The values of cookies: `a=1; b=2`. */
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

/** Makes what takes these values out of a text. */
export function createHiding(secrets: readonly string[]): (text: string) => string {
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), text)
}
