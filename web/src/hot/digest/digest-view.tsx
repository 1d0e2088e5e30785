// The digest: ten stories of the last day, what rose, what the user's watches found, and when it is sent.

import { useId, useState } from 'preact/hooks'
import type { DigestAnswer } from '../../../../src/contract/digest.ts'
import type { WatchAnswer, WatchEvent, WatchesAnswer, WatchRecord } from '../../../../src/contract/watches.ts'
import { Age } from '../../components/age.tsx'
import { Button } from '../../components/button.tsx'
import { ErrorPage } from '../../components/error-page.tsx'
import { OutLink } from '../../components/out-link.tsx'
import { Select } from '../../components/select.tsx'
import { useContent } from '../../components/use-content.ts'
import { useMuted } from '../../muted/use-muted.ts'
import { usePage } from '../../page-context.ts'
import { useAnswer } from '../../use-answer.ts'
import { createMessages } from '../../use-messages.ts'
import { ScrollBox } from '../scroll-box.tsx'
import { RisersPanel } from '../stories/side-panels.tsx'
import { StoryList } from '../stories/story-row.tsx'

export function DigestView() {
  const messages = digestMessages.use()
  const { answer, error, retry } = useAnswer<DigestAnswer>('/api/v1/digest')
  useContent(answer !== undefined)
  if (error) return <ErrorPage error={error} onRetry={retry} />
  if (!answer)
    return (
      <p role="status" class="sr-only">
        {messages.loading}
      </p>
    )
  return (
    <ScrollBox name="digest" class="max-md:-mx-3">
      <h2 class="sr-only">{messages.title}</h2>
      <div class="flex max-w-[85rem] gap-4 max-lg:flex-col">
        <div class="min-w-0 flex-1">
          <Stories answer={answer} />
        </div>
        <div class="lg:w-80 max-md:px-3 xl:w-96">
          <Found events={answer.found} />
          <RisersPanel answer={answer} error={undefined} isOther={false} />
          <DailyForm />
        </div>
      </div>
    </ScrollBox>
  )
}

function Stories({ answer: { stories, risers } }: { readonly answer: DigestAnswer }) {
  const messages = digestMessages.use()
  const { items, muted } = useMuted(stories)
  return (
    <section>
      <h3 class="px-5 pb-1 text-sm font-semibold md:px-2">{messages.stories}</h3>
      {items.length === 0 && !muted.isHiding && <p class="px-5 text-sm text-soft md:px-2">{messages.noStories}</p>}
      {items.length > 0 && <StoryList stories={items} risers={risers} />}
      {muted.line}
    </section>
  )
}

function Found({ events }: { readonly events: readonly WatchEvent[] }) {
  const messages = digestMessages.use()
  return (
    <section class="mb-4">
      <h3 class="flex items-baseline justify-between px-2 pb-1 text-sm font-semibold">
        {messages.found}
        <a href="/watched" class="text-xs font-normal text-accent hover:underline">
          {messages.toWatched}
        </a>
      </h3>
      {events.length === 0 && <p class="px-2 text-sm text-soft">{messages.noneFound}</p>}
      {events.length > 0 && (
        <ul class="rounded-xl border border-line bg-card py-1">
          {events.map(({ watch, id, title, url, at, source, sourceName }) => (
            <li key={`${watch} ${id}`} class="px-2 py-1.5 text-sm leading-5">
              <OutLink href={url} class="line-clamp-2 [&[href]:hover]:text-accent">
                {title}
              </OutLink>
              <span class="block truncate text-xs leading-4 text-soft">
                {watch} · {sourceName ?? source} · <Age at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function DailyForm() {
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

/** `clock` as `08:00`, of the zone of the browser; Asia/Shanghai is what the service takes without one. */
function dailyOf(clock: string, zone = new Intl.DateTimeFormat().resolvedOptions().timeZone): string {
  return zone === 'Asia/Shanghai' ? clock : `${clock} ${zone}`
}

const digestMessages = createMessages({
  title: ['早报', 'Digest'],
  loading: ['正在加载早报', 'Loading the digest'],
  stories: ['十件事', 'Ten stories'],
  noStories: [
    '还没有多个平台都在说的事。打开榜单，过一会儿再来看。',
    'No story of several sites yet. Open the lists and come back in a moment.',
  ],
  found: ['你关注的词', 'Your watched words'],
  noneFound: ['过去一天没有新内容。', 'Nothing new in the last day.'],
  toWatched: ['管理关注', 'Manage watches'],
  send: ['每天送到手机上', 'Send it every day'],
  time: ['时间', 'Time'],
  notifier: ['送到', 'Send to'],
  start: ['每天发送', 'Send daily'],
  save: ['保存', 'Save'],
  stop: ['不再发送', 'Stop'],
  name: ['早报', 'Digest'],
  sentAt: ['每天 {0} 送到 {1}', 'sent daily at {0} to {1}'],
  noNotifier: ['还没有通知方式。', 'There is no notifier yet.'],
  toNotifiers: ['添加通知方式', 'Add a notifier'],
  notAllowed: ['登录后可以每天收到它。', 'Log in to receive it every day.'],
})
