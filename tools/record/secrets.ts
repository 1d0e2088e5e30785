// Finds what is secret in settings and replies, by its name and its look, and puts something of the same shape in its place.

import { changedValues, suspects } from './find-values.ts'
import type { Change } from './json-values.ts'
import { isNamedSecret, isSureSecret, looksRandom } from './secret-names.ts'

/** Secrets and what stands for them. */
export interface Secrets {
  /** Takes note of a secret and gives what stands for it. */
  standInFor(value: string): string
  /** A text with every secret replaced that is long enough to be no word by chance. */
  replaced(text: string): string
  /** Is it what stands for a secret, or part of it, however it is spelled? */
  isMade(value: string): boolean
  /** How many there are. */
  count(): number
  /** Those that must be found nowhere. */
  telling(): readonly string[]
}

const lower = 'abcdefghijklmnopqrstuvwxyz'

/** Makes an empty collection. */
export function createSecrets(): Secrets {
  const known = new Map<string, string>()
  const standIns = new Set<string>()
  const standInFor = (value: string) => {
    // What stands for a secret may be found by its name again.
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

/** Long enough, and no mere number: a time in milliseconds may stand elsewhere for what it is. */
function isTelling(value: string): boolean {
  return value.length >= 8 && (!/^\d+$/.test(value) || value.length >= 16)
}

/** Signs of a sentence around it are no part of it. */
function isPartOf(value: string, made: string): boolean {
  return made.includes(value) || (made.length >= 8 && value.includes(made))
}

/** A secret as it may stand in a text, and how what stands for it is spelled there. */
function spellings(secret: string): [string, (made: string) => string][] {
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1)
  const ways = [(text: string) => text, encodeURIComponent, inJson, (text: string) => text.replaceAll('/', '\\/')]
  const different = new Map(ways.map((way) => [way(secret), way]))
  return [...different]
}

/** The same signs of the same kinds, counted up from a different start for each secret. Hexadecimal stays so; no number begins with 0. */
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

/** Is the value of a thing of that name secret, in what an upstream replied? */
export function isSecretValue(name: string, value: string): boolean {
  if (!isNamedSecret(name) || /[^\x21-\x7e]/.test(value) || value.length < 4) return false
  return isSureSecret(name)
    ? !/^(?:true|false|null|none|undefined)$/i.test(value)
    : value.length >= 9 && looksRandom(value)
}

/** `name=value; name=value`; a single pair too, but not a value with `=` at its end. */
const cookiePairs = /^\s*[\w.-]+=[^;\s=][^;\s]*(?:;\s*[\w.-]+(?:=[^;]*)?)*;?\s*$/

/** What of a session is no secret: a word, an address. */
const plain = /^(?:[a-z]{1,15}$|[a-z]+:\/\/)/i

/** The value with what is secret of it replaced; of cookies their values, of `Bearer x` what follows. */
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

/** A JSON web token, whatever it is called. */
const webToken = /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/g

/** The password of an address: `https://name:password@host`. */
const inAddress = /(:\\?\/\\?\/[^\s"'<>/@:]+:)([^\s"'<>/@:]+)(?=@)/g

/** A text with what is secret by its name replaced where it stands; all of it is noted. */
export function withoutNamed(text: string, secrets: Secrets): string {
  const byName = changedValues(text, (...named) => safeValue(named, secrets))
  return byName
    .replaceAll(webToken, (token) => secrets.standInFor(token))
    .replaceAll(inAddress, (_all, before: string, password: string) => before + secrets.standInFor(password))
}

/** The names of what still looks secret in a text that was scrubbed: in ways that are not replaced because nobody knew them. */
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

/** A `Set-Cookie` line with another value; what follows the value says nothing of anybody. */
export function withoutSetValue(line: string, secrets: Secrets): string {
  const [pair = '', ...others] = line.split(';')
  return [withoutCookieValues(pair, secrets), ...others].join(';')
}
