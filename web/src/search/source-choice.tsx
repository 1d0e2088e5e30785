// Selection of plugins and channels: the server's, and the user's own.
import { X } from 'lucide-preact'
import { Button } from '../components/button.tsx'
import { useMessages } from '../use-messages.ts'
import { AddChannelForm, useCustomChannels } from './custom-channels.tsx'
import { HealthLegend, NamePicker } from './name-picker.tsx'
import { pickerMessages } from './picker-messages.ts'
import { type AvailableSources, excludeNames, mergeNames, type SourceSelection } from './source-selection.ts'
import type { SourcesState } from './use-sources.ts'

interface SourceChoiceProps {
  readonly sources: SourcesState
  readonly choice: SourceSelection
  readonly onChange: (part: Partial<SourceSelection>) => void
}

/** Hides the kinds of sources that are not searched. */
export function SourceChoice({ sources, choice, onChange }: SourceChoiceProps) {
  const messages = useMessages(pickerMessages)
  const { available, reportById, hasFailed, retry } = sources
  if (!available) {
    return (
      <div role="status" class="flex min-h-64 flex-col items-start gap-2 text-sm text-soft">
        {hasFailed ? messages.failed : messages.loading}
        {hasFailed && <Button onClick={retry}>{messages.retry}</Button>}
      </div>
    )
  }
  return (
    <>
      {reportById.size > 0 && <HealthLegend />}
      {choice.src !== 'tg' && available.plugins.length > 0 && (
        <fieldset>
          <legend class="mb-1 font-semibold">{messages.plugins}</legend>
          <NamePicker
            title={messages.plugins}
            names={mergeNames(available.plugins, choice.plugins)}
            chosen={choice.plugins}
            onChange={(plugins) => onChange({ plugins })}
            reportById={reportById}
            prefix="plugin:"
          />
        </fieldset>
      )}
      {choice.src !== 'plugin' && (
        <Channels available={available} sources={sources} choice={choice} onChange={onChange} />
      )}
    </>
  )
}

function Channels({
  available,
  sources,
  choice,
  onChange,
}: SourceChoiceProps & { readonly available: AvailableSources }) {
  const messages = useMessages(pickerMessages)
  const custom = useCustomChannels()
  const customNames = excludeNames(mergeNames(custom.names, choice.channels), available.channels)
  const names = [...customNames, ...available.channels]
  const add = (more: readonly string[]) => {
    custom.add(excludeNames(more, available.channels))
    // Adding a channel also selects it: if none is selected, which means all, select all of them with it.
    onChange({ channels: mergeNames(choice.channels.length === 0 ? names : choice.channels, more) })
  }
  const remove = (name: string) => {
    custom.remove(name)
    onChange({ channels: excludeNames(choice.channels, [name]) })
  }
  return (
    <fieldset class="flex flex-col gap-3">
      <legend class="mb-1 font-semibold">{messages.channels}</legend>
      <AddChannelForm onAdd={add} />
      {customNames.length > 0 && (
        <ul class="flex flex-wrap gap-2">
          {customNames.map((name) => (
            <li key={name} class="flex max-w-full items-center rounded-full bg-raised ps-3 text-sm">
              <span class="truncate">@{name}</span>
              <button
                type="button"
                aria-label={messages.remove(name)}
                title={messages.remove(name)}
                class="flex size-8 shrink-0 items-center justify-center rounded-full text-soft hover:text-ink"
                onClick={() => remove(name)}
              >
                <X size={14} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <NamePicker
        title={messages.channels}
        names={names}
        chosen={choice.channels}
        onChange={(channels) => onChange({ channels })}
        reportById={sources.reportById}
        prefix="tg:"
      />
    </fieldset>
  )
}
