// The latest log entries, for administrators.
import { ScrollText } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { EmptyState } from '../components/empty-state.tsx'
import { Select } from '../components/select.tsx'
import { useReport } from '../components/use-report.ts'
import { formatDuration } from '../format-time.ts'
import { usePreferences } from '../page-context.ts'
import { AdminReport } from './admin-report.tsx'
import { formatLogTime } from './format-values.ts'
import { reportMessages } from './report-messages.ts'
import { countTexts, formatRequest, type LogLevel, type LogsReport, logLevels, withKeys } from './reports.ts'

/** Shows entries of a level and above. */
export function LogSection() {
  const messages = reportMessages.use()
  const [level, setLevel] = useState<LogLevel>('info')
  const state = useReport<LogsReport>(`/api/v1/logs?limit=100&stats=1&level=${level}`)
  const counts = countTexts(state.report?.stats)
  const options = logLevels.map((value) => ({ value, label: `${messages.andAbove[value]}${counts[value]}` }))
  const choose = (chosen: string) => setLevel(logLevels.find((name) => name === chosen) ?? 'info')
  return (
    <AdminReport
      state={state}
      tools={<Select label={messages.level} value={level} options={options} onChoose={choose} />}
    >
      {({ logs }) =>
        logs.length === 0 ? (
          <EmptyState icon={ScrollText} title={messages.noLines} />
        ) : (
          <ul aria-label={messages.lines} class="divide-y divide-line rounded-2xl border border-line bg-card text-sm">
            {withKeys(logs).map(({ key, entry }) => (
              <LogLine key={key} entry={entry} />
            ))}
          </ul>
        )
      }
    </AdminReport>
  )
}

const colors: Readonly<Record<LogLevel, string>> = {
  debug: 'bg-raised text-soft',
  info: 'bg-wash text-accent',
  warn: 'bg-warn-wash text-warn',
  error: 'bg-bad-wash text-bad',
  fatal: 'bg-bad-wash text-bad',
}

function LogLine({ entry }: { readonly entry: LogsReport['logs'][number] }) {
  const messages = reportMessages.use()
  const { language } = usePreferences()
  const { time, level, message, err, ms, cut, source, kind, detail, ip, requestId } = entry
  const duration = ms === undefined ? undefined : formatDuration(ms)
  const parts = [source, kind, detail, formatRequest(entry), duration, ip, requestId].filter(
    (part) => part !== undefined,
  )
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
