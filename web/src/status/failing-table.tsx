// Sources with failures, most frequent first.
import { useState } from 'preact/hooks'
import { ageText } from '../ages.ts'
import { useWords } from '../language.ts'
import { useChoices } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { waysOf } from './failures.ts'
import { reportWords } from './report-words.ts'
import type { ErrorsReport } from './reports.ts'
import { statusWords } from './words.ts'

interface FailingProps {
  readonly stats: ErrorsReport['stats']
  readonly now: number
  readonly onChoose: (source: string) => void
}

/** Rows per page. */
const pageSize = 30

/** A click on a source filters by it. */
export function FailingTable({ stats, now, onChoose }: FailingProps) {
  const messages = useWords(reportWords)
  const { more } = useWords(statusWords)
  const [most, setMost] = useState(pageSize)
  const left = Math.min(pageSize, stats.length - most)
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
              {messages.ways}
            </th>
            <th scope="col" class={head}>
              {messages.last}
            </th>
          </tr>
        </thead>
        <tbody>
          {stats.slice(0, most).map((source) => (
            <Failing key={source.source} of={source} now={now} onChoose={onChoose} />
          ))}
        </tbody>
      </table>
      {left > 0 && (
        <div class="mt-3 text-center">
          <Button onClick={() => setMost(most + pageSize)}>{more(left)}</Button>
        </div>
      )}
    </>
  )
}

const head = 'border-b border-line px-3 py-2 text-start font-semibold whitespace-nowrap'
const cell = 'border-b border-line px-3 py-2 align-top group-last:border-b-0'

type RowProps = Pick<FailingProps, 'now' | 'onChoose'> & { readonly of: ErrorsReport['stats'][number] }

function Failing({ of, now, onChoose }: RowProps) {
  const { language } = useChoices()
  return (
    <tr class="group">
      <th scope="row" class={`${cell} text-start font-medium`}>
        <button type="button" class="min-h-6 text-start text-accent underline" onClick={() => onChoose(of.source)}>
          {of.source}
        </button>
        <span class="figures block text-xs font-normal sm:hidden">
          <Ways of={of} />
        </span>
      </th>
      <td class={`${cell} figures`}>{of.count}</td>
      <td class={`${cell} figures max-sm:hidden`}>
        <Ways of={of} />
      </td>
      <td class={`${cell} whitespace-nowrap text-soft`}>{ageText(of.lastError.at, now, language.value)}</td>
    </tr>
  )
}

function Ways({ of }: Pick<RowProps, 'of'>) {
  const { failure } = useWords(statusWords)
  return waysOf(of).map(({ kind, count }) => (
    <span key={kind} class="me-2 inline-block whitespace-nowrap">
      {failure[kind]} {count}
    </span>
  ))
}
