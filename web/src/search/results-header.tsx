// Header of the results: number of links, sources answered and failed; save, stop and refresh.
import { RefreshCw, Square, TriangleAlert } from 'lucide-preact'
import { useState } from 'preact/hooks'
import type { ApiError } from '../api-client.ts'
import { Button, IconButton } from '../components/button.tsx'
import { LoadErrorToast, lazyComponent } from '../components/lazy.tsx'
import { useContent } from '../components/use-content.ts'
import { frameMessages } from '../frame-messages.ts'
import { usePage } from '../page-context.ts'
import { searchMessages } from './messages.ts'
import type { SearchProgress } from './search-progress.ts'
import type { SearchSession } from './search-session.ts'
import type { SearchState } from './search-state.ts'
import { useAfterResults } from './works/use-after-results.ts'
import { worksMessages } from './works/works-messages.ts'

const ProblemsDialog = lazyComponent(async () => (await import('./problems.tsx')).ProblemsDialog, LoadErrorToast)

interface HeaderProps {
  readonly ask: SearchState
  readonly session: SearchSession
  /** The number of works that filters leave; undefined in the list of links. */
  readonly works: number | undefined
  /** The number of links that filters leave. */
  readonly shown: number
}

/** Its height is constant while the search runs. */
export function ResultsHeader({ ask, session, works, shown }: HeaderProps) {
  const messages = searchMessages.use()
  const words = worksMessages.use()
  const late = useAfterResults()
  const progress = session.progress.value
  const total = session.rows.value.length
  const all = session.works.value.length
  const isWorks = works !== undefined
  const isSearching = progress.phase === 'asking'
  useContent(total > 0 || !isSearching)
  return (
    <div>
      <div class="flex min-h-11 items-center gap-x-1">
        {isWorks && (
          <p class="shrink-0 font-semibold figures">{works < all ? words.worksOf(works, all) : words.works(all)}</p>
        )}
        <p class={`shrink-0 figures ${isWorks ? 'text-sm text-soft max-xs:sr-only' : 'font-semibold'}`}>
          {messages.total(total, shown)}
        </p>
        {(total > 0 || progress.phase !== 'refused') && <ProgressButton progress={progress} />}
        <div class="ms-auto flex">
          <span class="size-9">{late && <late.SaveButton ask={ask} phase={progress.phase} />}</span>
          {isSearching ? (
            <IconButton icon={Square} size={15} label={messages.stop} onClick={() => session.stop()} />
          ) : (
            <IconButton
              icon={RefreshCw}
              size={16}
              label={messages.refresh}
              onClick={() => session.start({ isRefresh: true })}
            />
          )}
        </div>
      </div>
      <ProgressBar progress={progress} />
      <p role="status" class="sr-only">
        {progress.phase === 'done' ? messages.finished(total) : ''}
      </p>
    </div>
  )
}

/** A button with the progress that opens the list of problems. */
function ProgressButton({ progress }: { readonly progress: SearchProgress }) {
  const messages = searchMessages.use()
  const [isOpen, setOpen] = useState(false)
  if (progress.error && progress.phase === 'refused') return <RequestError error={progress.error} />
  if (progress.asked === 0) {
    return <p class="text-sm text-soft">{progress.phase === 'asking' ? messages.starting : ''}</p>
  }
  return (
    <>
      <Button
        look="quiet"
        class="min-w-0 !px-2 text-start font-normal! whitespace-nowrap"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <ProgressText progress={progress} />
      </Button>
      {isOpen && <ProblemsDialog of={progress} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Existing rows stay; without rows a full-page error is shown as well. */
function RequestError({ error: { kind, retryAfterS } }: { readonly error: ApiError }) {
  const messages = frameMessages.use()
  const { isLoginOpen } = usePage()
  const next = retryAfterS === undefined ? messages.nextSteps[kind] : messages.waitSeconds(retryAfterS)
  return (
    <>
      <p role="alert" class="flex min-w-0 items-center gap-1.5 text-sm text-warn">
        <TriangleAlert size={15} aria-hidden="true" class="shrink-0" />
        {messages.errors[kind]} {next}
      </p>
      {kind === 'unauthorized' && (
        <Button
          look="quiet"
          class="shrink-0"
          onClick={() => {
            isLoginOpen.value = true
          }}
        >
          {messages.login}
        </Button>
      )}
    </>
  )
}

function ProgressText({ progress }: { readonly progress: SearchProgress }) {
  const messages = searchMessages.use()
  const { phase, answered, asked, failed, error } = progress
  if (phase === 'broken') {
    return (
      <span class="flex items-center gap-1.5 text-warn">
        <TriangleAlert size={15} aria-hidden="true" class="shrink-0" />
        {error?.kind === 'offline' ? messages.brokenOffline : messages.broken}
      </span>
    )
  }
  return (
    <span class="figures">
      {phase === 'stopped' && `${messages.stopped} · `}
      <span class="max-xs:sr-only">{messages.sources} </span>
      {answered}/{asked}
      {failed > 0 && <span class="text-warn"> · {messages.failed(failed)}</span>}
    </span>
  )
}

function ProgressBar({ progress }: { readonly progress: SearchProgress }) {
  const messages = searchMessages.use()
  const { phase, asked, answered, failed } = progress
  const done = answered + failed
  if (phase !== 'asking') return <div class="h-1" />
  return (
    <div
      role="progressbar"
      aria-label={messages.progress}
      aria-valuemin={0}
      aria-valuemax={asked}
      aria-valuenow={done}
      aria-valuetext={asked === 0 ? messages.starting : messages.answered(answered, asked)}
      class="h-1 overflow-hidden rounded-full bg-line"
    >
      <div
        class="h-full rounded-full bg-accent transition-[width] duration-200"
        style={{ width: `${asked === 0 ? 2 : Math.max(2, (100 * done) / asked)}%` }}
      />
    </div>
  )
}
