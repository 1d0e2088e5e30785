// Leads to the results that joined below: beside the tools, where it covers nothing.
import { ArrowUp } from 'lucide-preact'
import { Button } from '../components/button.tsx'
import { toolMessages } from './tool-messages.ts'

export function NewResultsButton({ added, onShow }: { readonly added: number; readonly onShow: () => void }) {
  const label = toolMessages.use().newResults(added)
  return (
    <Button look="main" icon={ArrowUp} aria-label={label} class="my-0.5 h-11 shrink-0 figures" onClick={onShow}>
      <span aria-hidden="true" class="sm:hidden">
        {added}
      </span>
      <span class="max-sm:sr-only">{label}</span>
    </Button>
  )
}
