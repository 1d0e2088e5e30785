// Filters of the results and how they are shown: what works, clouds and attributes with their number, order, words; view, export.

import { Filter, LayoutGrid, List, Settings2, Share2 } from 'lucide-preact'
import { useEffect, useId, useState } from 'preact/hooks'
import type { CollectedWork, CollectedWorkLink } from '../../../client/work-collector.ts'
import { type CloudType, cloudTypes } from '../../../src/contract/cloud-types.ts'
import { Button } from '../components/button.tsx'
import { shortCloudNames } from '../components/cloud-names.ts'
import { LoadErrorToast, lazyComponent } from '../components/lazy.tsx'
import { TextField } from '../components/text-field.tsx'
import type { Arranged } from './arrange.ts'
import { attributeIds } from './attribute-ids.ts'
import { CloudDot } from './cloud-dot.tsx'
import type { SearchSession } from './search-session.ts'
import type { SearchState } from './search-state.ts'
import { splitWords } from './search-url.ts'
import { toolMessages } from './tool-messages.ts'
import type { ExportedWork } from './works/export-links.ts'
import type { MyClouds } from './works/my-clouds.ts'
import type { Selection } from './works/selection.ts'
import { type WorksWords, worksMessages } from './works/works-messages.ts'

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

export function ResultTools(props: ToolsProps) {
  const { ask, exported, selection, onChange } = props
  const messages = toolMessages.use()
  const words = ask.include.length + ask.exclude.length
  const [isOpen, setOpen] = useState(words > 0)
  const isSelecting = selection.isOpen.value
  useEffect(() => {
    // On a phone, the filters would cover the results to select.
    if (isSelecting && !matchMedia('(min-width: 40rem)').matches) setOpen(false)
  }, [isSelecting])
  const id = useId()
  // A phone has no room for them beside the filters.
  const wide = isOpen ? '' : 'max-sm:hidden'
  return (
    <>
      <div class={`flex gap-1.5 ${isOpen ? 'items-start py-0.5 max-sm:flex-wrap' : 'h-12 items-center'}`}>
        <Filters {...props} isOpen={isOpen} />
        <div class="flex shrink-0 gap-1.5 max-sm:ms-auto">
          <Button
            icon={Filter}
            class="min-h-11!"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-pressed={words > 0}
            onClick={() => setOpen(!isOpen)}
          >
            {messages.more}
            {words > 0 && <span class="figures">{words}</span>}
          </Button>
          <Button
            icon={ask.view === 'works' ? List : LayoutGrid}
            class={`min-h-11! max-sm:min-w-11 ${wide}`}
            onClick={() => onChange({ view: ask.view === 'works' ? 'links' : 'works' })}
          >
            <span class="max-sm:sr-only">{ask.view === 'works' ? messages.toLinks : messages.toWorks}</span>
          </Button>
          <ExportButton exported={exported} selection={selection} class={wide} />
        </div>
      </div>
      <div id={id} hidden={!isOpen} class="grid gap-3 bg-ground pt-2 pb-3 sm:max-w-2xl sm:grid-cols-2">
        {isOpen && (
          <>
            <WordsField label={messages.include} words={ask.include} onChange={(include) => onChange({ include })} />
            <WordsField label={messages.exclude} words={ask.exclude} onChange={(exclude) => onChange({ exclude })} />
          </>
        )}
      </div>
    </>
  )
}

interface FiltersProps extends ToolsProps {
  /** Whether all are shown, in lines; else they are one line that scrolls. */
  readonly isOpen: boolean
}

function Filters({ isOpen, ...props }: FiltersProps) {
  const { ask, myClouds, onChange } = props
  const messages = toolMessages.use()
  const shape = isOpen ? 'flex-wrap max-h-[40dvh] overflow-y-auto' : 'overflow-x-auto fade-end [scrollbar-width:none]'
  return (
    <fieldset
      aria-label={messages.filters}
      class={`min-w-0 flex-1 ${isOpen ? 'max-sm:order-last max-sm:basis-full' : ''}`}
    >
      {/* Chromium scrolls a fieldset back to its start when a button comes into it. */}
      <div class={`flex gap-1.5 ${shape} [&>button]:min-h-11 [&>button]:shrink-0 [&>button]:-outline-offset-2`}>
        <Button aria-pressed={ask.hidesDead} onClick={() => onChange({ hidesDead: !ask.hidesDead })}>
          {messages.onlyWorking}
        </Button>
        <Button
          aria-pressed={ask.sort === 'time'}
          class={isOpen ? '' : 'max-sm:hidden'}
          onClick={() => onChange({ sort: ask.sort === 'time' ? 'best' : 'time' })}
        >
          {messages.newest}
        </Button>
        <MyCloudsButtons myClouds={myClouds} isOpen={isOpen} />
        <CloudButtons {...props} isOpen={isOpen} />
        <AttributeButtons {...props} />
      </div>
    </fieldset>
  )
}

/** Further clouds are shown with all filters, and in the list of links. */
const maxClouds = 5

function CloudButtons({ ask, shown: { counts }, myClouds, isOpen, onChange }: FiltersProps) {
  const names = shortCloudNames.use()
  const clouds = cloudFilters(counts, myClouds.clouds.value, ask.tab)
  return (
    <>
      {clouds
        .filter((type, at) => isOpen || ask.view === 'links' || at < maxClouds || type === ask.tab)
        .map((type) => (
          <Button
            key={type}
            aria-pressed={ask.tab === type}
            onClick={() => onChange({ tab: ask.tab === type ? 'all' : type })}
          >
            <CloudDot type={type} />
            {names[type]}
            <span class="min-w-[2ch] text-start text-xs text-soft figures">{counts.get(type) ?? 0}</span>
          </Button>
        ))}
    </>
  )
}

