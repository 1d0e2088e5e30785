// The user's own buttons at a link: they open an address with it, or send it to a service and say what came of it.
import { ExternalLink, Send } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { OutLink } from '../components/out-link.tsx'
import { sendMessages } from './messages.ts'
import { type SendResult, sendLink } from './send-link.ts'
import { addressFor, type LinkValues, type SendTarget, useSendTargets } from './send-targets.ts'

interface SendProps {
  readonly values: LinkValues
  readonly cloud: string
}

interface Sending {
  readonly name: string
  /** Undefined until there is an answer. */
  readonly result?: SendResult
}

export function SendButtons({ values, cloud }: SendProps) {
  const targets = useSendTargets().value.filter(
    ({ clouds }) => clouds.length === 0 || clouds.some((one) => one === values.cloud),
  )
  const [sending, setSending] = useState<Sending | undefined>()
  if (targets.length === 0) return null
  const send = async (target: SendTarget) => {
    const { name } = target
    setSending({ name })
    setSending({ name, result: await sendLink(target, values, { pageUrl: location.href }) })
  }
  return (
    <div class="flex flex-wrap items-center justify-end gap-2 py-1 text-sm">
      <p role="status" class="min-w-0 flex-1 basis-48 text-xs">
        {sending && <Outcome {...sending} />}
      </p>
      {targets.map((target) => (
        <TargetButton
          key={target.name}
          {...{ target, values, cloud }}
          isBusy={sending !== undefined && !sending.result}
          onSend={() => void send(target)}
        />
      ))}
    </div>
  )
}

interface TargetProps extends SendProps {
  readonly target: SendTarget
  readonly isBusy: boolean
  readonly onSend: () => void
}

function TargetButton({ target, values, cloud, isBusy, onSend }: TargetProps) {
  const label = sendMessages.use().sendTo(target.name, cloud)
  if (target.body !== '') {
    return (
      <Button icon={Send} class="min-h-11!" aria-label={label} disabled={isBusy} onClick={onSend}>
        {target.name}
      </Button>
    )
  }
  return (
    <OutLink
      href={addressFor(target, values, location.href)}
      aria-label={label}
      class="inline-flex min-h-11 items-center gap-1.5 rounded-lg border border-line bg-card px-3 font-medium hover:bg-raised"
    >
      <ExternalLink size={16} aria-hidden="true" class="shrink-0" />
      {target.name}
    </OutLink>
  )
}

function Outcome({ name, result }: Sending) {
  const messages = sendMessages.use()
  if (!result) return <span class="text-soft">{messages.sending(name)}</span>
  if (result.state === 'sent') return <span class="text-good">{messages.sent(name, result.message)}</span>
  const why =
    result.state === 'refused' ? messages.refused(name, result.status, result.message) : messages.failures[result.state]
  return <span class="text-bad">{why}</span>
}
