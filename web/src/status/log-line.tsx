// An entry of the log.
import { formatDuration } from '../format-time.ts'
import { usePreferences } from '../page-context.ts'
import { useMessages } from '../use-messages.ts'
import { formatLogTime } from './format-values.ts'
import { formatRequest } from './log-lines.ts'
import { reportMessages } from './report-messages.ts'
import type { LogLevel, LogsReport } from './report-types.ts'

const colors: Readonly<Record<LogLevel, string>> = {
  debug: 'bg-raised text-soft',
  info: 'bg-wash text-accent',
  warn: 'bg-warn-wash text-warn',
  error: 'bg-bad-wash text-bad',
  fatal: 'bg-bad-wash text-bad',
}

/** Shows time, level, message and context. */
export function LogLine({ entry }: { readonly entry: LogsReport['logs'][number] }) {
  const messages = useMessages(reportMessages)
  const { language } = usePreferences()
  const { time, level, message, err, ms, cut } = entry
  const context = [
    entry.source,
    entry.kind,
    entry.detail,
    formatRequest(entry),
    ms === undefined ? undefined : formatDuration(ms),
  ]
  const parts = [...context, entry.ip, entry.requestId].filter((part) => part !== undefined)
  return (
    <li class="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 px-3 py-2 sm:grid-cols-[auto_3.5rem_1fr]">
      <time dateTime={new Date(time).toISOString()} class="figures text-xs leading-6 text-soft">
        {formatLogTime(time, language.value)}
      </time>
      <span class={`h-fit w-fit rounded px-1.5 text-xs leading-6 ${colors[level]}`}>{messages.levels[level]}</span>
      <div class="col-span-2 min-w-0 sm:col-span-1">
        <p>
          {message} {cut && <span class="text-soft">{messages.cut}</span>}
        </p>
        {parts.length > 0 && <p class="text-xs text-soft">{parts.join(' · ')}</p>}
        {err && <p class="text-xs text-bad">{err.message}</p>}
        {err?.stack && (
          <details class="text-xs">
            <summary class="inline-flex min-h-6 items-center text-soft">{messages.stack}</summary>
            <pre class="overflow-x-auto p-2 whitespace-pre-wrap">{err.stack}</pre>
          </details>
        )}
      </div>
    </li>
  )
}
