// Messages in the selected language.
import type { Language } from './languages.ts'
import { usePreferences } from './page-context.ts'

/** Messages in each language; `en` must have every key of `zh`. */
export type Messages<Catalog> = Readonly<Record<Language, Catalog>>

/** Returns the messages in the selected language. */
export function useMessages<Catalog>(messages: Messages<Catalog>): Catalog {
  return messages[usePreferences().language.value]
}

/** Each message in Chinese and in English, which has the same form. */
type Pairs<Catalog> = { readonly [Key in keyof Catalog]: readonly [zh: Catalog[Key], en: NoInfer<Catalog[Key]>] }

/** Messages that are written in pairs. */
export function inBothLanguages<Catalog extends object>(pairs: Pairs<Catalog>): Messages<Catalog>
export function inBothLanguages(pairs: Readonly<Record<string, readonly [unknown, unknown]>>): Messages<unknown> {
  const pick = (at: 0 | 1) => Object.fromEntries(Object.entries(pairs).map(([key, pair]) => [key, pair[at]]))
  return { zh: pick(0), en: pick(1) }
}