function AttributeButtons({ ask, shown, session, onChange }: ToolsProps) {
  const words = worksMessages.use()
  // Before, the numbers change with every source.
  const counted = session.progress.value.phase === 'asking' ? [] : shown.results
  const toggle = (attribute: string) =>
    onChange({ attributes: [...new Set(ask.attributes).symmetricDifference(new Set([attribute]))] })
  return (
    <>
      {attributeFilters(counted, ask.attributes).map((filter) => (
        <Button key={filter.id} aria-pressed={ask.attributes.includes(filter.id)} onClick={() => toggle(filter.id)}>
          {filterLabel(filter.id, words)}
          <span class="text-xs text-soft figures">{filter.count}</span>
        </Button>
      ))}
    </>
  )
}

const MyCloudsDialog = lazyComponent(
  async () => (await import('./works/my-clouds-dialog.tsx')).MyCloudsDialog,
  LoadErrorToast,
)

/** The first press asks which they are, and filters by those that are chosen. */
function MyCloudsButtons({ myClouds: { clouds, isOnly }, isOpen }: Pick<FiltersProps, 'myClouds' | 'isOpen'>) {
  const messages = toolMessages.use()
  const [isChoosing, setChoosing] = useState(false)
  const isChosen = clouds.value.length > 0
  const close = () => {
    setChoosing(false)
    isOnly.set(clouds.value.length > 0)
  }
  return (
    <>
      <Button
        aria-pressed={isChosen && isOnly.value}
        onClick={() => (isChosen ? isOnly.set(!isOnly.value) : setChoosing(true))}
      >
        {messages.onlyMine}
      </Button>
      {isChosen && isOpen && (
        <Button icon={Settings2} onClick={() => setChoosing(true)}>
          {messages.chooseMine}
        </Button>
      )}
      {isChoosing && <MyCloudsDialog clouds={clouds} onClose={close} />}
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
  const { commas } = toolMessages.use()
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

interface ExportProps extends Pick<ToolsProps, 'exported' | 'selection'> {
  readonly class: string
}

/** Copies, shares, saves and selects results. */
function ExportButton({ exported, selection, class: extraClass }: ExportProps) {
  const messages = toolMessages.use()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={Share2} class={`min-h-11! max-sm:min-w-11 ${extraClass}`} onClick={() => setOpen(true)}>
        <span class="max-sm:sr-only">{messages.export}</span>
      </Button>
      {isOpen && <ExportDialog exported={exported()} selection={selection} onClose={() => setOpen(false)} />}
      {selection.isOpen.value && <SelectionBar selection={selection} onExport={() => setOpen(true)} />}
    </>
  )
}

/** A phone shows two: those that most posts have links in. */
const frequent = ['quark', 'baidu'] as const

/** The clouds that results have links in, and the chosen one; the user's own first. */
export function cloudFilters(
  counts: Arranged['counts'],
  mine: readonly CloudType[],
  chosen: CloudType | 'all',
): readonly CloudType[] {
  return [...new Set([...mine, ...frequent, ...cloudTypes])].filter((type) => counts.has(type) || type === chosen)
}

interface Result {
  readonly work: Pick<CollectedWork, 'kind'>
  readonly links: readonly CollectedWorkLink[]
}

interface AttributeFilter {
  readonly id: string
  readonly count: number
}

/** More would push the rest of the page away. */
const maxFilters = 16
/** An attribute of one result filters no better than a look at the list. */
const fewestResults = 2
/** With this many books, each of their formats is a filter: a reader's device has one. */
const fewestBooks = 2

const fields = ['kind', 'complete', 'quality', 'source', 'language', 'subtitles', 'format', 'edition', 'platform']

/** The attributes of these results, by field and then the most frequent first; the chosen ones and the formats of books are always among them. */
export function attributeFilters(results: readonly Result[], chosen: readonly string[]): readonly AttributeFilter[] {
  const counts = new Map<string, number>(chosen.map((id) => [id, 0]))
  for (const { work, links } of results) {
    const ids = new Set(links.flatMap((link) => attributeIds(work.kind, link)))
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const formats = bookFormats(results)
  const fieldAt = (id: string) => fields.findIndex((field) => id.startsWith(`${field}:`))
  const isKept = ({ id }: AttributeFilter) => chosen.includes(id) || formats.has(id)
  return [...counts]
    .map(([id, count]) => ({ id, count }))
    .filter((filter) => isKept(filter) || (filter.count >= fewestResults && filter.count < results.length))
    .sort((a, b) => Number(isKept(b)) - Number(isKept(a)) || b.count - a.count)
    .slice(0, maxFilters)
    .sort((a, b) => fieldAt(a.id) - fieldAt(b.id) || b.count - a.count)
}

function bookFormats(results: readonly Result[]): ReadonlySet<string> {
  const books = results.filter(({ work }) => work.kind === 'book' || work.kind === 'comic')
  const ids = books.flatMap(({ work, links }) => links.flatMap((link) => attributeIds(work.kind, link)))
  return new Set(books.length < fewestBooks ? [] : ids.filter((id) => id.startsWith('format:')))
}

export function filterLabel(id: string, words: WorksWords): string {
  const at = id.indexOf(':')
  const [field, value] = [id.slice(0, at), id.slice(at + 1)]
  if (field === 'complete') return words.complete
  if (field === 'format') return value.toUpperCase()
  const kinds: Readonly<Record<string, string>> = words.kinds
  return (field === 'kind' ? kinds[value] : undefined) ?? value
}
