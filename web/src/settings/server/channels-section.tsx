// The channels that searches ask: one is looked at as soon as it is typed; those that were added or removed, and all of them.
import { RotateCcw } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { channelName } from '../../../../src/contract/channel-spelling.ts'
import type { ChannelLookResponse } from '../../../../src/contract/settings.ts'
import { Button } from '../../components/button.tsx'
import { parseChannelSetting, withChannel, withoutChannel } from '../../components/channel-setting.ts'
import { Chip } from '../../components/chip.tsx'
import { ChannelLook, useLook } from '../../components/look.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useAnswer } from '../../use-answer.ts'
import { type Said, SettingForm } from '../section.tsx'
import { serverMessages } from './server-messages.ts'
import { type ControlsProps, lookAfterMs, useStore } from './setting-section.tsx'

export function Channels(props: ControlsProps) {
  const messages = serverMessages.use()
  const { said, isBusy, store } = useStore(props)
  const { answer, retry } = useAnswer<{ channels: readonly string[] }>('/api/health', { isBackground: true })
  const { value } = props.setting
  const { isList, added, removed } = parseChannelSetting(value)
  const change = (next: string | null, done?: string) => store(next, done).finally(retry)
  const remove = (channel: string) => void change(withoutChannel(value, channel))
  const all = answer?.channels ?? []
  return (
    <>
      <AddChannel
        said={said}
        isBusy={isBusy}
        onAdd={(channel) => change(withChannel(value, channel), messages.channels.added(channel))}
      />
      {!isList && <ChannelChips title={messages.channels.addedTitle} names={added} onRemove={remove} />}
      <ChannelChips
        title={messages.channels.removedTitle}
        names={removed}
        isRestored
        onRemove={(channel) => void change(withChannel(value, channel))}
      />
      {all.length > 0 && (
        <details class="text-sm">
          <summary class="cursor-pointer py-2 text-accent">{messages.channels.all(all.length)}</summary>
          <ChannelChips names={all} onRemove={isList && added.length === 1 ? undefined : remove} />
        </details>
      )}
    </>
  )
}

interface AddProps {
  readonly said: Said | undefined
  readonly isBusy: boolean
  readonly onAdd: (channel: string) => Promise<boolean>
}

function AddChannel({ said, isBusy, onAdd }: AddProps) {
  const messages = serverMessages.use()
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const channel = channelName(text)
  const look = useLook<ChannelLookResponse>('channel', channel, lookAfterMs)
  const add = async () => {
    if (channel !== undefined && (await onAdd(channel))) setTyped('')
  }
  const button = (
    <Button type="submit" look="main" disabled={isBusy || channel === undefined || look.answer?.listed === true}>
      {messages.add}
    </Button>
  )
  return (
    <SettingForm said={said} onSubmit={add} buttons={button}>
      <TextField
        label={messages.channels.field}
        value={typed}
        placeholder="@name"
        autoComplete="off"
        onInput={setTyped}
      />
      {text.length >= 4 && channel === undefined && <p class="text-sm text-soft">{messages.channels.notAName}</p>}
      {channel !== undefined && <ChannelLook look={look} />}
    </SettingForm>
  )
}

interface ChipsProps {
  readonly title?: string
  readonly names: readonly string[]
  /** The button brings one back. */
  readonly isRestored?: boolean
  readonly onRemove: ((name: string) => void) | undefined
}

function ChannelChips({ title, names, isRestored = false, onRemove }: ChipsProps) {
  const messages = serverMessages.use()
  if (names.length === 0) return null
  const labelOf = isRestored ? messages.channels.restore : messages.removeOne
  return (
    <div>
      {title && <h4 class="mb-2 text-sm text-soft">{title}</h4>}
      <ul class="flex flex-wrap gap-2">
        {names.map((name) =>
          onRemove ? (
            <Chip
              key={name}
              removeLabel={labelOf(name)}
              removeIcon={isRestored ? <RotateCcw size={14} aria-hidden="true" /> : undefined}
              onRemove={() => onRemove(name)}
            >
              <span class="truncate">@{name}</span>
            </Chip>
          ) : (
            <li key={name}>@{name}</li>
          ),
        )}
      </ul>
    </div>
  )
}
