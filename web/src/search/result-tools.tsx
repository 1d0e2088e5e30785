// Filters of the results and how they are shown: what works, the user's clouds, order, words, attributes with their number; density, export.
import { Filter, LayoutGrid, List, Settings2, Share2 } from 'lucide-preact'
import { useEffect, useId, useState } from 'preact/hooks'
import { Button, IconButton } from '../components/button.tsx'
import { LoadErrorToast, lazyComponent } from '../components/lazy.tsx'
import { TextField } from '../components/text-field.tsx'
import { useMessages } from '../use-messages.ts'
import type { Arranged } from './arrange.ts'
import { attributeFilters, filterLabel } from './attribute-filters.ts'
import { searchMessages } from './messages.ts'
import type { SearchSession } from './search-session.ts'
import type { SearchState } from './search-state.ts'
import { splitWords } from './search-url.ts'
import type { ExportedWork } from './works/export-links.ts'
import type { MyClouds } from './works/my-clouds.ts'
import type { Selection } from './works/selection.ts'
import { worksMessages } from './works/works-messages.ts'

interface ToolsProps {
  readonly ask: SearchState
  readonly shown: Arranged
  readonly session: SearchSession
  readonly myClouds: MyClouds
  /** The selected results, else all. */
  readonly exported: () => readonly ExportedWork[]
  readonly selection: Selection
  readonly onChange: (part: Partial<SearchState>) => void
}

export function ResultTools({ ask, shown, session, myClouds, exported, selection, onChange }: ToolsProps) {
  const messages = useMessages(worksMessages)
  const labels = useMessages(searchMessages)
  const words = ask.include.length + ask.exclude.length
  const [isOpen, setOpen] = useState(words > 0)
  const id = useId()
  // Before, the numbers change with every source.
  const counted = session.progress.value.phase === 'asking' ? [] : shown.results
  const toggle = (attribute: string) =>
    onChange({ attributes: [...new Set(ask.attributes).symmetricDifference(new Set([attribute]))] })
  return (
    <>
      <div class="flex h-12 items-center gap-1.5">
        <fieldset
          aria-label={messages.filters}
          class="flex min-w-0 flex-1 gap-1.5 overflow-x-auto fade-end [scrollbar-width:none] [&>button]:min-h-11 [&>button]:shrink-0 [&>button]:-outline-offset-2"
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
          <Button
            icon={Filter}
            aria-expanded={isOpen}
            aria-controls={id}
            aria-pressed={words > 0}
            onClick={() => setOpen(!isOpen)}
          >
            {labels.filter}
            {words > 0 && <span class="figures">{words}</span>}
          </Button>
          {attributeFilters(counted, ask.attributes).map((filter) => (
            <Button key={filter.id} aria-pressed={ask.attributes.includes(filter.id)} onClick={() => toggle(filter.id)}>
              {filterLabel(filter.id, messages)}
              <span class="text-xs text-soft figures">{filter.count}</span>
            </Button>
          ))}
        </fieldset>
        <Button
          icon={ask.view === 'works' ? List : LayoutGrid}
          class="min-h-11! shrink-0 max-sm:min-w-11"
          onClick={() => onChange({ view: ask.view === 'works' ? 'links' : 'works' })}
        >
          <span class="max-sm:sr-only">{ask.view === 'works' ? messages.toLinks : messages.toWorks}</span>
        </Button>
        <ExportButton exported={exported} selection={selection} />
      </div>
      <div id={id} hidden={!isOpen} class="grid gap-3 bg-ground pb-3 sm:max-w-2xl sm:grid-cols-2">
        {isOpen && (
          <>
            <WordsField label={labels.include} words={ask.include} onChange={(include) => onChange({ include })} />
            <WordsField label={labels.exclude} words={ask.exclude} onChange={(exclude) => onChange({ exclude })} />
          </>
        )}
      </div>
    </>
  )
}

const MyCloudsDialog = lazyComponent(
  async () => (await import('./works/my-clouds-dialog.tsx')).MyCloudsDialog,
  LoadErrorToast,
)

/** The first press asks which they are. */
function MyCloudsButtons({ myClouds: { clouds, isOnly } }: Pick<ToolsProps, 'myClouds'>) {
  const messages = useMessages(worksMessages)
  const [isOpen, setOpen] = useState(false)
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
      {isOpen && <MyCloudsDialog clouds={clouds} onClose={() => setOpen(false)} />}
    </>
  )
}

interface WordsFieldProps {
  readonly label: string
  readonly words: readonly string[]
  readonly onChange: (words: readonly string[]) => void
}

/** Filters on input; the text stays as typed. */
function WordsField({ label, words, onChange }: WordsFieldProps) {
  const { commas } = useMessages(searchMessages)
  const spelled = words.join('，')
  const [typed, setTyped] = useState(spelled)
  useEffect(() => {
    // Changed elsewhere, by a link or a clear button.
    if (splitWords(typed).join('，') !== spelled) setTyped(spelled)
  }, [spelled])
  const input = (value: string) => {
    setTyped(value)
    onChange(splitWords(value))
  }
  return <TextField label={`${label} · ${commas}`} value={typed} onInput={input} autoComplete="off" />
}

const ExportDialog = lazyComponent(async () => (await import('./works/export-dialog.tsx')).ExportDialog, LoadErrorToast)
const SelectionBar = lazyComponent(async () => (await import('./works/export-dialog.tsx')).SelectionBar, LoadErrorToast)

/** Copies, shares, saves and selects results. */
function ExportButton({ exported, selection }: Pick<ToolsProps, 'exported' | 'selection'>) {
  const messages = useMessages(worksMessages)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={Share2} class="min-h-11! shrink-0 max-sm:min-w-11" onClick={() => setOpen(true)}>
        <span class="max-sm:sr-only">{messages.export}</span>
      </Button>
      {isOpen && <ExportDialog exported={exported()} selection={selection} onClose={() => setOpen(false)} />}
      {selection.isOpen.value && <SelectionBar selection={selection} onExport={() => setOpen(true)} />}
    </>
  )
}
