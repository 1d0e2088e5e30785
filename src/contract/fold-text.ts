// The fold of the service, by which it compares all words.
import { createFolding } from './folding.ts'
import traditional from './traditional.json' with { type: 'json' }

export const { foldText, foldLetters, foldWords } = createFolding(traditional)
