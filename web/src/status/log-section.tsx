// The latest log entries, for administrators.
import { ScrollText } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { EmptyState } from '../components/empty-state.tsx'
import { Select } from '../components/select.tsx'
import { useContent } from '../components/use-content.ts'
import { useReport } from '../components/use-report.ts'
import { useMessages } from '../use-messages.ts'
import { ReportError } from './admin-only.tsx'
import { Freshness, StaleWarning } from './freshness.tsx'
import { LogLine } from './log-line.tsx'
import { countTexts, logLevels, withKeys } from './log-lines.ts'
import { reportMessages } from './report-messages.ts'
import type { LogLevel, LogsReport } from './report-types.ts'

/** Shows entries of a level and above. */
export function LogSection() {
  const messages = useMessages(reportMessages)
  const [level, setLevel] = useState<LogLevel>('info')
  const state = useReport<LogsReport>(`/api/v1/logs?limit=100&stats=1&level=${level}`)
  const { report, error, reload } = state
  useContent(report !== undefined)
  if (error && !report) return <ReportError error={error} onRetry={reload} />
  const counts = countTexts(report?.stats)
  const options = logLevels.map((value) => ({ value, label: `${messages.andAbove[value]}${counts[value]}` }))
  return (
    <>
      <div class="mb-3 flex flex-wrap items-center justify-between gap-2">
        <Select
          label={messages.level}
          value={level}
          options={options}
          onChoose={(chosen) => setLevel(logLevels.find((name) => name === chosen) ?? 'info')}
        />
        <Freshness state={state} />
      </div>
      <StaleWarning state={state} />
      {report ? <Lines logs={report.logs} /> : <div aria-busy="true" class="h-dvh rounded-2xl bg-raised" />}
    </>
  )
}

function Lines({ logs }: { readonly logs: LogsReport['logs'] }) {
  const messages = useMessages(reportMessages)
  if (logs.length === 0) return <EmptyState icon={ScrollText} title={messages.noLines} />
  return (
    <ul aria-label={messages.lines} class="divide-y divide-line rounded-2xl border border-line bg-card text-sm">
      {withKeys(logs).map(({ key, entry }) => (
        <LogLine key={key} entry={entry} />
      ))}
    </ul>
  )
}
