// The keys of the search view.
import { Dialog } from '../../components/dialog.tsx'
import { useMessages } from '../../use-messages.ts'
import { moreWorksMessages } from './more-works-messages.ts'

export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const messages = useMessages(moreWorksMessages)
  return (
    <Dialog title={messages.keysTitle} onClose={onClose}>
      <dl class="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 text-sm">
        {messages.keys.map(([keys, meaning]) => (
          <>
            <dt class="font-mono">{keys}</dt>
            <dd>{meaning}</dd>
          </>
        ))}
      </dl>
    </Dialog>
  )
}
