// The latest log entries, for administrators.
import { ScrollText } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { useWords } from '../language.ts'
import { StatePage } from '../parts/state-page.tsx'
import { useReport } from './asking.ts'
import { Choice } from './choice.tsx'
import { Freshness, StaleSign } from './freshness.tsx'
import { Unavailable } from './locked.tsx'
import { LogLine } from './log-line.tsx'
import { countsFrom, keyed, logLevels } from './log-lines.ts'
import { reportWords } from './report-words.ts'
import type { LogLevel, LogsReport } from './reports.ts'

/** Shows entries of a level and above. */
export function LogSection() {
  const messages = useWords(reportWords)
  const [level, setLevel] = useState<LogLevel>('info')
  const asked = useReport<LogsReport>(`/api/v1/logs?limit=100&stats=1&level=${level}`)
  const { report, error, ask } = asked
  if (error && !report) return <Unavailable error={error} onRetry={ask} />
  const counts = countsFrom(report?.stats)
  const options = logLevels.map((value) => ({ value, label: `${messages.andAbove[value]}${counts[value]}` }))
  return (
    <>
      <div class="mb-3 flex flex-wrap items-center justify-between gap-2">
        <Choice
          label={messages.level}
          value={level}
          options={options}
          onChoose={(chosen) => setLevel(logLevels.find((name) => name === chosen) ?? 'info')}
        />
        <Freshness asked={asked} />
      </div>
      <StaleSign asked={asked} />
      {report ? <Lines logs={report.logs} /> : <div aria-busy="true" class="h-dvh rounded-2xl bg-raised" />}
    </>
  )
}

function Lines({ logs }: { readonly logs: LogsReport['logs'] }) {
  const messages = useWords(reportWords)
  if (logs.length === 0) return <StatePage icon={ScrollText} title={messages.noLines} />
  return (
    <ul aria-label={messages.lines} class="divide-y divide-line rounded-2xl border border-line bg-card text-sm">
      {keyed(logs).map(({ key, entry }) => (
        <LogLine key={key} entry={entry} />
      ))}
    </ul>
  )
}
