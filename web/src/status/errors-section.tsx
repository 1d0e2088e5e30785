// Recent failures, for administrators: per source with counts by kind, and the latest ones.
import { CircleCheck } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { displayNow } from '../clock.ts'
import { Age } from '../components/age.tsx'
import { Button } from '../components/button.tsx'
import { DataTable } from '../components/data-table.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Select } from '../components/select.tsx'
import { useReport } from '../components/use-report.ts'
import { sourceName } from '../source-name.ts'
import { AdminReport } from './admin-report.tsx'
import { serverNow } from './format-values.ts'
import { statusMessages } from './messages.ts'
import { reportMessages } from './report-messages.ts'
import { type ErrorsReport, failuresByKind, type SourceFailures, sourceOptions } from './reports.ts'

const path = '/api/v1/errors?limit=100'

/** Can be filtered by source. */
export function ErrorsSection() {
  const messages = reportMessages.use()
  const [source, setSource] = useState('')
  const ofAll = useReport<ErrorsReport>(path)
  const ofOne = useReport<ErrorsReport>(`${path}&source=${encodeURIComponent(source)}`, { isEnabled: source !== '' })
  // Shows all failures, and keeps the focus, until those of one source are loaded.
  const state = source !== '' && (ofOne.report || ofOne.error) ? ofOne : ofAll
  const names = sourceOptions(ofAll.report?.stats ?? [], source).map((name) => ({
    value: name,
    label: sourceName(name),
  }))
  const options = [{ value: '', label: messages.allSources }, ...names]
  return (
    <AdminReport
      state={state}
      tools={<Select label={messages.source} value={source} options={options} onChoose={setSource} />}
    >
      {(report) => (
        <Failures
          report={report}
          now={serverNow(report.timestamp, state.receivedAt, displayNow.value)}
          onChoose={setSource}
        />
      )}
    </AdminReport>
  )
}

interface FailuresProps {
  readonly report: ErrorsReport
  readonly now: number
  readonly onChoose: (source: string) => void
}

function Failures({ report: { stats, errors }, now, onChoose }: FailuresProps) {
  const messages = reportMessages.use()
  if (stats.length === 0 && errors.length === 0) return <EmptyState icon={CircleCheck} title={messages.noErrors} />
  return (
    <div class="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <section>
        <h2 class="mb-2 text-base font-semibold">{messages.bySource}</h2>
        <KindBars stats={stats} />
        <FailingTable stats={stats} now={now} onChoose={onChoose} />
      </section>
      <section>
        <h2 class="mb-2 text-base font-semibold">{messages.latest}</h2>
        <FailureList errors={errors} now={now} />
      </section>
    </div>
  )
}

function KindBars({ stats }: Pick<ErrorsReport, 'stats'>) {
  const { failure } = statusMessages.use()
  const kinds = failuresByKind(stats)
  return (
    <dl class="figures mb-3 grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1 rounded-2xl border border-line bg-card p-3 text-sm">
      {kinds.map(({ kind, count }) => (
        <div key={kind} class="contents">
          <dt>{failure[kind]}</dt>
          <dd aria-hidden="true" class="h-2 overflow-hidden rounded-full bg-raised">
            <span
              class="block h-full rounded-full bg-accent"
              style={{ width: `${(count / (kinds[0]?.count ?? 1)) * 100}%` }}
            />
          </dd>
          <dd class="text-end">{count}</dd>
        </div>
      ))}
    </dl>
  )
}

const pageSize = 30

/** A click on a source filters by it. */
function FailingTable({ stats, now, onChoose }: Pick<FailuresProps, 'now' | 'onChoose'> & Pick<ErrorsReport, 'stats'>) {
  const messages = reportMessages.use()
  const { more } = statusMessages.use()
  const [maxRows, setMaxRows] = useState(pageSize)
  const remaining = Math.min(pageSize, stats.length - maxRows)
  const nameOf = (row: SourceFailures) => (
    <>
      <button type="button" class="min-h-6 text-start text-accent underline" onClick={() => onChoose(row.source)}>
        {sourceName(row.source)}
      </button>
      <span class="figures block text-xs font-normal sm:hidden">
        <KindCounts of={row} />
      </span>
    </>
  )
  return (
    <>
      <DataTable
        caption={messages.bySource}
        rows={stats.slice(0, maxRows)}
        keyOf={({ source }) => source}
        columns={[
          { id: 'source', name: messages.source, cell: nameOf },
          { id: 'failures', name: messages.failures, cell: ({ count }) => count, class: 'figures' },
          { id: 'reasons', name: messages.reasons, cell: (row) => <KindCounts of={row} />, class: 'max-sm:hidden' },
          {
            id: 'last',
            name: messages.last,
            cell: ({ lastError }) => <Age at={lastError.at} now={now} class="text-soft" />,
          },
        ]}
      />
      {remaining > 0 && (
        <div class="mt-3 text-center">
          <Button onClick={() => setMaxRows(maxRows + pageSize)}>{more(remaining)}</Button>
        </div>
      )}
    </>
  )
}

function KindCounts({ of }: { readonly of: SourceFailures }) {
  const { failure } = statusMessages.use()
  return failuresByKind([of]).map(({ kind, count }) => (
    <span key={kind} class="figures me-2 inline-block whitespace-nowrap">
      {failure[kind]} {count}
    </span>
  ))
}

function FailureList({ errors, now }: Pick<ErrorsReport, 'errors'> & Pick<FailuresProps, 'now'>) {
  const messages = reportMessages.use()
  const { failure } = statusMessages.use()
  if (errors.length === 0) return <p class="text-sm text-soft">{messages.noErrors}</p>
  return (
    <ul class="divide-y divide-line rounded-2xl border border-line bg-card text-sm">
      {errors.map(({ source, kind, message, at }, place) => (
        <li key={`${at} ${source} ${place}`} class="px-3 py-2">
          <div class="flex flex-wrap items-baseline justify-between gap-x-3">
            <span class="font-medium">
              {sourceName(source)} <span class="font-normal text-bad">{failure[kind]}</span>
            </span>
            <Age at={at} now={now} class="text-xs text-soft" />
          </div>
          <p class="text-xs text-soft">{message}</p>
        </li>
      ))}
    </ul>
  )
}
