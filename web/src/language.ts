// The words of a room in the language that is chosen.
import type { Language } from './languages.ts'
import { useChoices } from './page.ts'

/** The words of a room in each language: `en` has all that `zh` has, or the types do not fit. */
export type Words<Room> = Readonly<Record<Language, Room>>

/** The words of a room in the language of the reader. */
export function useWords<Room>(words: Words<Room>): Room {
  return words[useChoices().language.value]
}
