// Finds what is secret in settings and replies, by its name and its look, and puts something of the same shape in its place.
import { isSecretName, wordsOf } from '../src/cli/hiding.ts'

/** Secrets and what stands for them. */
export interface Secrets {
  /** Takes note of a secret and gives what stands for it. */
  standInFor(value: string): string
  /** A text with every secret replaced that is long enough to be no word by chance. */
  replaced(text: string): string
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
  return [...value].map((sign, at) => kinds.find(([kind]) => kind.test(sign))?.[1](at) ?? sign).join('')
}

/** What the word alone does not make secret: a key may be a word of a list, a sign a person's motto, a password a share's code. */
const doubtful = new Set(['auth', 'key', 'password', 'passwd', 'pwd', 'sign', 'signature', 'ticket'])

/** Is the value of a thing of that name secret, in what an upstream replied? */
export function isSecretValue(name: string, value: string): boolean {
  if (!isSecretName(name) || /[^\x21-\x7e]/.test(value) || value.length < 4) return false
  const isDoubtful = !wordsOf(name).some((word) => !doubtful.has(word) && isSecretName(word))
  return isDoubtful ? value.length >= 9 && looksRandom(value) : !/^(?:true|false|null|none|undefined)$/i.test(value)
}

/** Letters and digits mixed, as no word has them; or a long number. */
function looksRandom(value: string): boolean {
  return /^[\w+/=.~%-]+$/.test(value) && /\d/.test(value) && (/[a-z]/i.test(value) || value.length >= 16)
}

/** A place where a name stands with its value: in JSON, a script, an attribute, a query. */
const named = [
  /(?<name>[\w-]{2,40})\\?["']?\s*[:=]\s*\\?["'](?<value>[^"'\\<>]{4,4000})\\?["']/g,
  /["'](?<name>[\w-]{2,40})["']\s*:\s*(?<value>\d{4,40})\b/g,
  /(?:[?&;]|\\u0026)(?<name>[\w.-]{2,40})=(?<value>[^&"'\s<>\\#;]{4,2000})/g,
  /<(?:meta|input)\b[^>]*?\bname=["'](?<name>[\w-]{2,60})["'][^>]*?\b(?:content|value)=["'](?<value>[^"'<>]{4,4000})["']/gi,
  /<(?:meta|input)\b[^>]*?\b(?:content|value)=["'](?<value>[^"'<>]{4,4000})["'][^>]*?\bname=["'](?<name>[\w-]{2,60})["']/gi,
]

/** A JSON web token, whatever it is called. */
const webToken = /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/g

/** A text with what is secret by its name replaced where it stands; all of it is noted. */
export function withoutNamed(text: string, secrets: Secrets): string {
  const byName = named.reduce(
    (rest, place) =>
      rest.replaceAll(place, (...found) => {
        const [whole] = found
        const { name = '', value = '' }: { name?: string; value?: string } = found.at(-1)
        return isSecretValue(name, value)
          ? String(whole).replace(value, () => secrets.standInFor(value))
          : String(whole)
      }),
    text,
  )
  return byName.replaceAll(webToken, (token) => secrets.standInFor(token))
}

/** `name=value; name=value` with other values. */
export function withoutCookieValues(cookies: string, secrets: Secrets): string {
  return cookies.replaceAll(
    /=([^;]*)/g,
    (_pair, value: string) => `=${value.trim() === '' ? value : secrets.standInFor(value.trim())}`,
  )
}

/** A `Set-Cookie` line with another value; what follows the value says nothing of anybody. */
export function withoutSetValue(line: string, secrets: Secrets): string {
  const [pair = '', ...others] = line.split(';')
  return [withoutCookieValues(pair, secrets), ...others].join(';')
}
