// The latest failures, newest first.
import { formatAge } from '../format-time.ts'
import { usePreferences } from '../page-context.ts'
import { useMessages } from '../use-messages.ts'
import { formatLogTime } from './format-values.ts'
import { statusMessages } from './messages.ts'
import { reportMessages } from './report-messages.ts'
import type { ErrorsReport } from './report-types.ts'

interface FailuresProps {
  readonly errors: ErrorsReport['errors']
  readonly now: number
}

/** Shows source, kind, time and message of each. */
export function FailureList({ errors, now }: FailuresProps) {
  const messages = useMessages(reportMessages)
  const { failure } = useMessages(statusMessages)
  const { language } = usePreferences()
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
              title={formatLogTime(at, language.value)}
              class="text-xs text-soft"
            >
              {formatAge(at, now, language.value)}
            </time>
          </div>
          <p class="text-xs text-soft">{message}</p>
        </li>
      ))}
    </ul>
  )
}
