// Tests of adding muted words.
import { expect, it } from 'vitest'
import { addMutedWords, maxMutedWordLength, maxMutedWords } from './add-muted-words.ts'

const full = Array.from({ length: maxMutedWords }, (_, at) => `word ${at}`)

it('takes several words at once, each only once', () => {
  expect(addMutedWords(['台风'], ' NBA，台风, prime day,')).toEqual(['台风', 'NBA', 'prime day'])
})

it('refuses a word that is too long, and words that are too many', () => {
  expect(addMutedWords([], 'x'.repeat(maxMutedWordLength))).toHaveLength(1)
  expect(addMutedWords([], `台风,${'x'.repeat(maxMutedWordLength + 1)}`)).toBe('tooLong')
  expect(addMutedWords(full, 'one more')).toBe('tooMany')
  expect(addMutedWords(full, 'word 0')).toEqual(full)
})
