// The status view: health of sources; for administrators also failures, request statistics and log.

import { Lightbulb } from 'lucide-preact'
import type { FunctionComponent } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { displayNow } from '../clock.ts'
import { Button } from '../components/button.tsx'
import { ErrorPage } from '../components/error-page.tsx'
import { lazyComponent } from '../components/lazy.tsx'
import { useCopy } from '../components/use-copy.ts'
import { useReport } from '../components/use-report.ts'
import { usePreferences } from '../page-context.ts'
import { settingLines } from '../settings/administration/setting-lines.ts'
import { useAnswer } from '../use-answer.ts'
import { Freshness, StaleWarning } from './admin-report.tsx'
import { formatMegabytes, formatTimeSpan, serverNow } from './format-values.ts'
import { HealthIcon } from './health-icon.tsx'
import { statusMessages } from './messages.ts'
import type { FailureKind, HealthReport } from './reports.ts'
import { failsWith, noFilter, rowsOf, type SourceFilter, type SourceRow, type SourceState } from './source-rows.ts'
import {
  buildAdvice,
  countStates,
  countUsed,
  type OverallState,
  overallStateOf,
  type StateCounts,
  serverReasons,
  stateShares,
} from './summary.ts'

// Loaded lazily: most users have no access to these.
const ErrorsSection = lazyComponent(async () => (await import('./errors-section.tsx')).ErrorsSection)
const RequestsSection = lazyComponent(async () => (await import('./requests-section.tsx')).RequestsSection)
const LogSection = lazyComponent(async () => (await import('./log-section.tsx')).LogSection)

const sections = ['sources', 'errors', 'requests', 'log'] as const
type Section = (typeof sections)[number]

const views: Readonly<Record<Section, FunctionComponent>> = {
  sources: SourcesSection,
  errors: ErrorsSection,
  requests: RequestsSection,
  log: LogSection,
}

/** The section is part of the URL. */
export function StatusView() {
  const messages = statusMessages.use()
  const { show } = useLocation().query
  const section = sections.find((name) => name === show) ?? 'sources'
  const View = views[section]
  useEffect(() => {
    document.title = `${messages.title} - Trawl`
  }, [messages])
  return (
    <>
      <h1 class="sr-only">{messages.title}</h1>
      <Sections shown={section} />
      <View />
    </>
  )
}

function Sections({ shown }: { readonly shown: Section }) {
  const messages = statusMessages.use()
  return (
    <nav
      aria-label={messages.sections}
      class="mb-4 flex gap-1 overflow-x-auto border-b border-line p-0.5 pb-0 max-sm:fade-end"
    >
      {sections.map((name) => (
        <a
          key={name}
          href={name === 'sources' ? '/status' : `/status?show=${name}`}
          aria-current={name === shown ? 'page' : undefined}
          class="flex h-10 shrink-0 items-center rounded-t-lg border-b-2 border-transparent px-3 text-sm font-medium text-soft hover:text-ink aria-[current]:border-accent aria-[current]:text-accent"
        >
          {messages.section[name]}
        </a>
      ))}
      <a
        href="/settings#sources"
        class="ml-auto flex h-10 shrink-0 items-center px-3 text-sm font-medium text-soft hover:text-ink"
      >
        {messages.administration}
      </a>
      {/* Not a view of this page: the browser loads it. */}
      <a
        href="/docs"
        target="_top"
        class="flex h-10 shrink-0 items-center px-3 text-sm font-medium text-soft hover:text-ink"
      >
        {messages.api}
      </a>
    </nav>
  )
}

// Last on the page, so loading it moves nothing.
const SourceList = lazyComponent(async () => (await import('./source-list.tsx')).SourceList)

/** Not limited to administrators. */
function SourcesSection() {
  const state = useReport<HealthReport>('/api/v1/health', { isPublic: true })
  const { report, error, receivedAt, reload } = state
  const rows = useMemo(() => (report ? rowsOf(report) : []), [report])
  const [filter, setFilter] = useState(noFilter)
  // While the report is on its way.
  useEffect(() => void SourceList.load().catch(() => undefined), [])
  if (error && !report) return <ErrorPage error={error} onRetry={reload} />
  return (
    <>
      <Freshness state={state} />
      <StaleWarning state={state} />
      {report ? (
        <>
          <Summary report={report} rows={rows} onShow={(part) => setFilter({ ...noFilter, ...part })} />
          <SourceList
            rows={rows}
            filter={filter}
            onFilter={setFilter}
            now={serverNow(report.timestamp, receivedAt, displayNow.value)}
          />
        </>
      ) : (
        <Loading />
      )}
    </>
  )
}

