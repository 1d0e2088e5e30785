// When and to which notifier the digest is sent each day: a watch with a time of the day.
import { useId, useState } from 'preact/hooks'
import type { WatchAnswer, WatchesAnswer, WatchRecord } from '../../../../src/contract/watches.ts'
import { Button } from '../../components/button.tsx'
import { Select } from '../../components/select.tsx'
import { usePage } from '../../page-context.ts'
import { useAnswer } from '../../use-answer.ts'
import { dailyOf } from './daily-of.ts'
import { digestMessages } from './messages.ts'

export function DailyForm() {
  const messages = digestMessages.use()
  const { answer, retry } = useAnswer<WatchesAnswer>('/api/v1/watches', { isBackground: true })
  if (!answer) return null
  const { editable, notifiers, watches } = answer
  const daily = watches.find((watch) => watch.daily !== undefined && watch.editable)
  return (
    <section class="mb-4 px-2 text-sm">
      <h3 class="pb-1 font-semibold">{messages.send}</h3>
      {!editable && <p class="text-soft">{messages.notAllowed}</p>}
      {editable && notifiers.length === 0 && (
        <p class="text-soft">
          {messages.noNotifier}{' '}
          <a href="/settings#notifiers" class="text-accent underline">
            {messages.toNotifiers}
          </a>
        </p>
      )}
      {editable && notifiers.length > 0 && (
        <Fields key={daily?.name} daily={daily} notifiers={notifiers} onChange={retry} />
      )}
    </section>
  )
}

interface FieldsProps {
  readonly daily: WatchRecord | undefined
  readonly notifiers: readonly string[]
  readonly onChange: () => void
}

const firstTime = '08:00'

function Fields({ daily, notifiers, onChange }: FieldsProps) {
  const messages = digestMessages.use()
  const { api } = usePage()
  const [clock, setClock] = useState(daily?.daily?.slice(0, firstTime.length) ?? firstTime)
  const [notifier, setNotifier] = useState(daily?.notify[0] ?? notifiers[0] ?? '')
  const [problem, setProblem] = useState('')
  const id = useId()
  const path = `/api/v1/watches/${encodeURIComponent(daily?.name ?? messages.name)}`
  const change = async (sent: Promise<unknown>) => {
    const failure = await sent.then(
      () => '',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    setProblem(failure)
    if (failure === '') onChange()
  }
  const save = (event: Event) => {
    event.preventDefault()
    const { name: _name, from: _from, editable: _editable, hasFeedToken: _has, ...fields } = daily ?? {}
    void change(api.put<WatchAnswer>(path, { ...fields, daily: dailyOf(clock), notify: [notifier] }))
  }
  return (
    <form class="flex flex-wrap items-center gap-2" onSubmit={save}>
      <label for={id} class="sr-only">
        {messages.time}
      </label>
      <input
        id={id}
        type="time"
        required
        value={clock}
        class="h-10 rounded-lg border border-edge bg-card px-2 text-base text-ink"
        onInput={({ currentTarget }) => setClock(currentTarget.value)}
      />
      <Select
        label={messages.notifier}
        value={notifier}
        options={notifiers.map((name) => ({ value: name, label: name }))}
        onChoose={setNotifier}
      />
      <Button type="submit" look={daily ? 'plain' : 'main'} class="min-h-10">
        {daily ? messages.save : messages.start}
      </Button>
      {daily && (
        <Button look="quiet" class="min-h-10" onClick={() => void change(api.remove(path))}>
          {messages.stop}
        </Button>
      )}
      <p role="status" class={`basis-full text-xs ${problem ? 'text-warn' : 'text-soft'}`}>
        {problem || (daily?.daily && messages.sentAt(daily.daily, daily.notify.join(' · ')))}
      </p>
    </form>
  )
}
