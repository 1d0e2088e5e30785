// The keys of all views.
import { Dialog } from '../../components/dialog.tsx'
import { useMessages } from '../../use-messages.ts'
import { paletteMessages } from './palette-messages.ts'

const groups = ['everywhere', 'results'] as const

export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const messages = useMessages(paletteMessages)
  return (
    <Dialog title={messages.keys} onClose={onClose}>
      {groups.map((group) => (
        <section key={group} class="mb-4 last:mb-0">
          <h3 class="mb-2 text-sm font-semibold text-soft">{messages.keyGroups[group]}</h3>
          <dl class="grid grid-cols-[7rem_1fr] items-center gap-x-4 gap-y-2 text-sm">
            {messages.keyTable[group].map(([keys, meaning]) => (
              <>
                <dt class="font-mono">{keys}</dt>
                <dd>{meaning}</dd>
              </>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
