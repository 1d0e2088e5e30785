// Adding muted words, with the limits of their number and length.
import { fold } from '../components/folding.ts'

export const maxMutedWords = 50
export const maxMutedWordLength = 30

/** `typed` has words separated by commas. Returns all words, each once, or why they are not allowed. */
export function addMutedWords(words: readonly string[], typed: string): readonly string[] | 'tooLong' | 'tooMany' {
  const added = typed.split(/[,，]/).flatMap((word) => word.trim() || [])
  if (added.some((word) => word.length > maxMutedWordLength)) return 'tooLong'
  const all = [...new Map([...words, ...added].map((word) => [fold(word), word])).values()]
  return all.length > maxMutedWords ? 'tooMany' : all
}
