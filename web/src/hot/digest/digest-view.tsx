// The digest: ten stories of the last day, what rose, what the user's watches found, and when it is sent.
import type { DigestAnswer } from '../../../../src/contract/digest.ts'
import type { WatchEvent } from '../../../../src/contract/watches.ts'
import { Age } from '../../components/age.tsx'
import { ErrorPage } from '../../components/error-page.tsx'
import { isSafeUrl } from '../../components/is-safe-url.ts'
import { useContent } from '../../components/use-content.ts'
import { useMuted } from '../../muted/use-muted.ts'
import { useAnswer } from '../../use-answer.ts'
import { useBoard } from '../board-context.ts'
import { ScrollBox } from '../scroll-box.tsx'
import { RisersPanel } from '../stories/side-panels.tsx'
import { StoryRow } from '../stories/story-row.tsx'
import { DailyForm } from './daily-form.tsx'
import { digestMessages } from './messages.ts'

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
      <div class="flex gap-4 max-lg:flex-col">
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

const [chipsOfWideScreens, chipsOfNarrowScreens] = [5, 3]

function Stories({ answer: { stories, risers } }: { readonly answer: DigestAnswer }) {
  const messages = digestMessages.use()
  const { isNarrow } = useBoard()
  const { items, muted } = useMuted(stories, (loaded) => loaded.stories)
  const mostPlatforms = Math.max(...items.map(({ platforms }) => platforms))
  const gained = new Map(risers.map(({ id, item, gained: ranks }) => [`${id} ${item.id}`, ranks]))
  return (
    <section>
      <h3 class="px-3 pb-1 text-sm font-semibold md:px-2">{messages.stories}</h3>
      {items.length === 0 && !muted.isHiding && <p class="px-3 text-sm text-soft md:px-2">{messages.noStories}</p>}
      {items.length > 0 && (
        <ol class="border-t border-line bg-card md:rounded-xl md:border">
          {items.map((story, at) => (
            <StoryRow
              key={story.id}
              story={story}
              place={at + 1}
              rise={Math.max(0, ...story.items.map(({ source, id }) => gained.get(`${source} ${id}`) ?? 0))}
              isNew={false}
              mostChips={isNarrow ? chipsOfNarrowScreens : chipsOfWideScreens}
              mostPlatforms={mostPlatforms}
            />
          ))}
        </ol>
      )}
      {muted.line}
    </section>
  )
}

/** What the watches of the user found. */
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
              {isSafeUrl(url) ? (
                <a href={url} target="_blank" rel="noopener noreferrer" class="line-clamp-2 hover:text-accent">
                  {title}
                </a>
              ) : (
                title
              )}
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
