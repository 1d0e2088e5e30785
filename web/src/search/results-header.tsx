// Header of the results: number of links, sources answered and failed; save, stop and refresh.

import { RefreshCw, Search, Square, TriangleAlert } from 'lucide-preact'
import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
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
import type { Selection } from './works/selection.ts'
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
        <p
          class={`figures ${isWorks ? 'shrink-0 text-sm text-soft max-xs:sr-only' : 'shrink-99 truncate font-semibold max-xs:text-sm'}`}
        >
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
        class="min-w-0 !px-2 max-xs:!px-1 text-start font-normal! whitespace-nowrap"
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
  const login = () => {
    isLoginOpen.value = true
  }
  const next = retryAfterS === undefined ? messages.nextSteps[kind] : messages.waitSeconds(retryAfterS)
  return (
    <>
      <p role="alert" class="flex min-w-0 items-center gap-1.5 text-sm text-warn">
        <TriangleAlert size={15} aria-hidden="true" class="shrink-0" />
        {messages.errors[kind]} {next}
      </p>
      {kind === 'unauthorized' && (
        <Button look="quiet" class="shrink-0" onClick={login}>
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

interface StickyProps {
  readonly kw: string
  readonly selection: Selection
  /** Stands beside the tools at their end. */
  readonly aside: ComponentChildren
  readonly children: ComponentChildren
}

/** The keyword moves the tools by a transform, which is no layout shift. */
export function StickyTools({ kw, selection, aside, children }: StickyProps) {
  const messages = searchMessages.use()
  const tools = useRef<HTMLDivElement>(null)
  // A transform would move the bar of the selection, which is fixed to the screen.
  const hasKeyword = useIsOnWayUp(tools) && !selection.isOpen.value
  return (
    <div
      ref={tools}
      class={`sticky top-0 z-10 -mx-3 flex min-h-12 gap-2 bg-ground px-3 transition-transform sm:-mx-5 sm:px-5 ${hasKeyword ? 'translate-y-11' : ''}`}
    >
      {hasKeyword && (
        <button
          type="button"
          aria-label={`${messages.search} ${kw}`}
          class="absolute inset-x-0 bottom-full flex h-11 items-center gap-2 bg-ground px-3 text-start -outline-offset-2! hover:bg-raised sm:px-5"
          onClick={focusBox}
        >
          <Search size={18} aria-hidden="true" class="shrink-0 text-soft" />
          <span class="truncate">{kw}</span>
        </button>
      )}
      <div class="min-w-0 flex-1">{children}</div>
      {aside}
    </div>
  )
}

/** Scrolling by less is no change of direction. */
const minStepPx = 8

/** Whether the last scrolling was upwards, while the tools are at the top of the screen and not at their own place below the box. */
function useIsOnWayUp(tools: RefObject<HTMLElement>): boolean {
  const [isUp, setUp] = useState(false)
  useEffect(() => {
    let last = scrollY
    const onScroll = () => {
      const step = scrollY - last
      const isStuck = (tools.current?.previousElementSibling?.getBoundingClientRect().bottom ?? 0) < 0
      if (!isStuck) setUp(false)
      if (Math.abs(step) < minStepPx) return
      last = scrollY
      setUp(step < 0 && isStuck)
    }
    addEventListener('scroll', onScroll, { passive: true })
    return () => removeEventListener('scroll', onScroll)
  }, [tools])
  return isUp
}

function focusBox(): void {
  scrollTo({ top: 0, behavior: 'instant' })
  const box = document.querySelector<HTMLInputElement>('main input[name=kw]')
  box?.focus()
  box?.select()
}
