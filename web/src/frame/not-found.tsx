// The view for URLs of the page that do not exist.
import { Compass } from 'lucide-preact'
import { EmptyState } from '../components/empty-state.tsx'
import { useMessages } from '../use-messages.ts'
import { frameMessages } from './messages.ts'

export function NotFound() {
  const messages = useMessages(frameMessages)
  return (
    <EmptyState icon={Compass} title={messages.notFound} isWholeView>
      <a class="rounded-lg bg-accent px-4 py-2 text-sm font-medium text-on-accent" href="/">
        {messages.toSearch}
      </a>
    </EmptyState>
  )
}
