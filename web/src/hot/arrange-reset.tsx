// Buttons that show all hidden lists and restore the defaults, the latter with a confirmation.
import { Eye, RotateCcw } from 'lucide-preact'
import { useRef, useState } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { useWords } from '../language.ts'
import { Button } from '../parts/button.tsx'
import type { LayoutControl } from './layout.ts'
import { moreWords } from './words-more.ts'

interface ResetProps {
  readonly records: readonly SourceRecord[]
  readonly layout: LayoutControl
  readonly onTell: (text: string) => void
}

export function ArrangeReset({ records, layout, onTell }: ResetProps) {
  const words = useWords(moreWords).arrange
  const [isAsked, setAsked] = useState(false)
  const asks = useRef<HTMLButtonElement>(null)
  const { hidden } = layout.layout.value
  const count = records.filter(({ id }) => hidden.includes(id)).length
  const answer = (isYes: boolean) => {
    setAsked(false)
    // The reset button is rendered again by then.
    requestAnimationFrame(() => asks.current?.focus())
    if (!isYes) return
    layout.reset()
    onTell(words.resetDone)
  }
  if (isAsked) return <Sure onAnswer={answer} />
  return (
    <div class="my-2 flex min-h-9 flex-wrap items-center gap-2">
      <span class="me-auto text-sm text-soft">{words.hiddenCount(count)}</span>
      <Button icon={Eye} disabled={count === 0} onClick={() => layout.show(...hidden)}>
        {words.showAll}
      </Button>
      <Button icon={RotateCcw} buttonRef={asks} onClick={() => setAsked(true)}>
        {words.reset}
      </Button>
    </div>
  )
}

function Sure({ onAnswer }: { readonly onAnswer: (isYes: boolean) => void }) {
  const words = useWords(moreWords).arrange
  return (
    <div role="alert" class="my-2 flex min-h-9 flex-wrap items-center gap-2">
      <span class="me-auto text-sm">{words.resetSure}</span>
      <Button look="main" buttonRef={focused} onClick={() => onAnswer(true)}>
        {words.resetYes}
      </Button>
      <Button onClick={() => onAnswer(false)}>{words.resetNo}</Button>
    </div>
  )
}

function focused(button: HTMLButtonElement | null): void {
  button?.focus()
}
