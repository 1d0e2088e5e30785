// Selects some of the sources, with a filter, all or none, and what each published lately.
import { CircleAlert, CircleCheck, CircleX, type LucideIcon } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { Checkboxes } from '../components/checkboxes.tsx'
import { TextField } from '../components/text-field.tsx'
import { sourceName } from '../source-name.ts'
import { pickerMessages } from './picker-messages.ts'
import { mergeNames } from './search-url.ts'
import { filterNames } from './source-selection.ts'
import type { ReportById } from './use-sources.ts'
import { worksMessages } from './works/works-messages.ts'

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

/** The most productive first. */
export function NamePicker({ title, names, chosen, onChange, reportById, prefix }: NamePickerProps) {
  const messages = pickerMessages.use()
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
        options={found}
        chosen={chosen}
        onChange={onChange}
        labelOf={(name) => <Source name={sourceName(prefix + name)} report={reportById.get(prefix + name)} />}
        isWide
      />
    </div>
  )
}

const looks = {
  healthy: [CircleCheck, 'text-good'],
  degraded: [CircleAlert, 'text-warn'],
  unhealthy: [CircleX, 'text-bad'],
} as const satisfies Readonly<Record<string, readonly [LucideIcon, string]>>

type Report = NonNullable<ReturnType<ReportById['get']>>

/** The name, with the yield of the last 30 days and the health where they are known. */
function Source({
  name,
  report: { health = 'unknown', last30Days } = {},
}: {
  name: string
  report?: Partial<Report> | undefined
}) {
  const messages = pickerMessages.use()
  const { kinds } = worksMessages.use()
  const [Icon, colour] = health === 'unknown' ? [] : looks[health]
  return (
    <>
      <span class="min-w-0">
        <span class="block truncate">{name}</span>
        {last30Days && (
          <span class="block truncate text-xs text-soft figures">
            {[messages.links(last30Days.links), ...last30Days.kinds.map((kind) => kinds[kind])].join(' · ')}
          </span>
        )}
      </span>
      {Icon && (
        <span title={messages.health[health]} class={`ms-auto shrink-0 ${colour}`}>
          <Icon size={14} aria-hidden="true" />
          <span class="sr-only">{messages.health[health]}</span>
        </span>
      )}
    </>
  )
}

/** Legend of the health icons. */
export function HealthLegend() {
  const messages = pickerMessages.use()
  return (
    <p class="flex flex-wrap gap-x-3 gap-y-1 text-xs text-soft">
      {messages.legend}
      {(['healthy', 'degraded', 'unhealthy'] as const).map((health) => {
        const [Icon, colour] = looks[health]
        return (
          <span key={health} class="inline-flex items-center gap-1">
            <Icon size={14} aria-hidden="true" class={colour} />
            {messages.health[health]}
          </span>
        )
      })}
    </p>
  )
}
