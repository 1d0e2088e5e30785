// The dialog that selects clouds, channels and plugins.
import { useId, useState } from 'preact/hooks'
import { cloudOrder } from '../../../client/link-collector.ts'
import { Button } from '../components/button.tsx'
import { cloudNames } from '../components/cloud-names.ts'
import { Dialog } from '../components/dialog.tsx'
import { useMessages } from '../use-messages.ts'
import { pickerMessages } from './picker-messages.ts'
import type { SearchState } from './search-state.ts'
import { SourceChoice } from './source-choice.tsx'
import {
  type AvailableSources,
  applySelection,
  type SourceSelection,
  toggleName,
  withServerSpelling,
} from './source-selection.ts'
import { useSources } from './use-sources.ts'

interface SourcePickerProps {
  readonly ask: SearchState
  /** Called once, on apply. */
  readonly onChange: (ask: SearchState) => void
  readonly onClose: () => void
}

const noSources: AvailableSources = { channels: [], plugins: [] }
const allSources: SourceSelection = { src: 'all', types: [], channels: [], plugins: [] }

/** Changes take effect on apply; closing the dialog discards them. */
export function SourcePicker({ ask, onChange, onClose }: SourcePickerProps) {
  const messages = useMessages(pickerMessages)
  const sources = useSources()
  const { available = noSources } = sources
  const [chosen, setChoice] = useState<SourceSelection>(ask)
  const choice = withServerSpelling(chosen, available)
  const change = (part: Partial<SourceSelection>) => setChoice({ ...choice, ...part })
  const apply = () => {
    onChange(applySelection(ask, choice, available))
    onClose()
  }
  return (
    <Dialog
      title={messages.title}
      onClose={onClose}
      foot={<Foot onReset={() => setChoice(allSources)} onClose={onClose} onApply={apply} />}
      isAside
    >
      <div class="relative flex flex-col gap-6">
        <p class="text-sm text-soft">{messages.noneIsAll}</p>
        <Types choice={choice} onChange={change} />
        <Where choice={choice} onChange={change} />
        <SourceChoice sources={sources} choice={choice} onChange={change} />
      </div>
    </Dialog>
  )
}

/** Buttons of the dialog. */
function Foot({
  onReset,
  onClose,
  onApply,
}: {
  readonly onReset: () => void
  readonly onClose: () => void
  readonly onApply: () => void
}) {
  const messages = useMessages(pickerMessages)
  return (
    <div class="flex flex-wrap justify-end gap-2 border-t border-line p-3">
      <Button look="quiet" class="me-auto whitespace-nowrap" onClick={onReset}>
        {messages.reset}
      </Button>
      <Button class="whitespace-nowrap" onClick={onClose}>
        {messages.cancel}
      </Button>
      <Button look="main" class="whitespace-nowrap" onClick={onApply}>
        {messages.apply}
      </Button>
    </div>
  )
}

interface PartProps {
  readonly choice: SourceSelection
  readonly onChange: (part: Partial<SourceSelection>) => void
}

function Types({ choice, onChange }: PartProps) {
  const messages = useMessages(pickerMessages)
  const names = useMessages(cloudNames)
  return (
    <fieldset>
      <legend class="mb-1 font-semibold">{messages.types}</legend>
      <div class="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-x-2">
        {cloudOrder.map((type) => (
          <label key={type} class="flex min-h-9 items-center gap-2 rounded-lg px-1.5 text-sm hover:bg-raised">
            <input
              type="checkbox"
              checked={choice.types.includes(type)}
              class="size-4 shrink-0 scroll-mb-24 accent-accent"
              onChange={() => onChange({ types: toggleName(choice.types, type) })}
            />
            {names[type]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Where({ choice, onChange }: PartProps) {
  const messages = useMessages(pickerMessages)
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
