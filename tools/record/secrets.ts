// Finds secrets in settings and replies by name and form, and replaces them by values of the same form.

import { changedValues, suspects } from './find-values.ts'
import type { Change } from './json-values.ts'
import { isNamedSecret, isSureSecret, looksRandom } from './secret-names.ts'

/** Secrets and their replacements. */
export interface Secrets {
  /** Records a secret and returns its replacement. */
  standInFor(value: string): string
  /** Replaces every secret in a text that is too long to occur by chance. */
  replaced(text: string): string
  /** Whether the value is a replacement or part of one, in any spelling. */
  isMade(value: string): boolean
  /** The number of secrets. */
  count(): number
  /** Secrets that must not occur in a fixture. */
  telling(): readonly string[]
}

const lower = 'abcdefghijklmnopqrstuvwxyz'

/** Creates an empty collection. */
export function createSecrets(): Secrets {
  const known = new Map<string, string>()
  const standIns = new Set<string>()
  const standInFor = (value: string) => {
    // A replacement may be found by its name again.
    if (standIns.has(value)) return value
    const made = known.get(value) ?? sameShape(value, known.size)
    known.set(value, made)
    standIns.add(made)
    return made
  }
  const telling = () => [...known.keys()].filter(isTelling).toSorted((one, other) => other.length - one.length)
  return {
    standInFor,
    telling,
    isMade: (value) => [...standIns].some((made) => spellings(made).some(([, way]) => isPartOf(value, way(made)))),
    count: () => known.size,
    replaced: (text) =>
      telling().reduce(
        (rest, secret) =>
          spellings(secret).reduce((left, [was, is]) => left.replaceAll(was, is(standInFor(secret))), rest),
        text,
      ),
  }
}

/** Long enough, and not only digits: a time in milliseconds may occur elsewhere with its own meaning. */
function isTelling(value: string): boolean {
  return value.length >= 8 && (!/^\d+$/.test(value) || value.length >= 16)
}

/** Ignores surrounding punctuation. */
function isPartOf(value: string, made: string): boolean {
  return made.includes(value) || (made.length >= 8 && value.includes(made))
}

/** The spellings of a secret in a text, each with the spelling of its replacement. */
function spellings(secret: string): [string, (made: string) => string][] {
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1)
  const ways = [(text: string) => text, encodeURIComponent, inJson, (text: string) => text.replaceAll('/', '\\/')]
  const different = new Map(ways.map((way) => [way(secret), way]))
  return [...different]
}

/**
 * Characters of the same kinds, counted up from a different start for each secret. Hexadecimal stays hexadecimal; no
 * number begins with 0.
 */
function sameShape(value: string, nth: number): string {
  const letters = /^[0-9a-f-]+$/i.test(value) ? lower.slice(0, 6) : lower
  const letter = (at: number) => letters[(nth + at) % letters.length] ?? 'a'
  const kinds: readonly (readonly [RegExp, (at: number) => string])[] = [
    [/[a-z]/, letter],
    [/[A-Z]/, (at) => letter(at).toUpperCase()],
    [/\d/, (at) => String(((nth + at) % 9) + 1)],
    [/[^\x21-\x7e\s]/, letter],
  ]
  return value.replaceAll(/[\s\S]/g, (sign, at: number) => kinds.find(([kind]) => kind.test(sign))?.[1](at) ?? sign)
}

/** Whether a value with this name is secret in an upstream reply. */
export function isSecretValue(name: string, value: string): boolean {
  if (!isNamedSecret(name) || /[^\x21-\x7e]/.test(value) || value.length < 4) return false
  return isSureSecret(name)
    ? !/^(?:true|false|null|none|undefined)$/i.test(value)
    : value.length >= 9 && looksRandom(value)
}

/** `name=value; name=value`, or one pair, but not a value that ends with `=`. */
const cookiePairs = /^\s*[\w.-]+=[^;\s=][^;\s]*(?:;\s*[\w.-]+(?:=[^;]*)?)*;?\s*$/

/** Session values that are not secret: a word, an address. */
const plain = /^(?:[a-z]{1,15}$|[a-z]+:\/\/)/i

/** The value with its secret parts replaced: the values of cookies, the token after `Bearer`. */
function safeValue([name, value, above]: Parameters<Change>, secrets: Secrets): string {
  const names = `${above} ${name}`
  if (!isNamedSecret(names)) return value
  const [scheme = ''] = /^(?:bearer|basic|token)\s+(?=\S{4,}$)/i.exec(value) ?? []
  const rest = value.slice(scheme.length)
  if (scheme !== '' && (isSureSecret(names) || looksRandom(rest))) return scheme + secrets.standInFor(rest)
  const mayBeCookies = isSureSecret(names) && (value.includes(';') || /cookie/i.test(name))
  if (mayBeCookies && cookiePairs.test(value)) return withoutCookieValues(value, secrets)
  if (!isNamedSecret(name) && plain.test(value)) return value
  return isSecretValue(names, value) ? secrets.standInFor(value) : value
}

/** A JSON web token under any name. */
const webToken = /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/g

/** The password in a URL: `https://name:password@host`. */
const inAddress = /(:\\?\/\\?\/[^\s"'<>/@:]+:)([^\s"'<>/@:]+)(?=@)/g

/** Replaces secrets that their name identifies, and records each of them. */
export function withoutNamed(text: string, secrets: Secrets): string {
  const byName = changedValues(text, (...named) => safeValue(named, secrets))
  return byName
    .replaceAll(webToken, (token) => secrets.standInFor(token))
    .replaceAll(inAddress, (_all, before: string, password: string) => before + secrets.standInFor(password))
}

/** Names of values that still look secret in a scrubbed text, in syntax that the replacement does not know. */
export function namesLeft(text: string, secrets: Secrets): string[] {
  const left = suspects(text).filter(({ value }) => !secrets.isMade(value))
  return [...new Set(left.map(({ name }) => name))]
}

const cookieAttribute = /^\s*(?:path|domain|expires|max-age|samesite|priority)\s*$/i

/** `name=value; name=value` with other values. */
export function withoutCookieValues(cookies: string, secrets: Secrets): string {
  return cookies.replaceAll(/([^=;]*)=([^;]*)/g, (pair: string, name: string, value: string) =>
    value.trim() === '' || cookieAttribute.test(name)
      ? pair
      : `${name}=${value.replace(value.trim(), secrets.standInFor)}`,
  )
}

/** A `Set-Cookie` line with another value; the attributes after it are not secret. */
export function withoutSetValue(line: string, secrets: Secrets): string {
  const [pair = '', ...others] = line.split(';')
  return [withoutCookieValues(pair, secrets), ...others].join(';')
}
