// Stories: rank, title, sites as chips, when and where each was first seen, and on request all titles.
import { ChevronDown } from 'lucide-preact'
import { useId, useMemo, useState } from 'preact/hooks'
import type { Riser } from '../../../../src/contract/hotlist-history.ts'
import type { TrendStory } from '../../../../src/contract/hotlist-trends.ts'
import { displayNow } from '../../clock.ts'
import { LoadErrorToast, lazyComponent } from '../../components/lazy.tsx'
import { OutLink } from '../../components/out-link.tsx'
import { formatAge, formatDateTime } from '../../format-time.ts'
import { usePreferences } from '../../page-context.ts'
import { useBoard } from '../board-context.ts'
import { storyMessages } from './messages.ts'
import { gainsOf, riseOf, StoryChip, useBestOfSites, useSiteName } from './story-parts.tsx'

const StoryDetails = lazyComponent(async () => (await import('./story-details.tsx')).StoryDetails, LoadErrorToast)

const [chipsOfWideScreens, chipsOfNarrowScreens] = [5, 3]

interface StoryListProps {
  readonly stories: readonly TrendStory[]
  readonly risers: readonly Riser[] | undefined
  /** End of the previous visit: later stories are new. */
  readonly lastVisit?: number | undefined
  /** The number of stories to draw. */
  readonly drawn?: number
  readonly class?: string
}

export function StoryList({ stories, risers, lastVisit, drawn, class: extraClass = '' }: StoryListProps) {
  const gains = useMemo(() => gainsOf(risers ?? []), [risers])
  const mostPlatforms = Math.max(...stories.map(({ platforms }) => platforms))
  return (
    <ol class={`border-t border-line bg-card md:rounded-xl md:border ${extraClass}`}>
      {stories.slice(0, drawn).map((story, at) => (
        <StoryRow
          key={story.id}
          {...{ story, mostPlatforms }}
          place={at + 1}
          rise={riseOf(story, gains)}
          isNew={lastVisit !== undefined && (story.enteredAt ?? 0) > lastVisit}
        />
      ))}
    </ol>
  )
}

interface StoryRowProps {
  readonly story: TrendStory
  /** The number of platforms of the widest story. */
  readonly mostPlatforms: number
  readonly place: number
  /** The most ranks that one of its items gained. */
  readonly rise: number
  readonly isNew: boolean
}

function StoryRow({ story, place, rise, isNew, mostPlatforms }: StoryRowProps) {
  const messages = storyMessages.use()
  const mostChips = useBoard().isNarrow ? chipsOfNarrowScreens : chipsOfWideScreens
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const [best] = story.items
  const sites = useBestOfSites(story.items)
  const toggle = () => setOpen(!isOpen)
  return (
    <li class="border-b border-line last:border-0 hover:bg-raised">
      <div class="flex gap-2 px-2 pt-1 pb-1.5 sm:gap-3 sm:px-3">
        <span
          class={`figures w-6 shrink-0 text-end leading-5 sm:leading-6 ${place <= 3 ? 'font-bold text-accent' : 'text-soft'}`}
        >
          {place}
        </span>
        <div class="min-w-0 flex-1">
          <div class="flex items-start gap-2">
            <h3 class="min-w-0 flex-1 text-[0.9375rem] leading-5 font-medium sm:leading-6">
              <OutLink
                href={best?.url}
                title={story.title}
                class="line-clamp-2 visited:text-soft hover:text-accent hover:underline sm:line-clamp-1"
              >
                {story.title}
              </OutLink>
            </h3>
            <Signs story={story} rise={rise} isNew={isNew} mostPlatforms={mostPlatforms} />
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={id}
              aria-label={messages.open(story.title)}
              class="inline-flex size-6 shrink-0 items-center justify-center rounded text-soft hover:bg-wash hover:text-accent"
              onClick={toggle}
            >
              <ChevronDown size={16} aria-hidden="true" class={isOpen ? 'rotate-180' : ''} />
            </button>
          </div>
          <div class="mt-0.5 flex items-center gap-x-3 max-sm:flex-wrap">
            <ul class="fade-end flex min-w-0 gap-1.5 overflow-hidden">
              {sites.slice(0, mostChips).map((item) => (
                <StoryChip key={item.source} item={item} />
              ))}
              {sites.length > mostChips && (
                <li class="shrink-0">
                  <button
                    type="button"
                    class="figures h-6 min-w-6 rounded-full px-1 text-xs text-accent hover:underline"
                    onClick={toggle}
                  >
                    <span aria-hidden="true">+{sites.length - mostChips}</span>
                    <span class="sr-only">{messages.more(sites.length - mostChips)}</span>
                  </button>
                </li>
              )}
            </ul>
            <Beginning story={story} />
          </div>
        </div>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <StoryDetails story={story} />}
      </div>
    </li>
  )
}

type PartProps = Pick<StoryRowProps, 'story'>

type SignProps = Pick<StoryRowProps, 'story' | 'rise' | 'isNew' | 'mostPlatforms'>

function Signs({ story: { platforms }, rise, isNew, mostPlatforms }: SignProps) {
  const messages = storyMessages.use()
  return (
    <span class="figures flex shrink-0 items-center gap-2 text-xs leading-6 text-soft">
      {isNew && (
        <span class="rounded bg-wash px-1 leading-5 text-accent" title={messages.isNewHere}>
          {messages.onlyNew}
        </span>
      )}
      {rise > 0 && (
        <span class="text-accent" title={messages.rising(rise)}>
          <span aria-hidden="true">▲{rise}</span>
          <span class="sr-only">{messages.rising(rise)}</span>
        </span>
      )}
      <span class="flex items-center gap-1.5 max-sm:hidden">
        <span aria-hidden="true" class="h-1.5 w-12 rounded-full bg-raised">
          <span
            class="block h-full rounded-full bg-accent"
            style={{ width: `${(platforms / mostPlatforms) * 100}%` }}
          />
        </span>
        <span class="min-w-14">{messages.sites(platforms)}</span>
      </span>
    </span>
  )
}

/** Nothing where no earlier reading says that the story was not there before. */
function Beginning({ story: { enteredAt, firstSource } }: PartProps) {
  const messages = storyMessages.use()
  const language = usePreferences().language.value
  const siteNameOf = useSiteName()
  if (enteredAt === undefined) return null
  return (
    <time
      dateTime={new Date(enteredAt).toISOString()}
      title={formatDateTime(enteredAt, language)}
      class="ms-auto shrink-0 text-xs leading-4 whitespace-nowrap text-soft max-sm:ms-0"
    >
      {messages.began(formatAge(enteredAt, displayNow.value, language), siteNameOf(firstSource))}
    </time>
  )
}
