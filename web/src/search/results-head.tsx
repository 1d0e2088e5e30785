// Header of the results: number of links, sources answered and failed, stop and refresh.
import { RefreshCw, Square, TriangleAlert } from 'lucide-preact'
import { useState } from 'preact/hooks'
import type { AskError } from '../fetching.ts'
import { frameWords } from '../frame/words.ts'
import { useWords } from '../language.ts'
import { usePage } from '../page.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import type { Finding } from './finding.ts'
import { loadProblems, useLoaded } from './loaded.ts'
import type { Progress } from './tally.ts'
import { searchWords } from './words.ts'

/** Its height is constant while the search runs. */
export function ResultsHead({ finding }: { readonly finding: Finding }) {
  const messages = useWords(searchWords)
  const progress = finding.progress.value
  const total = finding.rows.value.length
  const isAsking = progress.phase === 'asking'
  return (
    <div>
      <div class="flex min-h-11 items-center gap-x-1">
        <p class="shrink-0 font-semibold figures">{messages.total(total)}</p>
        {(total > 0 || progress.phase !== 'refused') && <Answered progress={progress} />}
        <div class="ms-auto flex">
          {isAsking ? (
            <IconButton icon={Square} size={15} label={messages.stop} onClick={() => finding.stop()} />
          ) : (
            <IconButton
              icon={RefreshCw}
              size={16}
              label={messages.refresh}
              onClick={() => finding.start({ isRefresh: true })}
            />
          )}
        </div>
      </div>
      <Bar progress={progress} />
      <p role="status" class="sr-only">
        {progress.phase === 'done' ? messages.finished(total) : ''}
      </p>
    </div>
  )
}

/** A button with the progress that opens the list of problems. */
function Answered({ progress }: { readonly progress: Progress }) {
  const messages = useWords(searchWords)
  const [isOpen, setOpen] = useState(false)
  const problems = useLoaded(loadProblems, isOpen)
  if (progress.error && progress.phase === 'refused') return <Refused error={progress.error} />
  if (progress.asked === 0) {
    return <p class="text-sm text-soft">{progress.phase === 'asking' ? messages.starting : ''}</p>
  }
  return (
    <>
      <Button
        look="quiet"
        class="min-w-0 !px-2 text-start font-normal!"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <Standing progress={progress} />
      </Button>
      {isOpen && problems && (
        <Dialog title={messages.problems} onClose={() => setOpen(false)}>
          <problems.Problems of={progress} />
        </Dialog>
      )}
    </>
  )
}

/** Existing rows stay; without rows a full-page error is shown as well. */
function Refused({ error: { refusal, retryAfterS } }: { readonly error: AskError }) {
  const messages = useWords(frameWords)
  const { entering } = usePage()
  const next = retryAfterS === undefined ? messages.nextSteps[refusal] : messages.waitSeconds(retryAfterS)
  return (
    <>
      <p role="alert" class="flex min-w-0 items-center gap-1.5 text-sm text-warn">
        <TriangleAlert size={15} aria-hidden="true" class="shrink-0" />
        {messages.refusals[refusal]} {next}
      </p>
      {refusal === 'unauthorized' && (
        <Button
          look="quiet"
          class="shrink-0"
          onClick={() => {
            entering.value = true
          }}
        >
          {messages.login}
        </Button>
      )}
    </>
  )
}

function Standing({ progress }: { readonly progress: Progress }) {
  const messages = useWords(searchWords)
  const { phase, answered, asked, failed, error } = progress
  if (phase === 'broken') {
    return (
      <span class="flex items-center gap-1.5 text-warn">
        <TriangleAlert size={15} aria-hidden="true" class="shrink-0" />
        {error?.refusal === 'offline' ? messages.brokenOffline : messages.broken}
      </span>
    )
  }
  return (
    <span class="figures">
      {phase === 'stopped' && `${messages.stopped} · `}
      {messages.answered(answered, asked)}
      {failed > 0 && <span class="text-warn"> · {messages.failed(failed)}</span>}
    </span>
  )
}

function Bar({ progress }: { readonly progress: Progress }) {
  const messages = useWords(searchWords)
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
