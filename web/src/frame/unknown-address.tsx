// The view of an address that the page does not have. Loaded when one is opened.
import { Compass } from 'lucide-preact'
import { EmptyState } from '../components/empty-state.tsx'
import { frameMessages } from '../frame-messages.ts'
import { useMessages } from '../use-messages.ts'

export function UnknownAddress() {
  const messages = useMessages(frameMessages)
  return (
    <EmptyState icon={Compass} title={messages.notFound} isWholeView>
      <a class="rounded-lg bg-accent px-4 py-2 text-sm font-medium text-on-accent" href="/">
        {messages.toSearch}
      </a>
    </EmptyState>
  )
}
