// Multi-select of names, with a filter, select all or none, and a health icon per name.
import { CircleAlert, CircleCheck, CircleX, type LucideIcon } from 'lucide-preact'
import { useRef, useState } from 'preact/hooks'
import type { SearchSourceHealth } from '../../../src/contract/hotlist-reports.ts'
import { Button } from '../components/button.tsx'
import { TextField } from '../components/text-field.tsx'
import { sourceName } from '../source-name.ts'
import { useMessages } from '../use-messages.ts'
import { pickerMessages } from './picker-messages.ts'
import { filterNames, mergeNames, toggleName } from './source-selection.ts'
import type { ReportById } from './use-sources.ts'
import { worksMessages } from './works/works-messages.ts'

type Report = Pick<SearchSourceHealth, 'health' | 'last30Days'>

interface NamePickerProps {
  /** Label of the list. */
  readonly title: string
  readonly names: readonly string[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
  readonly reportById: ReportById
  /** Prefix of a name in `reportById`. */
  readonly prefix: 'tg:' | 'plugin:'
}

export function NamePicker({ title, names, chosen, onChange, reportById, prefix }: NamePickerProps) {
  const messages = useMessages(pickerMessages)
  const [typed, setTyped] = useState('')
  const linksOf = (name: string) => reportById.get(prefix + name)?.last30Days?.links ?? 0
  const found = filterNames(names, typed).toSorted((one, other) => linksOf(other) - linksOf(one))
  return (
    <div class="flex flex-col gap-2">
      <div class="-top-4 z-10 flex flex-col gap-2 bg-card py-2 sm:sticky">
        <TextField
          label={messages.filter(title)}
          isLabelHidden
          type="search"
          value={typed}
          placeholder={messages.filterHint}
          onInput={setTyped}
        />
        <div class="flex flex-wrap items-center gap-1">
          <span role="status" class="me-auto text-sm text-soft figures">
            {chosen.length === 0 ? messages.all(names.length) : messages.chosen(chosen.length, names.length)}
          </span>
          <Button look="quiet" onClick={() => onChange(mergeNames(chosen, found))}>
            {found.length === names.length ? messages.pick : messages.pickFound(found.length)}
          </Button>
          <Button look="quiet" onClick={() => onChange([])}>
            {messages.clear}
          </Button>
        </div>
      </div>
      {found.length === 0 && <p class="py-2 text-sm text-soft">{messages.nothingFound}</p>}
      <Checkboxes
        names={found}
        chosen={new Set(chosen)}
        onToggle={(name) => onChange(toggleName(chosen, name))}
        nameOf={(name) => sourceName(prefix + name)}
        reportOf={(name) => reportById.get(prefix + name)}
      />
    </div>
  )
}

interface CheckboxesProps {
  readonly names: readonly string[]
  readonly chosen: ReadonlySet<string>
  readonly onToggle: (name: string) => void
  readonly nameOf: (name: string) => string
  readonly reportOf: (name: string) => Report | undefined
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/** One tab stop; arrow keys move between the names. */
function Checkboxes({ names, chosen, onToggle, nameOf, reportOf }: CheckboxesProps) {
  const list = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState('')
  const stop = names.includes(current) ? current : names[0]
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const step = steps[event.key]
    const next = names[at + (step ?? 0)]
    if (step === undefined || next === undefined) return
    event.preventDefault()
    setCurrent(next)
    list.current?.querySelectorAll('input')[at + step]?.focus()
  }
  return (
    <ul ref={list} class="grid grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] gap-x-2">
      {names.map((name, at) => (
        <li key={name} class="min-w-0">
          <label class="flex min-h-9 items-center gap-2 rounded-lg px-1.5 text-sm hover:bg-raised" title={name}>
            <input
              type="checkbox"
              checked={chosen.has(name)}
              tabIndex={name === stop ? 0 : -1}
              class="size-4 shrink-0 scroll-mt-40 scroll-mb-24 accent-accent"
              onChange={() => onToggle(name)}
              onFocus={() => setCurrent(name)}
              onKeyDown={(event) => onKeyDown(event, at)}
            />
            <span class="min-w-0">
              <span class="block truncate">{nameOf(name)}</span>
              <LastDays lately={reportOf(name)?.last30Days} />
            </span>
            <HealthIcon health={reportOf(name)?.health} />
          </label>
        </li>
      ))}
    </ul>
  )
}

const looks: Readonly<Record<'healthy' | 'degraded' | 'unhealthy', readonly [LucideIcon, string]>> = {
  healthy: [CircleCheck, 'text-good'],
  degraded: [CircleAlert, 'text-warn'],
  unhealthy: [CircleX, 'text-bad'],
}

/** The yield of a source in the last 30 days; renders nothing if that is unknown. */
function LastDays({ lately }: { readonly lately: Report['last30Days'] }) {
  const messages = useMessages(pickerMessages)
  const { kinds } = useMessages(worksMessages)
  if (!lately) return null
  return (
    <span class="block truncate text-xs text-soft figures">
      {[messages.links(lately.links), ...lately.kinds.map((kind) => kinds[kind])].join(' · ')}
    </span>
  )
}

/** Renders nothing if the health is unknown. */
function HealthIcon({ health }: { readonly health: Report['health'] | undefined }) {
  const messages = useMessages(pickerMessages)
  if (health === undefined || health === 'unknown') return null
  const [Icon, colour] = looks[health]
  return (
    <span title={messages.health[health]} class={`ms-auto shrink-0 ${colour}`}>
      <Icon size={14} aria-hidden="true" />
      <span class="sr-only">{messages.health[health]}</span>
    </span>
  )
}

/** Legend of the health icons. */
export function HealthLegend() {
  const messages = useMessages(pickerMessages)
  return (
    <p class="flex flex-wrap gap-x-3 gap-y-1 text-xs text-soft">
      {messages.legend}
      {Object.entries(looks).map(([health, [Icon, colour]]) => (
        <span key={health} class="inline-flex items-center gap-1">
          <Icon size={14} aria-hidden="true" class={colour} />
          {health === 'healthy' || health === 'degraded' || health === 'unhealthy' ? messages.health[health] : ''}
        </span>
      ))}
    </p>
  )
}
