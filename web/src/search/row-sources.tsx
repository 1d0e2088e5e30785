// Sources of a link: the first one, the others after a click.
import { useState } from 'preact/hooks'
import { sourceName } from '../source-name.ts'
import { searchMessages } from './messages.ts'

/** More would fill a screen. */
const maxNames = 12

/** The names, without an end if there are too many. */
function openText(names: readonly string[]): string {
  return [...names.slice(0, maxNames), ...(names.length > maxNames ? ['…'] : [])].join(' · ')
}

/** Names without links: the page does not send users to channels. */
export function RowSources({ sources }: { readonly sources: readonly string[] }) {
  const messages = searchMessages.use()
  const [isOpen, setOpen] = useState(false)
  const [first = '', ...others] = sources.map(sourceName)
  const more = messages.moreSources(others.length)
  return (
    // Fixed width on phones, so that text beside it does not move as sources are added.
    <span class={isOpen ? '' : 'inline-flex min-h-6 min-w-0 items-center gap-1 max-sm:w-34'}>
      {isOpen ? (
        <span title={sources.map(sourceName).join(' · ')}>{openText([first, ...others])} </span>
      ) : (
        <span class="truncate">{first}</span>
      )}
      {others.length > 0 && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={more}
          title={more}
          class="min-h-6 min-w-8 shrink-0 rounded px-1 text-accent figures hover:bg-raised"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? '−' : `+${others.length}`}
        </button>
      )}
    </span>
  )
}
