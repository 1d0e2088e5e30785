// The button of a card that unfolds the other works of its title.
import { ChevronDown } from 'lucide-preact'
import type { Result } from '../arrange.ts'
import { titleKey } from '../fold-titles.ts'
import type { ListContext } from '../list-context.ts'
import { moreWorksMessages } from './more-works-messages.ts'

interface SameTitleProps extends Pick<ListContext, 'onUnfold'> {
  readonly item: Result
}

export function SameTitle({ item, onUnfold }: SameTitleProps) {
  const messages = moreWorksMessages.use()
  const { others = 0, isUnfolded = false } = item
  return (
    <button
      type="button"
      aria-expanded={isUnfolded}
      class="relative flex shrink-0 items-center gap-0.5 text-xs text-accent after:absolute after:-top-3.5 after:-bottom-2.5 after:inset-x-0 hover:underline"
      onClick={() => onUnfold(titleKey(item))}
    >
      {messages.sameTitle(others)}
      <ChevronDown size={14} aria-hidden="true" class={isUnfolded ? 'rotate-180' : ''} />
    </button>
  )
}
