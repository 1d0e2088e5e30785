// Types of settings: parsing of environment variables. The metadata of a type has its default and what is allowed.
import { z } from 'zod'

/** An optional text: unset and empty mean the same. */
export const optionalText = z
  .string()
  .optional()
  .transform((text) => (text?.trim() === '' ? undefined : text?.trim()))

export function integer(from: number, to: number, defaultValue: number) {
  const allowed = `a whole number from ${from} to ${to}`
  return optionalText
    .transform((text, refinement) => {
      if (text === undefined) return defaultValue
      if (/^\d{1,9}$/.test(text) && Number(text) >= from && Number(text) <= to) return Number(text)
      refinement.addIssue({ code: 'custom', message: `must be ${allowed}` })
      return z.NEVER
    })
    .meta({ allowed, defaultValue: String(defaultValue) })
}

export function oneOf<const Values extends readonly [string, ...string[]]>(
  values: Values,
  defaultValue: Values[number],
) {
  return optionalText
    .pipe(z.enum(values, { error: `must be one of ${values.join(', ')}` }).default(defaultValue))
    .meta({ defaultValue })
}

const trueWords = new Set(['1', 'true', 'yes', 'on'])
const falseWords = new Set(['0', 'false', 'no', 'off'])

export function booleanWithDefault(defaultValue: boolean) {
  return optionalText
    .transform((text, refinement) => {
      const word = text?.toLowerCase()
      if (word === undefined) return defaultValue
      if (trueWords.has(word) || falseWords.has(word)) return trueWords.has(word)
      refinement.addIssue({ code: 'custom', message: 'must be true or false, on or off' })
      return z.NEVER
    })
    .meta({ defaultValue: String(defaultValue) })
}

/** A URL with one of the given protocols; `form` is an example. */
export function serverUrl(protocols: readonly string[], form: string) {
  return optionalText.transform((text, refinement) => {
    if (text === undefined) return undefined
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url && protocols.includes(url.protocol) && url.hostname !== '') return url
    refinement.addIssue({ code: 'custom', message: `must be an address like ${form}` })
    return z.NEVER
  })
}

export const httpUrl = serverUrl(['http:', 'https:'], 'http://host:port')

/** A path prefix: `/`, or a path without a trailing slash; undefined for `off`. */
export function pathPrefix(defaultValue: string) {
  return optionalText
    .transform((text = defaultValue, refinement) => {
      if (text.toLowerCase() === 'off') return undefined
      const isPath = /^\/(?:[\w-]+(?:\/[\w-]+)*\/?)?$/.test(text) && !/^\/api(?:\/|$)/i.test(text)
      if (isPath) return text.replace(/(?<=.)\/$/, '')
      refinement.addIssue({
        code: 'custom',
        message: 'must be /, a path like /dailyhot that is not below /api, or off',
      })
      return z.NEVER
    })
    .meta({ defaultValue })
}

/** The path below which the service is reachable, without a trailing slash; undefined at the root. */
export const urlPrefix = optionalText.transform((text = '/', refinement) => {
  const path = text.replace(/\/$/, '')
  const parts = path.split('/').slice(1)
  if (path === '' || (path.startsWith('/') && parts.every((part) => /^(?!\.+$)[\w.~-]+$/.test(part))))
    return path || undefined
  refinement.addIssue({ code: 'custom', message: 'must be a path like /trawl' })
  return z.NEVER
})

export function headerSecret(minLength: number) {
  return optionalText.transform((text, refinement) => {
    if (text === undefined || (text.length >= minLength && /^[\x21-\x7E]*$/.test(text))) return text
    refinement.addIssue({ code: 'custom', message: `must be at least ${minLength} characters of ASCII without blanks` })
    return z.NEVER
  })
}

/** A directory. Unlike with other settings, an empty value is meaningful: no directory. */
export function directory(defaultValue: string) {
  return z
    .string()
    .default(defaultValue)
    .transform((text) => (text.trim() === '' ? undefined : text.trim()))
    .meta({ defaultValue })
}
