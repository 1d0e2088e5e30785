// Above the front page: what was pasted, if it is a channel or a page, and one button for what can be made of it.
import { X } from 'lucide-preact'
import { IconButton } from '../../components/button.tsx'
import { ChannelBanner } from './channel-banner.tsx'
import { PageBanner } from './page-banner.tsx'
import { pastedMessages } from './pasted-messages.ts'
import { recognisePasted } from './recognise-pasted.ts'

interface PastedProps {
  readonly text: string
  /** Called when it was added or closed. */
  readonly onDone: () => void
}

/** Renders nothing for another text, which an address may have. */
export function PastedBanner({ text, onDone }: PastedProps) {
  const messages = pastedMessages.use()
  const pasted = recognisePasted(text)
  if (!pasted) return null
  return (
    <div class="flex items-start gap-2 rounded-xl bg-wash py-2 ps-4 pe-1 text-sm">
      <div role="status" class="flex min-w-0 flex-1 flex-col gap-2 py-1.5">
        {pasted.kind === 'channel' ? (
          <ChannelBanner name={pasted.name} onDone={onDone} />
        ) : (
          <PageBanner url={pasted.url} onDone={onDone} />
        )}
      </div>
      <IconButton icon={X} label={messages.close} class="size-11!" onClick={onDone} />
    </div>
  )
}
