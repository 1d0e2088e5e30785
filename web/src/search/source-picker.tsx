// The dialog that selects clouds, channels and plugins.

import { CircleAlert, CircleCheck, CircleX, type LucideIcon } from 'lucide-preact'
import { useId, useMemo, useState } from 'preact/hooks'
import type { SearchSourceHealth } from '../../../src/contract/hotlist-reports.ts'
import type { HealthResponse } from '../../../src/contract/search.ts'
import { Button } from '../components/button.tsx'
import { Checkboxes } from '../components/checkboxes.tsx'
import { CloudCheckboxes } from '../components/cloud-checkboxes.tsx'
import { Dialog } from '../components/dialog.tsx'
import { ErrorPage } from '../components/error-page.tsx'
import { TextField } from '../components/text-field.tsx'
import { sourceName } from '../source-name.ts'
import { useAnswer } from '../use-answer.ts'
import { AddChannelForm, type CustomChannels, OwnChannels, useCustomChannels } from './custom-channels.tsx'
import { pickerMessages } from './picker-messages.ts'
import { isRestricted, type SearchState } from './search-state.ts'
import { mergeNames, requestKey } from './search-url.ts'
import {
  type AvailableSources,
  applySelection,
  excludeNames,
  filterNames,
  type SourceSelection,
  withServerSpelling,
} from './source-selection.ts'
import { worksMessages } from './works/works-messages.ts'

interface SourcePickerProps {
  readonly ask: SearchState
  /** Called once, on apply, if the selection has changed. */
  readonly onChange: (ask: SearchState) => void
  readonly onClose: () => void
}

const noSources: AvailableSources = { channels: [], plugins: [] }
const allSources: SourceSelection = { src: 'all', types: [], channels: [], plugins: [] }

/** Changes take effect on apply; closing the dialog discards them. */
export function SourcePicker({ ask, onChange, onClose }: SourcePickerProps) {
  const messages = pickerMessages.use()
  const sources = useSources()
  const custom = useCustomChannels()
  const listed = sources.available ?? noSources
  const available = { ...listed, channels: [...listed.channels, ...excludeNames(custom.names, listed.channels)] }
  // Channels with `+` are the user's own, which are searched with all others.
  const [chosen, setChoice] = useState<SourceSelection>(isRestricted(ask.channels) ? ask : { ...ask, channels: [] })
  const choice = withServerSpelling(chosen, available)
  const change = (part: Partial<SourceSelection>) => setChoice({ ...choice, ...part })
  const apply = () => {
    const next = applySelection(ask, choice, available)
    // Another search takes the place of the dialog in the browser's history.
    if (requestKey(next) === requestKey(ask)) onClose()
    else onChange(next)
  }
  const foot = (
    <div class="flex flex-wrap justify-end gap-2 border-t border-line p-3 [&>button]:whitespace-nowrap">
      <Button look="quiet" class="me-auto" onClick={() => setChoice(allSources)}>
        {messages.reset}
      </Button>
      <Button onClick={onClose}>{messages.cancel}</Button>
      <Button look="main" onClick={apply}>
        {messages.apply}
      </Button>
    </div>
  )
  return (
    <Dialog title={messages.title} onClose={onClose} foot={foot} isAside>
      <div class="relative flex flex-col gap-6">
        <p class="text-sm text-soft">{messages.noneIsAll}</p>
        <fieldset>
          <legend class="mb-1 font-semibold">{messages.types}</legend>
          <CloudCheckboxes chosen={choice.types} onChange={(types) => change({ types })} />
        </fieldset>
        <Where choice={choice} onChange={change} />
        <Sources sources={sources} custom={custom} choice={choice} onChange={change} />
      </div>
    </Dialog>
  )
}

interface PartProps {
  readonly choice: SourceSelection
  readonly onChange: (part: Partial<SourceSelection>) => void
}

