// The keys of all views.
import { Dialog } from '../components/dialog.tsx'
import { boardKeys } from '../hot/keys.ts'
import { paletteMessages } from './palette-messages.ts'

export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const messages = paletteMessages.use()
  const groups = [
    [messages.keyGroups.everywhere, messages.keyTable.everywhere],
    [messages.keyGroups.results, messages.keyTable.results],
    [messages.keyGroups.board, boardKeys.use()],
  ] as const
  return (
    <Dialog title={messages.keys} onClose={onClose}>
      {groups.map(([group, keys]) => (
        <section key={group} class="mb-4 last:mb-0">
          <h3 class="mb-2 text-sm font-semibold text-soft">{group}</h3>
          <dl class="grid grid-cols-[7rem_1fr] items-center gap-x-4 gap-y-2 text-sm">
            {Object.entries(keys).map(([key, meaning]) => (
              <>
                <dt class="font-mono">{key}</dt>
                <dd>{meaning}</dd>
              </>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
