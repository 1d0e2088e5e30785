// The bar at the foot of the screen: counts the selected works or links, and has the actions for them.
import { Share2, X } from 'lucide-preact'
import { Button, IconButton } from '../../components/button.tsx'
import { useMessages } from '../../use-messages.ts'
import { moreWorksMessages } from './more-works-messages.ts'
import type { Selection } from './selection.ts'

interface BarProps {
  readonly selection: Selection
  readonly onExport: () => void
}

export function SelectionBar({ selection, onExport }: BarProps) {
  const messages = useMessages(moreWorksMessages)
  const count = selection.keys.value.size
  return (
    <div class="fixed inset-x-0 bottom-16 z-30 mx-auto flex w-max items-center gap-2 rounded-xl border border-line bg-card py-1 ps-4 pe-1 shadow-lg sm:bottom-4">
      <span role="status" class="text-sm figures">
        {messages.selected(count)}
      </span>
      <Button icon={Share2} disabled={count === 0} onClick={onExport}>
        {messages.export}
      </Button>
      <IconButton icon={X} label={messages.done} onClick={() => selection.close()} />
    </div>
  )
}
