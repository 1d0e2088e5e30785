// A channel or a feed as the server sees it, before it is added; only administrators may look.
import type { ChannelLookResponse, FeedLookResponse } from '../../../src/contract/settings.ts'
import type { ApiError } from '../api-client.ts'
import { useAnswer } from '../use-answer.ts'
import { createMessages } from '../use-messages.ts'
import { Age } from './age.tsx'
import { useFailure } from './use-failure.ts'
import { useReasonText } from './use-reason-text.ts'

export const settingsPath = '/api/v1/server/settings'

type Look<Found> = ReturnType<typeof useLook<Found>>

/** Looks a moment after the last letter of what is typed, and again with another credential. */
export function useLook<Found>(what: 'channel' | 'feed', typed: string | undefined, pauseMs = 0) {
  const path = typed === undefined ? undefined : `${settingsPath}/look-at-${what}`
  const body = { [what === 'feed' ? 'url' : what]: typed }
  const asked = useAnswer<Found>(path, { body, pauseMs, isBackground: true, isOwnOnly: true })
  const isRefused = asked.error?.kind === 'unauthorized' || asked.error?.kind === 'forbidden'
  return { ...asked, isRefused }
}

/** Returns a function that says why an upstream could not be read, in the language of the reader where it has a code. */
export function useUpstreamFailure() {
  const textOf = useReasonText()
  return ({ detail, reason }: Omit<NonNullable<FeedLookResponse['failure']>, 'kind'>) =>
    reason ? textOf(reason) : detail
}

interface LookProps<Found> {
  readonly look: Look<Found>
}

export function ChannelLook({ look: { answer, error } }: LookProps<ChannelLookResponse>) {
  const messages = lookMessages.use()
  const failureOf = useUpstreamFailure()
  if (!answer) return <NoAnswer error={error} />
  const { channel, listed, posts, last, failure } = answer
  return (
    <div role="status" class="flex flex-col gap-1 rounded-lg bg-raised px-3 py-2 text-sm">
      <p class="text-soft">
        <span class="font-medium text-ink">@{channel}</span> ·{' '}
        {failure ? messages.unreadable(failureOf(failure)) : messages.posts(posts)} {listed && messages.listed}
      </p>
      {last && <p class="line-clamp-3 break-words whitespace-pre-line">{last.text}</p>}
      {last?.at !== undefined && <Age at={last.at} class="text-xs text-soft" />}
    </div>
  )
}

export function FeedLook({ look: { answer, error } }: LookProps<FeedLookResponse>) {
  const messages = lookMessages.use()
  const failureOf = useUpstreamFailure()
  if (!answer || answer.failure)
    return <NoAnswer error={error} failure={answer?.failure && failureOf(answer.failure)} />
  return (
    <div role="status" class="rounded-lg bg-raised px-3 py-2 text-sm">
      <p class="text-soft">
        <span class="font-medium text-ink">{answer.title}</span> {messages.rows(answer.total)}
      </p>
      <ul class="mt-1 list-inside list-disc">
        {answer.items.map((item) => (
          <li key={item.url} class="truncate">
            {item.title}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface NoAnswerProps {
  readonly error: ApiError | undefined
  readonly failure?: string | undefined
}

function NoAnswer({ error, failure }: NoAnswerProps) {
  const messages = lookMessages.use()
  const textOf = useFailure()
  const problem = error ? textOf(error) : failure
  return (
    <p role="status" class={`text-sm break-words ${problem === undefined ? 'text-soft' : 'text-bad'}`}>
      {problem === undefined ? messages.looking : messages.unreadable(problem)}
    </p>
  )
}

const lookMessages = createMessages({
  looking: ['正在读取…', 'Reading it…'],
  unreadable: ['现在读不了：{0}', 'It cannot be read now: {0}'],
  posts: [
    (posts: number) => (posts === 0 ? '页面上没有消息。' : `页面上有 ${posts} 条消息，最新的一条：`),
    (posts: number) =>
      posts === 0 ? 'Its page has no posts.' : `Its page has ${posts === 1 ? '1 post' : `${posts} posts`}. The newest:`,
  ],
  listed: ['已经在搜索范围里了。', 'Searches ask it already.'],
  rows: ['共 {0} 条', '1 row|{0} rows'],
})
