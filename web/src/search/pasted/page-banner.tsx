// The address of a page that was pasted: the story of a headline on the board, or a feed as a new list.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { FeedLookResponse } from '../../../../src/contract/settings.ts'
import { Button } from '../../components/button.tsx'
import { freeId, readEntries, withEntry } from '../../components/declared-entries.ts'
import { LoginButton } from '../../components/login-button.tsx'
import { sharedWords } from '../../components/shared-words.ts'
import { usePage } from '../../page-context.ts'
import { feedId } from '../../settings/server/feed-id.ts'
import { useAnswer } from '../../use-answer.ts'
import { Actions } from './actions.tsx'
import { pastedMessages } from './pasted-messages.ts'
import { type Stories, storyOf } from './story-of.ts'
import { useChangeSetting, useFailureText, useLook } from './use-look.ts'

interface PageProps {
  readonly url: string
  readonly onDone: () => void
}

const trends = '/api/v1/trends?limit=100'

export function PageBanner({ url, onDone }: PageProps) {
  const messages = pastedMessages.use()
  const stories = useAnswer<Stories>(trends, { isBackground: true })
  const story = storyOf(url, stories.answer)
  if (stories.isLoading) return <p class="text-soft">{messages.looking}</p>
  if (!story) return <FeedBanner url={url} onDone={onDone} />
  const words = sharedWords(story.items.map(({ title }) => title)) || story.title
  return (
    <>
      <p>{messages.story(story.title, story.platforms)}</p>
      <Actions>
        <a
          href={`/hot?find=${encodeURIComponent(words)}`}
          class="inline-flex items-center rounded-lg bg-accent px-3 font-medium text-on-accent hover:brightness-110"
        >
          {messages.showStory}
        </a>
      </Actions>
    </>
  )
}

function FeedBanner({ url, onDone }: PageProps) {
  const messages = pastedMessages.use()
  const { found, isRefused = false, error } = useLook<FeedLookResponse>('feed', { url })
  const textOf = useFailureText()
  const { failure } = found ?? {}
  const isNoFeed = failure?.kind === 'mismatch'
  const problem = error ?? (failure && !isNoFeed ? textOf(failure) : undefined)
  return (
    <>
      <p>
        <span class="text-soft">{found && !failure ? messages.feed : messages.page}</span>{' '}
        <bdi class="font-medium break-all">{found?.title ?? url}</bdi>
        {found && !failure && <span class="text-soft"> · {messages.rows(found.total)}</span>}
      </p>
      {!(found || isRefused || error) && <p class="text-soft">{messages.looking}</p>}
      {isNoFeed && <p>{messages.noFeed}</p>}
      {problem !== undefined && <p class="break-words text-bad">{messages.failed(problem)}</p>}
      {found && !failure && <FeedRows found={found} url={url} onDone={onDone} />}
      {isRefused && (
        <>
          <p class="text-soft">{messages.needsAdmin}</p>
          <Actions>
            <LoginButton look="main" />
          </Actions>
        </>
      )}
    </>
  )
}

/** The first rows of a feed, and the button that makes a list of it. */
function FeedRows({ found, url, onDone }: PageProps & { readonly found: FeedLookResponse }) {
  return (
    <>
      <ul class="list-inside list-disc text-soft">
        {found.items.map((item) => (
          <li key={item.url} class="truncate">
            {item.title}
          </li>
        ))}
      </ul>
      <AddList url={found.feed ?? url} title={found.title} onDone={onDone} />
    </>
  )
}

function AddList({ url, title, onDone }: PageProps & Pick<FeedLookResponse, 'title'>) {
  const messages = pastedMessages.use()
  const { toast } = usePage()
  const { route } = useLocation()
  const change = useChangeSetting()
  const [isBusy, setBusy] = useState(false)
  const add = async () => {
    setBusy(true)
    const name = title ?? new URL(url).hostname
    let id = ''
    const outcome = await change('LISTS', (text) => {
      id = freeId(feedId(url), readEntries(text))
      return withEntry(text, { id, fields: { name, feed: url } })
    })
    setBusy(false)
    if (outcome !== 'changed') return
    const show = () => route(`/hot?list=${encodeURIComponent(id)}`)
    toast.value = { text: messages.addedList(name), action: { label: messages.open, run: show } }
    onDone()
  }
  return (
    <Actions>
      <Button look="main" disabled={isBusy} onClick={() => void add()}>
        {messages.addList}
      </Button>
    </Actions>
  )
}
