// A story: rank, title, its sites as chips, when and where it began, and on request all titles and why they are joined.
import { ChevronDown } from 'lucide-preact'
import { useId, useState } from 'preact/hooks'
import type { TrendStory } from '../../../../src/contract/hotlist-trends.ts'
import { displayNow } from '../../clock.ts'
import { LoadErrorToast, lazyComponent } from '../../components/lazy.tsx'
import { fullNameOf } from '../../components/list-name.tsx'
import { formatAge, formatCompact, formatDateTime } from '../../format-time.ts'
import { usePreferences } from '../../page-context.ts'
import { useMessages } from '../../use-messages.ts'
import { useBoard } from '../board-context.ts'
import { storyMessages } from './messages.ts'
import { StoryChip, useBestOfSites, useSiteName } from './story-parts.tsx'

interface StoryRowProps {
  readonly story: TrendStory
  readonly place: number
  /** The most ranks that one of its items gained. */
  readonly rise: number
  readonly isNew: boolean
  readonly mostChips: number
}

export function StoryRow({ story, place, rise, isNew, mostChips }: StoryRowProps) {
  const messages = useMessages(storyMessages)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const [best] = story.items
  const sites = useBestOfSites(story.items)
  const toggle = () => setOpen(!isOpen)
  return (
    <li class="border-b border-line hover:bg-raised">
      <div class="flex gap-2 px-2 pt-1 pb-1.5 sm:gap-3 sm:px-3">
        <span
          class={`figures w-6 shrink-0 text-end leading-5 sm:leading-6 ${place <= 3 ? 'font-bold text-accent' : 'text-soft'}`}
        >
          {place}
        </span>
        <div class="min-w-0 flex-1">
          <div class="flex items-start gap-2">
            <h3 class="min-w-0 flex-1 text-[0.9375rem] leading-5 font-medium sm:leading-6">
              <a
                href={best?.url}
                target="_blank"
                rel="noopener noreferrer"
                title={story.title}
                class="line-clamp-2 visited:text-soft hover:text-accent hover:underline sm:line-clamp-1"
              >
                {story.title}
              </a>
            </h3>
            <Signs story={story} rise={rise} isNew={isNew} />
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
        {isOpen && <Details story={story} />}
      </div>
    </li>
  )
}

type PartProps = Pick<StoryRowProps, 'story'>

function Signs({ story, rise, isNew }: Pick<StoryRowProps, 'story' | 'rise' | 'isNew'>) {
  const messages = useMessages(storyMessages)
  const language = usePreferences().language.value
  const siteNameOf = useSiteName()
  const hottest = story.items.find(({ hot }) => hot !== undefined)
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
      {hottest?.hot !== undefined && (
        <span class="max-sm:hidden" title={messages.heat(siteNameOf(hottest.source))}>
          {messages.heatShort(formatCompact(hottest.hot, language))}
        </span>
      )}
    </span>
  )
}

function Beginning({ story: { firstSeen, firstSource } }: PartProps) {
  const messages = useMessages(storyMessages)
  const language = usePreferences().language.value
  return (
    <time
      dateTime={new Date(firstSeen).toISOString()}
      title={formatDateTime(firstSeen, language)}
      class="ms-auto shrink-0 text-xs leading-4 whitespace-nowrap text-soft max-sm:ms-0"
    >
      {messages.began(formatAge(firstSeen, displayNow.value, language), useSiteName()(firstSource))}
    </time>
  )
}

const StoryWatch = lazyComponent(async () => (await import('./story-watch.tsx')).StoryWatch, LoadErrorToast)

/** All titles, and the words that they share. */
function Details({ story }: PartProps) {
  const { items, why } = story
  const messages = useMessages(storyMessages)
  const language = usePreferences().language.value
  const { recordOf } = useBoard()
  const heaviest = Math.max(...why.map(({ weight }) => weight))
  return (
    <div class="ms-8 me-3 pb-3 text-sm sm:ms-12">
      <ul>
        {items.map(({ source, id, title, url, rank, hot }) => (
          <li key={`${source} ${id}`}>
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              class="flex min-h-7 items-baseline gap-x-2 py-1 hover:text-accent max-sm:flex-wrap"
            >
              <span class="figures w-28 shrink-0 truncate text-xs text-soft max-sm:w-full">
                {fullNameOf(recordOf.get(source) ?? { name: source })} · {rank}
              </span>
              <span class="min-w-0 flex-1">{title}</span>
              {hot !== undefined && <span class="figures text-xs text-soft">{formatCompact(hot, language)}</span>}
            </a>
          </li>
        ))}
      </ul>
      <p class="mt-1 text-xs leading-5 text-soft" title={messages.whyHint}>
        {messages.why(items.length)}
        {why.map(({ word, weight }, at) => (
          <span key={word}>
            {at > 0 && ' · '}
            <span class={weight > heaviest / 2 ? 'font-semibold text-ink' : ''}>{word}</span>
          </span>
        ))}
      </p>
      <StoryWatch story={story} />
    </div>
  )
}