/** About the height of the content. */
function Loading() {
  const { loading } = statusMessages.use()
  return (
    <div aria-busy="true" class="flex min-h-dvh flex-col gap-4">
      <p class="sr-only">{loading}</p>
      <div class="h-44 rounded-2xl bg-raised" />
      <div class="h-28 rounded-2xl bg-raised" />
      <div class="flex-1 rounded-2xl bg-raised" />
    </div>
  )
}

interface SummaryProps {
  readonly report: HealthReport
  readonly rows: readonly SourceRow[]
  readonly onShow: (filter: Partial<SourceFilter>) => void
}

const stateOfIcon: Readonly<Record<OverallState, SourceState>> = {
  healthy: 'healthy',
  notice: 'healthy',
  degraded: 'degraded',
  unhealthy: 'unhealthy',
  own: 'unhealthy',
}

function Summary({ report, rows, onShow }: SummaryProps) {
  const messages = statusMessages.use()
  const tally = countStates(rows)
  const reasons = serverReasons(report.reasons)
  const known = countUsed(tally)
  const overall = overallStateOf(report, tally, reasons)
  return (
    <section class="mb-4 rounded-2xl border border-line bg-card p-4 sm:p-5">
      <h2 class="flex items-center gap-2 text-lg font-semibold">
        <HealthIcon state={stateOfIcon[overall]} size={24} />
        {messages.overall[overall]}
      </h2>
      <p class="mt-1 text-sm text-soft">
        {known === 0 ? messages.nothingAsked : messages.counted(known, tally.unhealthy, tally.degraded)}
      </p>
      {reasons.length > 0 && <ServerReasons reasons={reasons} overall={overall} />}
      <StateBar tally={tally} />
      <Facts system={report.system} />
      <AdviceList rows={rows} onShow={onShow} />
    </section>
  )
}

/** Reasons in the server's own text, with our lead-in. */
function ServerReasons({ reasons, overall }: { readonly reasons: readonly string[]; readonly overall: OverallState }) {
  const { ownProblems, ownAlso, ownNotices } = statusMessages.use()
  const lead = { own: ownProblems, unhealthy: ownAlso, healthy: ownNotices, notice: ownNotices, degraded: ownNotices }
  return (
    <div class={`mt-2 text-sm ${overall === 'own' ? 'text-warn' : ''}`}>
      <p>{lead[overall]}</p>
      <ul class="list-disc ps-5 text-xs leading-5">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </div>
  )
}

const barColors: Readonly<Partial<Record<SourceState, string>>> = {
  unhealthy: 'bg-bad',
  degraded: 'bg-warn',
  healthy: 'bg-good',
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

function Facts({ system }: Pick<HealthReport, 'system'>) {
  const messages = statusMessages.use()
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

function AdviceList({ rows, onShow }: Omit<SummaryProps, 'report'>) {
  const messages = statusMessages.use()
  const advice = buildAdvice(rows)
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
            {topic === 'gone' && <CopyableLine line={lineWithout(rows, failures)} />}
            <Button look="quiet" class="-mx-3" onClick={() => onShow({ failures, kinds })}>
              {messages.show(count)}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The line for `.env` that leaves out the channels with these failures. */
function lineWithout(rows: readonly SourceRow[], failures: readonly FailureKind[]): string {
  const gone = rows.filter((row) => row.kind === 'channel' && failsWith(row, failures))
  return settingLines(gone.map(({ id }) => id)).join()
}

function CopyableLine({ line }: { readonly line: string }) {
  const { copyLine } = statusMessages.use()
  const copy = useCopy()
  return (
    <span class="flex min-w-0 flex-[1_1_100%] items-center gap-2">
      <code class="min-w-0 flex-1 truncate text-xs select-all">{line}</code>
      <Button class="shrink-0" onClick={() => copy(line)}>
        {copyLine}
      </Button>
    </span>
  )
}
