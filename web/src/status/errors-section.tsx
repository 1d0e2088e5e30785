// Recent failures, for administrators: per source with counts by kind, and the latest ones.
import { CircleCheck } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { shownNow } from '../clock.ts'
import { useWords } from '../language.ts'
import { StatePage } from '../parts/state-page.tsx'
import { theirNow } from './amounts.ts'
import { useReport } from './asking.ts'
import { Choice } from './choice.tsx'
import { FailingTable } from './failing-table.tsx'
import { FailureList } from './failure-list.tsx'
import { allWaysOf, choicesOf } from './failures.ts'
import { Freshness, StaleSign } from './freshness.tsx'
import { Unavailable } from './locked.tsx'
import { reportWords } from './report-words.ts'
import type { ErrorsReport } from './reports.ts'
import { statusWords } from './words.ts'

const path = '/api/v1/errors?limit=100'

/** Can be filtered by source. */
export function ErrorsSection() {
  const messages = useWords(reportWords)
  const [source, setSource] = useState('')
  const ofAll = useReport<ErrorsReport>(path)
  const ofOne = useReport<ErrorsReport>(`${path}&source=${encodeURIComponent(source)}`, { isWanted: source !== '' })
  // Shows all failures, and keeps the focus, until those of one source are loaded.
  const asked = source !== '' && (ofOne.report || ofOne.error) ? ofOne : ofAll
  const stats = ofAll.report?.stats ?? []
  if (asked.error && !asked.report) return <Unavailable error={asked.error} onRetry={asked.ask} />
  const names = choicesOf(stats, source).map((name) => ({ value: name, label: name }))
  return (
    <>
      <div class="mb-3 flex flex-wrap items-center justify-between gap-2">
        <Choice
          label={messages.source}
          value={source}
          options={[{ value: '', label: messages.allSources }, ...names]}
          onChoose={setSource}
        />
        <Freshness asked={asked} />
      </div>
      <StaleSign asked={asked} />
      <Report report={asked.report} cameAt={asked.cameAt} onChoose={setSource} />
    </>
  )
}

interface ReportProps {
  readonly report: ErrorsReport | undefined
  readonly cameAt: number
  readonly onChoose: (source: string) => void
}

function Report({ report, cameAt, onChoose }: ReportProps) {
  const messages = useWords(reportWords)
  if (!report) return <div aria-busy="true" class="h-dvh rounded-2xl bg-raised" />
  const now = theirNow(report.timestamp, cameAt, shownNow.value)
  const { stats, errors } = report
  if (stats.length === 0 && errors.length === 0) return <StatePage icon={CircleCheck} title={messages.noErrors} />
  return (
    <div class="grid items-start gap-6 lg:grid-cols-2">
      <section>
        <h2 class="mb-2 text-base font-semibold">{messages.bySource}</h2>
        <Ways stats={stats} />
        <FailingTable stats={stats} now={now} onChoose={onChoose} />
      </section>
      <section>
        <h2 class="mb-2 text-base font-semibold">{messages.latest}</h2>
        <FailureList errors={errors} now={now} />
      </section>
    </div>
  )
}

/** Failures by kind. */
function Ways({ stats }: { readonly stats: ErrorsReport['stats'] }) {
  const { failure } = useWords(statusWords)
  const ways = allWaysOf(stats)
  const most = Math.max(...ways.map(({ count }) => count))
  return (
    <dl class="figures mb-3 grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1 rounded-2xl border border-line bg-card p-3 text-sm">
      {ways.map(({ kind, count }) => (
        <div key={kind} class="contents">
          <dt>{failure[kind]}</dt>
          <dd aria-hidden="true" class="h-2 overflow-hidden rounded-full bg-raised">
            <span class="block h-full rounded-full bg-accent" style={{ width: `${(count / most) * 100}%` }} />
          </dd>
          <dd class="text-end">{count}</dd>
        </div>
      ))}
    </dl>
  )
}
