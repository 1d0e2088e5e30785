// Functions that compare words and mark them, in one chunk that no first view needs.
import { foldWords } from '../../../src/contract/fold-text.ts'
import { createWordTest } from '../../../src/contract/match-words.ts'
import { highlight } from './highlight.ts'

export const foldingParts = { createWordTest, foldWords, highlight }
