// Explains the kinds of failure.
import { useWords } from '../language.ts'
import { meaningWords } from './meaning-words.ts'
import { statusWords } from './words.ts'

const kinds = ['timeout', 'network', 'unavailable', 'blocked', 'mismatch', 'open'] as const

export function MeaningList() {
  const { failure } = useWords(statusWords)
  const meaning = useWords(meaningWords)
  return (
    <dl class="mt-2 grid gap-x-4 gap-y-2 px-2 sm:grid-cols-[auto_1fr]">
      {kinds.map((kind) => (
        <div key={kind} class="contents">
          <dt class="font-medium">{failure[kind]}</dt>
          <dd class="text-soft">{meaning[kind]}</dd>
        </div>
      ))}
    </dl>
  )
}
