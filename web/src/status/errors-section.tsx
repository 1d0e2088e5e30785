// Recent failures, for administrators: per source with counts by kind, and the latest ones.
import { CircleCheck } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { displayNow } from '../clock.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { Select } from '../components/select.tsx'
import { useContent } from '../components/use-content.ts'
import { useReport } from '../components/use-report.ts'
import { formatAge } from '../format-time.ts'
import { usePreferences } from '../page-context.ts'
import { sourceName } from '../source-name.ts'
import { useMessages } from '../use-messages.ts'
import { ReportError } from './admin-only.tsx'
import { FailingTable } from './failing-table.tsx'
import { allFailuresByKind, sourceOptions } from './failures.ts'
import { formatLogTime, serverNow } from './format-values.ts'
import { Freshness, StaleWarning } from './freshness.tsx'
import { statusMessages } from './messages.ts'
import { reportMessages } from './report-messages.ts'
import type { ErrorsReport } from './report-types.ts'

const path = '/api/v1/errors?limit=100'

/** Can be filtered by source. */
export function ErrorsSection() {
  const messages = useMessages(reportMessages)
  const [source, setSource] = useState('')
  const ofAll = useReport<ErrorsReport>(path)
  const ofOne = useReport<ErrorsReport>(`${path}&source=${encodeURIComponent(source)}`, { isEnabled: source !== '' })
  // Shows all failures, and keeps the focus, until those of one source are loaded.
  const state = source !== '' && (ofOne.report || ofOne.error) ? ofOne : ofAll
  const stats = ofAll.report?.stats ?? []
  if (state.error && !state.report) return <ReportError error={state.error} onRetry={state.reload} />
  const names = sourceOptions(stats, source).map((name) => ({ value: name, label: sourceName(name) }))
  return (
    <>
      <div class="mb-3 flex flex-wrap items-center justify-between gap-2">
        <Select
          label={messages.source}
          value={source}
          options={[{ value: '', label: messages.allSources }, ...names]}
          onChoose={setSource}
        />
        <Freshness state={state} />
      </div>
      <StaleWarning state={state} />
      <Report report={state.report} receivedAt={state.receivedAt} onChoose={setSource} />
    </>
  )
}

interface ReportProps {
  readonly report: ErrorsReport | undefined
  readonly receivedAt: number
  readonly onChoose: (source: string) => void
}

function Report({ report, receivedAt, onChoose }: ReportProps) {
  const messages = useMessages(reportMessages)
  useContent(report !== undefined)
  if (!report) return <div aria-busy="true" class="h-dvh rounded-2xl bg-raised" />
  const now = serverNow(report.timestamp, receivedAt, displayNow.value)
  const { stats, errors } = report
  if (stats.length === 0 && errors.length === 0) return <EmptyState icon={CircleCheck} title={messages.noErrors} />
  return (
    <div class="grid items-start gap-6 lg:grid-cols-2">
      <section>
        <h2 class="mb-2 text-base font-semibold">{messages.bySource}</h2>
        <FailureKindBars stats={stats} />
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
function FailureKindBars({ stats }: { readonly stats: ErrorsReport['stats'] }) {
  const { failure } = useMessages(statusMessages)
  const kinds = allFailuresByKind(stats)
  const maxCount = Math.max(...kinds.map(({ count }) => count))
  return (
    <dl class="figures mb-3 grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1 rounded-2xl border border-line bg-card p-3 text-sm">
      {kinds.map(({ kind, count }) => (
        <div key={kind} class="contents">
          <dt>{failure[kind]}</dt>
          <dd aria-hidden="true" class="h-2 overflow-hidden rounded-full bg-raised">
            <span class="block h-full rounded-full bg-accent" style={{ width: `${(count / maxCount) * 100}%` }} />
          </dd>
          <dd class="text-end">{count}</dd>
        </div>
      ))}
    </dl>
  )
}

interface FailuresProps {
  readonly errors: ErrorsReport['errors']
  readonly now: number
}

/** Shows source, kind, time and message of each. */
function FailureList({ errors, now }: FailuresProps) {
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
              {sourceName(source)} <span class="font-normal text-bad">{failure[kind]}</span>
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
