// Filters above the works: what works, the user's clouds, attributes with their number.
import { Settings2 } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button, IconButton } from '../../components/button.tsx'
import { useMessages } from '../../use-messages.ts'
import { useLazyModule } from '../lazy-parts.ts'
import type { SearchState } from '../search-state.ts'
import type { ArrangedWorks } from './arrange-works.ts'
import { attributeFilters, filterLabel } from './attribute-filters.ts'
import type { MyClouds } from './my-clouds.ts'
import { ExportButton, type ExportButtonProps, ViewButton } from './view-buttons.tsx'
import { worksMessages } from './works-messages.ts'

interface ToolsProps extends ExportButtonProps {
  readonly ask: SearchState
  readonly arranged: ArrangedWorks
  readonly myClouds: MyClouds
  /** Before, the numbers change with every source. */
  readonly hasEnded: boolean
  readonly onChange: (part: Partial<SearchState>) => void
}

export function WorkTools({ ask, arranged, myClouds, hasEnded, exported, selection, onChange }: ToolsProps) {
  const messages = useMessages(worksMessages)
  const toggle = (id: string) =>
    onChange({ attributes: [...new Set(ask.attributes).symmetricDifference(new Set([id]))] })
  return (
    <div class="flex h-full items-center gap-1.5">
      <fieldset
        aria-label={messages.filters}
        class="flex min-w-0 flex-1 gap-1.5 overflow-x-auto fade-end [scrollbar-width:none] [&>button]:shrink-0 [&>button]:-outline-offset-2"
      >
        <Button aria-pressed={ask.hidesDead} onClick={() => onChange({ hidesDead: !ask.hidesDead })}>
          {messages.onlyWorking}
        </Button>
        <MyCloudsButtons myClouds={myClouds} />
        <Button
          aria-pressed={ask.sort === 'time'}
          onClick={() => onChange({ sort: ask.sort === 'time' ? 'best' : 'time' })}
        >
          {messages.newest}
        </Button>
        {attributeFilters(hasEnded ? arranged.works : [], ask.attributes).map(({ id, count }) => (
          <Button key={id} aria-pressed={ask.attributes.includes(id)} onClick={() => toggle(id)}>
            {filterLabel(id, messages)}
            <span class="text-xs text-soft figures">{count}</span>
          </Button>
        ))}
      </fieldset>
      <ViewButton ask={ask} onChange={onChange} />
      <ExportButton exported={exported} selection={selection} />
    </div>
  )
}

function loadMyClouds() {
  return import('./my-clouds-dialog.tsx')
}

/** The first press asks which they are. */
function MyCloudsButtons({ myClouds: { clouds, isOnly } }: Pick<ToolsProps, 'myClouds'>) {
  const messages = useMessages(worksMessages)
  const [isOpen, setOpen] = useState(false)
  const dialog = useLazyModule(loadMyClouds, isOpen)
  const isChosen = clouds.value.length > 0
  return (
    <>
      <Button
        aria-pressed={isChosen && isOnly.value}
        onClick={() => (isChosen ? isOnly.set(!isOnly.value) : setOpen(true))}
      >
        {messages.onlyMine}
      </Button>
      {isChosen && (
        <IconButton
          icon={Settings2}
          size={16}
          label={messages.chooseMine}
          class="-ms-1.5 -outline-offset-2!"
          onClick={() => setOpen(true)}
        />
      )}
      {isOpen && dialog && <dialog.MyCloudsDialog clouds={clouds} onClose={() => setOpen(false)} />}
    </>
  )
}
