// A channel that was pasted: its newest post, and a button that adds it for everybody, or in this browser.
import { useState } from 'preact/hooks'
import type { ChannelLookResponse } from '../../../../src/contract/settings.ts'
import { Age } from '../../components/age.tsx'
import { Button } from '../../components/button.tsx'
import { withChannel } from '../../components/channel-setting.ts'
import { LoginButton } from '../../components/login-button.tsx'
import { usePage } from '../../page-context.ts'
import { useCustomChannels } from '../custom-channels.tsx'
import { Actions } from './actions.tsx'
import { pastedMessages } from './pasted-messages.ts'
import { useChangeSetting, useFailureText, useLook } from './use-look.ts'

interface ChannelProps {
  readonly name: string
  readonly onDone: () => void
}

export function ChannelBanner({ name, onDone }: ChannelProps) {
  const messages = pastedMessages.use()
  const { found, isRefused = false, error } = useLook<ChannelLookResponse>('channel', { channel: name })
  const textOf = useFailureText()
  const problem = error ?? (found?.failure && textOf(found.failure))
  return (
    <>
      <p>
        <span class="text-soft">{messages.channel}</span> <bdi class="font-medium">@{found?.channel ?? name}</bdi>
        {found?.last?.at !== undefined && (
          <span class="text-soft">
            {' · '}
            <Age at={found.last.at} />
          </span>
        )}
      </p>
      {found?.last?.text && <p class="line-clamp-3 break-words whitespace-pre-line text-soft">{found.last.text}</p>}
      {!(found || isRefused || error) && <p class="text-soft">{messages.looking}</p>}
      {problem !== undefined && <p class="break-words text-bad">{messages.failed(problem)}</p>}
      {found?.listed && <p>{messages.listed}</p>}
      {found && !found.listed && problem === undefined && <AddForAll name={found.channel} onDone={onDone} />}
      {isRefused && <AddHere name={name} hint={messages.forAll} hasLogin onDone={onDone} />}
    </>
  )
}

function AddForAll({ name, onDone }: ChannelProps) {
  const messages = pastedMessages.use()
  const { toast } = usePage()
  const change = useChangeSetting()
  const [state, setState] = useState<'busy' | 'fixed' | 'changed' | 'failed'>()
  const add = async () => {
    setState('busy')
    const outcome = await change('CHANNELS', (text) => withChannel(text, name))
    setState(outcome)
    if (outcome !== 'changed') return
    toast.value = { text: messages.addedForAll(name) }
    onDone()
  }
  if (state === 'fixed') return <AddHere name={name} hint={messages.environment} onDone={onDone} />
  return (
    <Actions>
      <Button look="main" disabled={state === 'busy'} onClick={() => void add()}>
        {messages.addForAll}
      </Button>
    </Actions>
  )
}

interface HereProps extends ChannelProps {
  /** Why not for everybody. */
  readonly hint: string
  readonly hasLogin?: boolean
}

function AddHere({ name, hint, hasLogin = false, onDone }: HereProps) {
  const messages = pastedMessages.use()
  const { toast } = usePage()
  const custom = useCustomChannels()
  const add = () => {
    custom.add([name])
    toast.value = { text: messages.addedHere(name) }
    onDone()
  }
  return (
    <>
      <p class="text-soft">{hint}</p>
      <Actions>
        <Button look="main" onClick={add}>
          {messages.addHere}
        </Button>
        {hasLogin && <LoginButton />}
      </Actions>
    </>
  )
}
