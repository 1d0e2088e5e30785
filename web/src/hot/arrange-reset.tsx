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
  const messages = useWords(moreWords).arrange
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
    onTell(messages.resetDone)
  }
  if (isAsked) return <Sure onAnswer={answer} />
  return (
    <div class="my-2 flex min-h-9 flex-wrap items-center gap-2">
      <span class="me-auto text-sm text-soft">{messages.hiddenCount(count)}</span>
      <Button icon={Eye} disabled={count === 0} onClick={() => layout.show(...hidden)}>
        {messages.showAll}
      </Button>
      <Button icon={RotateCcw} buttonRef={asks} onClick={() => setAsked(true)}>
        {messages.reset}
      </Button>
    </div>
  )
}

function Sure({ onAnswer }: { readonly onAnswer: (isYes: boolean) => void }) {
  const messages = useWords(moreWords).arrange
  return (
    <div role="alert" class="my-2 flex min-h-9 flex-wrap items-center gap-2">
      <span class="me-auto text-sm">{messages.resetSure}</span>
      <Button look="main" buttonRef={focused} onClick={() => onAnswer(true)}>
        {messages.resetYes}
      </Button>
      <Button onClick={() => onAnswer(false)}>{messages.resetNo}</Button>
    </div>
  )
}

function focused(button: HTMLButtonElement | null): void {
  button?.focus()
}
