// The hot-lists view: loads the list of sources, then shows the board.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { now } from '../clock.ts'
import { ErrorPage } from '../components/error-page.tsx'
import { usePage } from '../page-context.ts'
import { useAnswer } from '../use-answer.ts'
import { getBoard } from './board-context.ts'
import { BoardView } from './board-view.tsx'
import { hotMessages } from './messages.ts'

interface SourcesAnswer {
  readonly timestamp: number
  readonly sources: readonly SourceRecord[]
}

export function HotView() {
  const messages = hotMessages.use()
  useEffect(() => {
    document.title = `${messages.title} - Trawl`
  }, [messages])
  return (
    <>
      <h1 class="sr-only">{messages.title}</h1>
      <Sources />
    </>
  )
}

function Sources() {
  const page = usePage()
  const board = getBoard(page, now)
  const { answer, error, retry } = useAnswer<SourcesAnswer>('/api/v1/sources')
  const token = page.credential.value
  const knownToken = useRef(token)
  useEffect(() => {
    if (knownToken.current !== token) board.onCredentialChange()
    knownToken.current = token
  }, [board, token])
  useLayoutEffect(() => {
    if (!answer) return
    board.lastSeen.onServerTime(answer.timestamp)
    board.records.value = answer.sources.filter(({ enabled }) => enabled)
  }, [board, answer])
  if (board.records.value.length > 0 || answer)
    return <BoardView board={board} isEmpty={answer?.sources.length === 0} />
  return error ? <ErrorPage error={error} onRetry={retry} /> : <BoardSkeleton />
}

/** Placeholder of the board until the sources are loaded. */
function BoardSkeleton() {
  const messages = hotMessages.use()
  return (
    <div role="status" class="h-[calc(100dvh-9.5rem)] pt-2">
      <span class="sr-only">{messages.loading}</span>
      <div class="h-9 rounded-lg bg-raised" />
      <div class="mt-3 grid h-full grid-cols-[repeat(auto-fill,minmax(19rem,1fr))] gap-3 overflow-hidden">
        {[1, 2, 3, 4].map((column) => (
          <div key={column} class="rounded-xl border border-line bg-card" />
        ))}
      </div>
    </div>
  )
}
