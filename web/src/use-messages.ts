// Messages in the selected language.
import type { Language } from './languages.ts'
import { usePreferences } from './page-context.ts'

/** Messages in each language; `en` must have every key of `zh`. */
export type Messages<Catalog> = Readonly<Record<Language, Catalog>>

/** Returns the messages in the selected language. */
export function useMessages<Catalog>(messages: Messages<Catalog>): Catalog {
  return messages[usePreferences().language.value]
}
