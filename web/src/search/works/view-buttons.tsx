// Buttons of both views of results: switch the view, and export.
import { LayoutGrid, List, Share2 } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { useMessages } from '../../use-messages.ts'
import { useLazyModule } from '../lazy-parts.ts'
import type { SearchState } from '../search-state.ts'
import type { ExportedWork } from './export-links.ts'
import type { Selection } from './selection.ts'
import { worksMessages } from './works-messages.ts'

interface ViewButtonProps {
  readonly ask: SearchState
  readonly onChange: (part: Partial<SearchState>) => void
}

/** Switches between works and links. Filters of links are for that view only. */
export function ViewButton({ ask, onChange }: ViewButtonProps) {
  const messages = useMessages(worksMessages)
  const isWorks = ask.view === 'works'
  return (
    <Button
      icon={isWorks ? List : LayoutGrid}
      class="shrink-0 max-sm:!px-2"
      onClick={() => onChange(isWorks ? { view: 'links' } : { view: 'works', tab: 'all', include: [], exclude: [] })}
    >
      <span class="max-sm:sr-only">{isWorks ? messages.toLinks : messages.toWorks}</span>
    </Button>
  )
}

export interface ExportButtonProps {
  /** The exported rows: the selected ones, else all that are shown. */
  readonly exported: () => readonly ExportedWork[]
  readonly selection: Selection
}

function loadExport() {
  return import('./export-dialog.tsx')
}

function loadSelectionBar() {
  return import('./selection-bar.tsx')
}

/** Copies, shares, saves and selects results. */
export function ExportButton({ exported, selection }: ExportButtonProps) {
  const messages = useMessages(worksMessages)
  const [isOpen, setOpen] = useState(false)
  const dialog = useLazyModule(loadExport, isOpen)
  const isSelecting = selection.isOpen.value
  const bar = useLazyModule(loadSelectionBar, isSelecting)
  return (
    <>
      <Button icon={Share2} class="shrink-0 max-sm:!px-2" onClick={() => setOpen(true)}>
        <span class="max-sm:sr-only">{messages.export}</span>
      </Button>
      {isOpen && dialog && (
        <dialog.ExportDialog exported={exported()} selection={selection} onClose={() => setOpen(false)} />
      )}
      {isSelecting && bar && <bar.SelectionBar selection={selection} onExport={() => setOpen(true)} />}
    </>
  )
}
