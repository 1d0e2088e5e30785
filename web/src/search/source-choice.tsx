// Selection of plugins and channels: the server's, and the user's own.
import { X } from 'lucide-preact'
import { useWords } from '../language.ts'
import { Button } from '../parts/button.tsx'
import { MarkNames, NameList } from './name-list.tsx'
import type { Sources } from './offered.ts'
import { AddChannel, useOwnChannels } from './own-channels.tsx'
import { pickerWords } from './picker-words.ts'
import { type Choice, type Offered, together, without } from './picking.ts'

interface SourceChoiceProps {
  readonly sources: Sources
  readonly choice: Choice
  readonly onChange: (part: Partial<Choice>) => void
}

/** Hides the kinds of sources that are not searched. */
export function SourceChoice({ sources, choice, onChange }: SourceChoiceProps) {
  const messages = useWords(pickerWords)
  const { offered, marks, isFailed, retry } = sources
  if (!offered) {
    return (
      <div role="status" class="flex min-h-64 flex-col items-start gap-2 text-sm text-soft">
        {isFailed ? messages.failed : messages.loading}
        {isFailed && <Button onClick={retry}>{messages.retry}</Button>}
      </div>
    )
  }
  return (
    <>
      {marks.size > 0 && <MarkNames />}
      {choice.src !== 'tg' && offered.plugins.length > 0 && (
        <fieldset>
          <legend class="mb-1 font-semibold">{messages.plugins}</legend>
          <NameList
            title={messages.plugins}
            names={together(offered.plugins, choice.plugins)}
            chosen={choice.plugins}
            onChange={(plugins) => onChange({ plugins })}
            marks={marks}
            prefix="plugin:"
          />
        </fieldset>
      )}
      {choice.src !== 'plugin' && <Channels offered={offered} sources={sources} choice={choice} onChange={onChange} />}
    </>
  )
}

function Channels({ offered, sources, choice, onChange }: SourceChoiceProps & { readonly offered: Offered }) {
  const messages = useWords(pickerWords)
  const kept = useOwnChannels()
  const own = without(together(kept.names, choice.channels), offered.channels)
  const names = [...own, ...offered.channels]
  const add = (more: readonly string[]) => {
    kept.add(without(more, offered.channels))
    // Adding a channel also selects it: if none is selected, which means all, select all of them with it.
    onChange({ channels: together(choice.channels.length === 0 ? names : choice.channels, more) })
  }
  const forget = (name: string) => {
    kept.forget(name)
    onChange({ channels: without(choice.channels, [name]) })
  }
  return (
    <fieldset class="flex flex-col gap-3">
      <legend class="mb-1 font-semibold">{messages.channels}</legend>
      <AddChannel onAdd={add} />
      {own.length > 0 && (
        <ul class="flex flex-wrap gap-2">
          {own.map((name) => (
            <li key={name} class="flex max-w-full items-center rounded-full bg-raised ps-3 text-sm">
              <span class="truncate">@{name}</span>
              <button
                type="button"
                aria-label={messages.forget(name)}
                title={messages.forget(name)}
                class="flex size-8 shrink-0 items-center justify-center rounded-full text-soft hover:text-ink"
                onClick={() => forget(name)}
              >
                <X size={14} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <NameList
        title={messages.channels}
        names={names}
        chosen={choice.channels}
        onChange={(channels) => onChange({ channels })}
        marks={sources.marks}
        prefix="tg:"
      />
    </fieldset>
  )
}
