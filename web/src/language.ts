// Messages in the selected language.
import type { Language } from './languages.ts'
import { useChoices } from './page.ts'

/** Messages in each language; `en` must have every key of `zh`. */
export type Words<Room> = Readonly<Record<Language, Room>>

/** Returns the messages in the selected language. */
export function useWords<Room>(words: Words<Room>): Room {
  return words[useChoices().language.value]
}
