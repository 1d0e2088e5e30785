// Shown below the form before a search: what can be searched, saved and recent searches, and what others watch and read.

import { useEffect, useMemo, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { cloudTypes } from '../../../src/contract/cloud-types.ts'
import type { HealthResponse } from '../../../src/contract/search.ts'
import { Button } from '../components/button.tsx'
import { cloudNames, shortCloudNames } from '../components/cloud-names.ts'
import { LoadErrorToast, lazyComponent, Nothing } from '../components/lazy.tsx'
import { useContent } from '../components/use-content.ts'
import { usePage } from '../page-context.ts'
import { useAnswer } from '../use-answer.ts'
import { frontMessages } from './front/front-messages.ts'
import { HistoryList, SavedList } from './front/saved-list.tsx'
import { createSearchHistory } from './history.ts'
import type { SearchState } from './search-state.ts'
import { rawKeyword } from './search-url.ts'
import { useMyClouds } from './works/my-clouds.ts'

interface WelcomeProps {
  /** A channel or a page that was pasted. */
  readonly pasted: string | undefined
  readonly onPick: (ask: SearchState) => void
  /** Called with what to search for, where the URL has the text of a share, from an app or an older address. */
  readonly onRead: (read: Pick<SearchState, 'kw' | 'share'>) => void
}

const OwnerLine = lazyComponent(async () => (await import('./front/owner-line.tsx')).OwnerLine, Nothing)
const PosterRows = lazyComponent(async () => (await import('./front/poster-rows.tsx')).PosterRows, Nothing)

const PastedBanner = lazyComponent(
  async () => (await import('./pasted/pasted-banner.tsx')).PastedBanner,
  LoadErrorToast,
)

export function Welcome({ pasted, onPick, onRead }: WelcomeProps) {
  const { storage } = usePage()
  const searchHistory = useMemo(() => createSearchHistory(storage), [storage])
  useContent(true)
  useSharedText(onRead)
  const isIdle = useIsIdle()
  return (
    <>
      <div class="flex flex-wrap items-center gap-x-4 gap-y-2 pt-1 [&>:not(p,a)]:basis-full">
        {pasted && <PastedBanner key={pasted} text={pasted} onDone={() => onRead({ kw: '', share: undefined })} />}
        <ScopeLine />
        {isIdle && <OwnerLine />}
        <SavedList />
        <HistoryList history={searchHistory} onPick={onPick} />
        <MyCloudsLine />
      </div>
      {isIdle && <PosterRows />}
    </>
  )
}

function useSharedText(onRead: WelcomeProps['onRead']): void {
  const { api } = usePage()
  const { url } = useLocation()
  useEffect(() => {
    const text = rawKeyword(new URLSearchParams(location.search))
    if (text === '') return
    // Without the part that reads shares, it is left as it is.
    import('./pasted/read-text.ts')
      .then(async ({ readText }) => onRead(await readText(text, api)))
      .catch(() => undefined)
  }, [url])
}

/** Posters wait until the page has been painted and loaded. */
function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    // Not every browser has `requestIdleCallback`.
    const timer = setTimeout(() => setIdle(true), 200)
    return () => clearTimeout(timer)
  }, [])
  return isIdle
}

function MyCloudsLine() {
  const messages = frontMessages.use()
  const names = cloudNames.use()
  const shortNames = shortCloudNames.use()
  const { clouds } = useMyClouds()
  const chosen = clouds.value
  const [isChoosing, setChoosing] = useState(chosen.length === 0)
  if (!isChoosing)
    return (
      <div class="flex min-h-9 flex-wrap items-center gap-x-2 text-sm">
        <p>
          <span class="font-semibold text-soft">{messages.myClouds}</span>{' '}
          {chosen.map((type) => names[type]).join(' · ')}
        </p>
        <Button look="quiet" onClick={() => setChoosing(true)}>
          {messages.change}
        </Button>
      </div>
    )
  return (
    <fieldset class="min-w-0 text-sm">
      <legend class="float-start pe-3 leading-9 font-semibold text-soft">{messages.chooseClouds}</legend>
      <div class="flex gap-2 max-sm:fade-end max-sm:overflow-x-auto max-sm:[scrollbar-width:none] sm:flex-wrap">
        {cloudTypes.map((type) => {
          const isMine = chosen.includes(type)
          const toggled = cloudTypes.filter((other) => (other === type ? !isMine : chosen.includes(other)))
          return (
            <Button key={type} aria-pressed={isMine} class="shrink-0 rounded-full!" onClick={() => clouds.set(toggled)}>
              {shortNames[type]}
            </Button>
          )
        })}
      </div>
    </fieldset>
  )
}

const dots = { ok: 'bg-good', degraded: 'bg-warn', down: 'bg-bad', unknown: 'border border-edge' } as const

/** After a start, the check of Telegram takes some seconds. */
const unknownAgainMs = 3_000

/** Its height is the same before the answer; it stays empty if there is none. */
function ScopeLine() {
  const messages = frontMessages.use()
  const { answer: health, retry } = useAnswer<HealthResponse>('/api/health', { isBackground: true })
  const state = health?.status_basis === 'none' ? 'unknown' : health?.status
  useEffect(() => {
    if (state !== 'unknown') return
    const timer = setTimeout(retry, unknownAgainMs)
    return () => clearTimeout(timer)
  }, [state, health])
  if (health?.telegram.state === 'unreachable') return <Unreachable />
  return (
    <p class="flex h-9 items-center text-sm text-soft">
      {health && state && (
        <a href="/status" class="inline-flex min-h-9 items-center gap-2 hover:text-ink hover:underline">
          <span aria-hidden="true" class={`size-2 rounded-full ${dots[state]}`} />
          <span class="figures">
            {messages.scope(
              messages.channels(health.channels_count),
              messages.sites(health.plugin_count),
              messages[state],
            )}
          </span>
        </a>
      )}
    </p>
  )
}

/** The way on stands here, because most searches would bring nothing. */
function Unreachable() {
  const { telegram, telegramHint } = frontMessages.use()
  return (
    <div role="status" class="text-sm">
      <a href="/settings#proxy" class="inline-flex min-h-9 items-center gap-2 font-medium hover:underline">
        <span aria-hidden="true" class="size-2 rounded-full bg-bad" />
        {telegram}
      </a>
      <p class="text-soft">{telegramHint}</p>
    </div>
  )
}
