// Leads to the results that joined below while the user read.
import { ArrowUp } from 'lucide-preact'
import { Button } from '../components/button.tsx'
import { useMessages } from '../use-messages.ts'
import { searchMessages } from './messages.ts'

export function NewResultsButton({ added, onShow }: { readonly added: number; readonly onShow: () => void }) {
  const messages = useMessages(searchMessages)
  return (
    <div class="pointer-events-none sticky top-28 z-20 flex h-0 -translate-y-3 justify-center">
      <Button
        look="main"
        icon={ArrowUp}
        class="pointer-events-auto h-9 rounded-full! shadow-lg figures"
        onClick={onShow}
      >
        {messages.newResults(added)}
      </Button>
    </div>
  )
}
