// Summary of the health report: verdict, reasons, facts and advice.

import { Lightbulb } from 'lucide-preact'
import { Button } from '../components/button.tsx'
import { usePreferences } from '../page-context.ts'
import { useAnswer } from '../use-answer.ts'
import { useMessages } from '../use-messages.ts'
import { formatMegabytes, formatTimeSpan } from './format-values.ts'
import { HealthIcon } from './health-badge.tsx'
import { statusMessages } from './messages.ts'
import type { HealthReport } from './report-types.ts'
import type { SourceFilter, SourceRow, SourceState } from './source-rows.ts'
import {
  type Advice,
  buildAdvice,
  countStates,
  countUsed,
  type OverallState,
  overallStateOf,
  type StateCounts,
  serverReasons,
  stateShares,
} from './summary.ts'

interface SummaryProps {
  readonly report: HealthReport
  readonly rows: readonly SourceRow[]
  readonly onShow: (filter: Partial<SourceFilter>) => void
}

export function SummaryPanel({ report, rows, onShow }: SummaryProps) {
  const { reasons, system } = report
  const messages = useMessages(statusMessages)
  const tally = countStates(rows)
  const fromServer = serverReasons(reasons)
  const known = countUsed(tally)
  const overallState = overallStateOf(report, tally, fromServer)
  return (
    <section class="mb-4 rounded-2xl border border-line bg-card p-4 sm:p-5">
      <h2 class="flex items-center gap-2 text-lg font-semibold">
        <HealthIcon state={icons[overallState]} size={24} />
        {messages.overall[overallState]}
      </h2>
      <p class="mt-1 text-sm text-soft">
        {known === 0 ? messages.nothingAsked : messages.counted(known, tally.unhealthy, tally.degraded)}
      </p>
      {fromServer.length > 0 && <ServerReasons reasons={fromServer} overallState={overallState} />}
      <StateBar tally={tally} />
      <Facts system={system} />
      <AdviceList advice={buildAdvice(rows)} onShow={onShow} />
    </section>
  )
}

const icons: Readonly<Record<OverallState, SourceState>> = {
  healthy: 'healthy',
  notice: 'healthy',
  degraded: 'degraded',
  unhealthy: 'unhealthy',
  own: 'unhealthy',
}

interface ReasonsProps {
  readonly reasons: readonly string[]
  readonly overallState: OverallState
}

/** Reasons in the server's own text, with our lead-in. */
function ServerReasons({ reasons, overallState }: ReasonsProps) {
  const messages = useMessages(statusMessages)
  const lead = { own: messages.ownProblems, unhealthy: messages.ownAlso } as const
  return (
    <div class={`mt-2 text-sm ${overallState === 'own' ? 'text-warn' : ''}`}>
      <p>{overallState === 'own' || overallState === 'unhealthy' ? lead[overallState] : messages.ownNotices}</p>
      <ul class="list-disc ps-5 text-xs leading-5">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </div>
  )
}

const barColors: Readonly<Record<SourceState, string>> = {
  unhealthy: 'bg-bad',
  degraded: 'bg-warn',
  asleep: 'bg-raised',
  healthy: 'bg-good',
  unknown: 'bg-raised',
  off: 'bg-raised',
}

/** The share of each state, as a bar. */
function StateBar({ tally }: { readonly tally: StateCounts }) {
  return (
    <div aria-hidden="true" class="my-4 flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-raised">
      {stateShares(tally).map(({ state, share }) => (
        <span key={state} class={`min-w-1 ${barColors[state]}`} style={{ width: `${share * 100}%` }} />
      ))}
    </div>
  )
}

function Facts({ system }: { readonly system: HealthReport['system'] }) {
  const messages = useMessages(statusMessages)
  const { language } = usePreferences()
  const latest = useAnswer<{ readonly v: string }>('/api/latest').answer
  const facts = [
    [messages.uptime, formatTimeSpan(system.uptime, language.value)],
    [messages.memory, formatMegabytes(system.memory.rss, language.value)],
    [messages.version, latest?.v ?? '…'],
    [messages.node, system.nodeVersion.replace(/^v/, '')],
  ] as const
  return (
    <dl class="figures flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} class="flex gap-1.5">
          <dt class="text-soft">{name}</dt>
          <dd class="font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface AdviceProps {
  readonly advice: readonly Advice[]
  readonly onShow: (filter: Partial<SourceFilter>) => void
}

function AdviceList({ advice, onShow }: AdviceProps) {
  const messages = useMessages(statusMessages)
  if (advice.length === 0) return null
  return (
    <div class="mt-4 rounded-xl bg-raised p-3">
      <h3 class="flex items-center gap-1.5 text-sm font-semibold">
        <Lightbulb size={16} aria-hidden="true" class="text-accent" />
        {messages.advice}
      </h3>
      <ul class="mt-1 divide-y divide-line">
        {advice.map(({ topic, count, failures, kinds }) => (
          <li key={topic} class="flex flex-wrap items-center justify-between gap-x-4 py-1 text-sm">
            <span class="min-w-0 flex-[1_1_20rem] py-1">{messages.topics[topic]}</span>
            <Button look="quiet" class="-mx-3" onClick={() => onShow({ failures, kinds })}>
              {messages.show(count)}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
