// The latest failures, newest first.
import { ageText } from '../ages.ts'
import { useWords } from '../language.ts'
import { useChoices } from '../page.ts'
import { momentText } from './amounts.ts'
import { reportWords } from './report-words.ts'
import type { ErrorsReport } from './reports.ts'
import { statusWords } from './words.ts'

interface FailuresProps {
  readonly errors: ErrorsReport['errors']
  readonly now: number
}

/** Shows source, kind, time and message of each. */
export function FailureList({ errors, now }: FailuresProps) {
  const messages = useWords(reportWords)
  const { failure } = useWords(statusWords)
  const { language } = useChoices()
  if (errors.length === 0) return <p class="text-sm text-soft">{messages.noErrors}</p>
  return (
    <ul class="divide-y divide-line rounded-2xl border border-line bg-card text-sm">
      {errors.map(({ source, kind, message, at }, place) => (
        <li key={`${at} ${source} ${place}`} class="px-3 py-2">
          <div class="flex flex-wrap items-baseline justify-between gap-x-3">
            <span class="font-medium">
              {source} <span class="font-normal text-bad">{failure[kind]}</span>
            </span>
            <time
              dateTime={new Date(at).toISOString()}
              title={momentText(at, language.value)}
              class="text-xs text-soft"
            >
              {ageText(at, now, language.value)}
            </time>
          </div>
          <p class="text-xs text-soft">{message}</p>
        </li>
      ))}
    </ul>
  )
}
