// Explains why there are no results, and what to do about it.
import { CircleStop, FilterX, Inbox, SearchX, ServerCrash, Unplug } from 'lucide-preact'
import { useWords } from '../language.ts'
import { Button } from '../parts/button.tsx'
import { RefusalPage } from '../parts/refusal-page.tsx'
import { StatePage } from '../parts/state-page.tsx'
import { noAsk, type SearchAsk } from './ask.ts'
import type { Finding } from './finding.ts'
import { loadProblems, useLoaded } from './loaded.ts'
import { noRowsWords } from './no-rows-words.ts'
import type { Arranged } from './order.ts'
import type { Progress } from './tally.ts'

export interface NoRowsProps {
  readonly ask: SearchAsk
  readonly finding: Finding
  readonly arranged: Arranged
  readonly onChange: (part: Partial<SearchAsk>) => void
  readonly onAsk: (ask: SearchAsk) => void
}

export function NoRows(props: NoRowsProps) {
  const { finding } = props
  const progress = finding.progress.value
  if (finding.rows.value.length > 0) return <AllHidden {...props} />
  if (progress.error && progress.phase === 'refused') {
    // It may have been restarted already, when the browser came back online.
    const retry = () => finding.progress.peek().phase === 'refused' && finding.start()
    return <RefusalPage error={progress.error} onRetry={retry} />
  }
  return (
    <>
      <Nothing {...props} progress={progress} />
      {whyNothing(progress) === 'allFailed' && <Why progress={progress} />}
    </>
  )
}

/** If all sources failed, shows the reasons without a click. */
function Why({ progress }: { readonly progress: Progress }) {
  const problems = useLoaded(loadProblems, true)
  return <div class="mx-auto min-h-40 max-w-xl">{problems && <problems.Problems of={progress} />}</div>
}

/** There are links, but filters hide all of them. */
function AllHidden({ ask, finding, arranged, onChange }: NoRowsProps) {
  const messages = useWords(noRowsWords)
  const { filtered, dead, counts } = arranged
  const isOtherTab = ask.tab !== 'all' && (counts.get('all') ?? 0) > 0
  const reasons = [
    ...(filtered > 0 ? [messages.filteredBy.words] : []),
    ...(dead > 0 ? [messages.filteredBy.dead] : []),
    ...(isOtherTab ? [messages.filteredBy.tab] : []),
  ]
  return (
    <StatePage icon={FilterX} title={messages.allFiltered(finding.rows.value.length)} text={reasons.join(' · ')}>
      {isOtherTab && <Button onClick={() => onChange({ tab: 'all' })}>{messages.showAllTabs}</Button>}
      {filtered > 0 && <Button onClick={() => onChange({ include: [], exclude: [] })}>{messages.clearWords}</Button>}
      {dead > 0 && <Button onClick={() => onChange({ hidesDead: false })}>{messages.showDead}</Button>}
    </StatePage>
  )
}

type EmptyReason = 'noSources' | 'allFailed' | 'stopped' | 'broken' | 'none'

function whyNothing({ phase, asked, answered, failed }: Progress): EmptyReason {
  if (phase === 'broken' || phase === 'stopped') return phase
  if (asked === 0) return 'noSources'
  return failed > 0 && answered === 0 ? 'allFailed' : 'none'
}

function Nothing({ ask, finding, progress, onAsk }: NoRowsProps & { readonly progress: Progress }) {
  const messages = useWords(noRowsWords)
  const why = whyNothing(progress)
  const late = progress.asked - progress.answered - progress.failed
  const isNarrow = ask.src !== 'all' || ask.types.length + ask.channels.length + ask.plugins.length > 0
  const { icon, title, text } = {
    noSources: { icon: Inbox, title: messages.noSources, text: messages.noSourcesWhy },
    allFailed: { icon: ServerCrash, title: messages.allFailed, text: messages.allFailedWhy },
    stopped: { icon: CircleStop, title: messages.stoppedTitle, text: messages.stoppedWhy },
    broken: { icon: Unplug, title: messages.brokenTitle, text: messages.brokenWhy },
    none: { icon: SearchX, title: messages.none, text: isNarrow ? messages.noneNarrow : messages.noneWhy },
  }[why]
  const isLate = why === 'none' && late > 0
  const widen = () => onAsk({ ...noAsk, kw: ask.kw, sort: ask.sort, hidesDead: ask.hidesDead })
  return (
    <StatePage icon={icon} title={title} text={isLate ? messages.noneLate(late) : text} isAlert={why === 'allFailed'}>
      {isNarrow && (
        <Button look="main" onClick={widen}>
          {messages.everywhere}
        </Button>
      )}
      {(why !== 'none' || isLate) && why !== 'noSources' && (
        <Button look={isNarrow ? 'plain' : 'main'} onClick={() => finding.start({ isRefresh: why === 'allFailed' })}>
          {messages.again}
        </Button>
      )}
    </StatePage>
  )
}
