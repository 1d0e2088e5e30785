// Buttons that show all hidden lists and restore the defaults, the latter with a confirmation.
import { Eye, RotateCcw } from 'lucide-preact'
import { useRef, useState } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { Button } from '../components/button.tsx'
import { useMessages } from '../use-messages.ts'
import type { LayoutControl } from './board-layout.ts'
import { dialogMessages } from './dialog-messages.ts'

interface ResetProps {
  readonly records: readonly SourceRecord[]
  readonly layout: LayoutControl
  readonly onAnnounce: (text: string) => void
}

export function ArrangeReset({ records, layout, onAnnounce }: ResetProps) {
  const messages = useMessages(dialogMessages).arrange
  const [isConfirming, setConfirming] = useState(false)
  const resetButton = useRef<HTMLButtonElement>(null)
  const { hidden } = layout.layout.value
  const count = records.filter(({ id }) => hidden.includes(id)).length
  const answer = (isYes: boolean) => {
    setConfirming(false)
    // The reset button is rendered again by then.
    requestAnimationFrame(() => resetButton.current?.focus())
    if (!isYes) return
    layout.reset()
    onAnnounce(messages.resetDone)
  }
  if (isConfirming) return <ResetConfirmation onAnswer={answer} />
  return (
    <div class="my-2 flex min-h-9 flex-wrap items-center gap-2">
      <span class="me-auto text-sm text-soft">{messages.hiddenCount(count)}</span>
      <Button icon={Eye} disabled={count === 0} onClick={() => layout.show(...hidden)}>
        {messages.showAll}
      </Button>
      <Button icon={RotateCcw} buttonRef={resetButton} onClick={() => setConfirming(true)}>
        {messages.reset}
      </Button>
    </div>
  )
}

function ResetConfirmation({ onAnswer }: { readonly onAnswer: (isYes: boolean) => void }) {
  const messages = useMessages(dialogMessages).arrange
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
