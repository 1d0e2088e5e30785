// Sources with failures, most frequent first.
import { useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { formatAge } from '../format-time.ts'
import { usePreferences } from '../page-context.ts'
import { sourceName } from '../source-name.ts'
import { useMessages } from '../use-messages.ts'
import { failuresByKind } from './failures.ts'
import { statusMessages } from './messages.ts'
import { reportMessages } from './report-messages.ts'
import type { ErrorsReport } from './report-types.ts'

interface FailingProps {
  readonly stats: ErrorsReport['stats']
  readonly now: number
  readonly onChoose: (source: string) => void
}

/** Rows per page. */
const pageSize = 30

/** A click on a source filters by it. */
export function FailingTable({ stats, now, onChoose }: FailingProps) {
  const messages = useMessages(reportMessages)
  const { more } = useMessages(statusMessages)
  const [maxRows, setMaxRows] = useState(pageSize)
  const remaining = Math.min(pageSize, stats.length - maxRows)
  return (
    <>
      <table class="w-full border-separate border-spacing-0 rounded-2xl border border-line bg-card text-sm">
        <caption class="sr-only">{messages.bySource}</caption>
        <thead>
          <tr class="text-xs text-soft">
            <th scope="col" class={head}>
              {messages.source}
            </th>
            <th scope="col" class={head}>
              {messages.failures}
            </th>
            <th scope="col" class={`${head} max-sm:hidden`}>
              {messages.reasons}
            </th>
            <th scope="col" class={head}>
              {messages.last}
            </th>
          </tr>
        </thead>
        <tbody>
          {stats.slice(0, maxRows).map((source) => (
            <FailingRow key={source.source} of={source} now={now} onChoose={onChoose} />
          ))}
        </tbody>
      </table>
      {remaining > 0 && (
        <div class="mt-3 text-center">
          <Button onClick={() => setMaxRows(maxRows + pageSize)}>{more(remaining)}</Button>
        </div>
      )}
    </>
  )
}

const head = 'border-b border-line px-3 py-2 text-start font-semibold whitespace-nowrap'
const cell = 'border-b border-line px-3 py-2 align-top group-last:border-b-0'

type RowProps = Pick<FailingProps, 'now' | 'onChoose'> & { readonly of: ErrorsReport['stats'][number] }

function FailingRow({ of, now, onChoose }: RowProps) {
  const { language } = usePreferences()
  return (
    <tr class="group">
      <th scope="row" class={`${cell} text-start font-medium`}>
        <button type="button" class="min-h-6 text-start text-accent underline" onClick={() => onChoose(of.source)}>
          {sourceName(of.source)}
        </button>
        <span class="figures block text-xs font-normal sm:hidden">
          <FailureKindCounts of={of} />
        </span>
      </th>
      <td class={`${cell} figures`}>{of.count}</td>
      <td class={`${cell} figures max-sm:hidden`}>
        <FailureKindCounts of={of} />
      </td>
      <td class={`${cell} whitespace-nowrap text-soft`}>{formatAge(of.lastError.at, now, language.value)}</td>
    </tr>
  )
}

function FailureKindCounts({ of }: Pick<RowProps, 'of'>) {
  const { failure } = useMessages(statusMessages)
  return failuresByKind(of).map(({ kind, count }) => (
    <span key={kind} class="me-2 inline-block whitespace-nowrap">
      {failure[kind]} {count}
    </span>
  ))
}
