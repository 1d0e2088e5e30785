// The dialog that searches a word in all lists.
import { DatabaseZap, Search, SearchX } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import type { FindAnswer } from '../../../src/contract/hotlist-find.ts'
import { useWords } from '../language.ts'
import { usePage } from '../page.ts'
import { Dialog } from '../parts/dialog.tsx'
import { RefusalPage } from '../parts/refusal-page.tsx'
import { StatePage } from '../parts/state-page.tsx'
import { FoundRow } from './found-row.tsx'
import { browserTimers } from './timers.ts'
import { WordBox } from './word-box.tsx'
import { createWordSearch, type WordSearch } from './word-search.ts'
import { moreWords } from './words-more.ts'

interface FindWordProps {
  readonly records: readonly SourceRecord[]
  readonly onClose: () => void
}

export function FindWord({ records, onClose }: FindWordProps) {
  const messages = useWords(moreWords).word
  const { asking } = usePage()
  const search = useMemo(
    () => createWordSearch({ ask: (path, want) => asking.json<FindAnswer>(path, want), timers: browserTimers }),
    [asking],
  )
  useEffect(() => search.stop, [search])
  return (
    <Dialog title={messages.title} onClose={onClose}>
      <div class="flex h-[70dvh] flex-col gap-2">
        <WordBox onType={search.type} onEnter={search.askNow} />
        <Summary search={search} />
        <div class="-mx-2 min-h-0 flex-1 overflow-y-auto px-2">
          <Results search={search} lists={records.length} onLeave={onClose} />
        </div>
      </div>
    </Dialog>
  )
}

/** Number of hits and of lists searched. */
function Summary({ search }: { readonly search: WordSearch }) {
  const messages = useWords(moreWords).word
  const { isAsking, found, error } = search.state.value
  const { total, count, searched, lists } = found?.answer ?? { total: 0, count: 0, searched: 0, lists: 0 }
  const parts = [messages.found(total, count), messages.searched(searched)]
  if (lists > searched) parts.push(messages.unloaded(lists - searched))
  const told = isAsking ? messages.asking : parts.join(' · ')
  return (
    <p role="status" class="min-h-4 shrink-0 px-1 text-xs text-soft">
      {error || !(found || isAsking) ? '' : told}
    </p>
  )
}

interface ResultsProps {
  readonly search: WordSearch
  readonly lists: number
  readonly onLeave: () => void
}

function Results({ search, lists, onLeave }: ResultsProps) {
  const messages = useWords(moreWords).word
  const { isAsking, found, error } = search.state.value
  if (error) return <RefusalPage error={error} onRetry={search.askNow} />
  if (!found) return isAsking ? null : <Beginning />
  if (found.answer.searched === 0 && lists > 0)
    return <StatePage icon={DatabaseZap} title={messages.nothingKept} text={messages.nothingKeptHint} />
  if (found.answer.count === 0) return <NoneFound typed={found.typed} isPartial={found.answer.searched < lists} />
  return (
    <ol aria-label={messages.results} aria-busy={isAsking} class="divide-y divide-line aria-busy:opacity-60">
      {found.answer.results.map((result) => (
        <FoundRow key={`${result.id} ${result.item.id}`} found={result} typed={found.typed} onLeave={onLeave} />
      ))}
    </ol>
  )
}

function Beginning() {
  const messages = useWords(moreWords).word
  return (
    <Told>
      <Search size={28} aria-hidden="true" class="text-soft" />
      <p>{messages.hint}</p>
      <p class="text-soft">{messages.keptOnly}</p>
    </Told>
  )
}

function Told({ children }: { readonly children: ComponentChildren }) {
  return <div class="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-14 text-center text-sm">{children}</div>
}

interface NoneProps {
  readonly typed: string
  /** Whether some lists were not searched. */
  readonly isPartial: boolean
}

function NoneFound({ typed, isPartial }: NoneProps) {
  const messages = useWords(moreWords).word
  return (
    <StatePage icon={SearchX} title={messages.none(typed)} text={messages.noneHint}>
      {isPartial && <p class="text-sm text-soft">{messages.keptOnly}</p>}
    </StatePage>
  )
}