function Where({ choice, onChange }: PartProps) {
  const messages = pickerMessages.use()
  const name = useId()
  return (
    <fieldset>
      <legend class="mb-1 font-semibold">{messages.where}</legend>
      <div class="flex flex-wrap gap-x-4">
        {(['all', 'tg', 'plugin'] as const).map((src) => (
          <label key={src} class="flex min-h-9 items-center gap-2 rounded-lg px-1.5 text-sm hover:bg-raised">
            <input
              type="radio"
              name={name}
              checked={choice.src === src}
              class="size-4 shrink-0 scroll-mb-24 accent-accent"
              onChange={() => onChange({ src })}
            />
            {messages.src[src]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface SourcesProps extends PartProps {
  readonly sources: ReturnType<typeof useSources>
  readonly custom: CustomChannels
}

/** Plugins and channels, those of the server and the user's own, without the kind that is not searched. */
function Sources({ sources, custom, choice, onChange }: SourcesProps) {
  const messages = pickerMessages.use()
  const { available, reportById, error, retry } = sources
  if (error) return <ErrorPage error={error} onRetry={retry} />
  if (!available)
    return (
      <p role="status" class="min-h-64 text-sm text-soft">
        {messages.loading}
      </p>
    )
  const searchesChannels = choice.src !== 'plugin'
  const own = excludeNames(mergeNames(custom.names, choice.channels), available.channels)
  const add = (more: readonly string[]) => {
    custom.add(excludeNames(more, available.channels))
    // Adding a channel also selects it; where none is selected, all are searched, and it with them.
    if (choice.channels.length > 0) onChange({ channels: mergeNames(choice.channels, more) })
  }
  const remove = (name: string) => {
    custom.remove(name)
    onChange({ channels: excludeNames(choice.channels, [name]) })
  }
  return (
    <>
      {/* Above the lists, which are some screens long on a phone. */}
      {searchesChannels && (
        <div class="flex flex-col gap-3">
          <AddChannelForm onAdd={add} />
          <OwnChannels names={own} onRemove={remove} />
        </div>
      )}
      {reportById.size > 0 && <HealthLegend />}
      {choice.src !== 'tg' && available.plugins.length > 0 && (
        <NamePicker
          title={messages.plugins}
          names={mergeNames(available.plugins, choice.plugins)}
          chosen={choice.plugins}
          onChange={(plugins) => onChange({ plugins })}
          reportById={reportById}
          prefix="plugin:"
        />
      )}
      {searchesChannels && (
        <NamePicker
          title={messages.channels}
          names={[...own, ...available.channels]}
          chosen={choice.channels}
          onChange={(channels) => onChange({ channels })}
          reportById={reportById}
          prefix="tg:"
        />
      )}
    </>
  )
}

interface NamePickerProps {
  readonly title: string
  readonly names: readonly string[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
  readonly reportById: ReportById
  /** Prefix of a name in `reportById`. */
  readonly prefix: 'tg:' | 'plugin:'
}

/** The most productive first. */
function NamePicker({ title, names, chosen, onChange, reportById, prefix }: NamePickerProps) {
  const messages = pickerMessages.use()
  const [typed, setTyped] = useState('')
  const linksOf = (name: string) => reportById.get(prefix + name)?.last30Days?.links ?? 0
  const found = filterNames(names, typed).toSorted((one, other) => linksOf(other) - linksOf(one))
  return (
    <fieldset class="flex min-w-0 flex-col gap-2">
      <legend class="mb-1 font-semibold">{title}</legend>
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
    </fieldset>
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

function HealthLegend() {
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

/** By source id: `tg:name`, `plugin:name`. */
type ReportById = ReadonlyMap<string, Pick<SearchSourceHealth, 'health' | 'last30Days'>>

/** Loads the sources on mount and on `retry`. With ADMIN_TOKEN set, health is for administrators only. */
function useSources() {
  const sources = useAnswer<HealthResponse>('/api/health')
  const health = useAnswer<{ search: { details: readonly SearchSourceHealth[] } }>('/api/v1/health', {
    isBackground: true,
  })
  const reports = health.answer?.search.details
  return {
    /** Undefined until they are loaded, together with the report, which says which stand first. */
    available: health.isLoading ? undefined : sources.answer,
    reportById: useMemo((): ReportById => new Map(reports?.map((report) => [report.id, report])), [reports]),
    error: sources.error,
    retry() {
      sources.retry()
      health.retry()
    },
  }
}
