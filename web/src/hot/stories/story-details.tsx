// What an opened story shows: all titles with the words that they share marked, and how it spread. Loaded when one is opened.
import type { TrendStory } from '../../../../src/contract/hotlist-trends.ts'
import { Age } from '../../components/age.tsx'
import { Highlighted } from '../../components/highlighted.tsx'
import { fullNameOf } from '../../components/list-name.tsx'
import { OutLink } from '../../components/out-link.tsx'
import { sharedWords } from '../../components/shared-words.ts'
import { WatchButton } from '../../components/watch-button.tsx'
import { wordsToWatch } from '../../components/words-to-watch.ts'
import { createMessages } from '../../use-messages.ts'
import { useBoard } from '../board-context.ts'
import { SpreadLine } from './spread-line.tsx'

export function StoryDetails({ story }: { readonly story: TrendStory }) {
  const { recordOf } = useBoard()
  const heaviest = Math.max(...story.why.map(({ weight }) => weight))
  const words = story.why.flatMap(({ word, weight }) => (weight > heaviest / 2 ? word : [])).join(' ')
  return (
    <div class="ms-10 me-3 pb-3 text-sm sm:ms-12">
      <ul>
        {story.items.map(({ source, id, title, url, rank, enteredAt }) => (
          <li key={`${source} ${id}`}>
            <OutLink href={url} class="flex min-h-7 items-baseline gap-x-2 py-1 hover:text-accent max-sm:flex-wrap">
              <span class="figures w-28 shrink-0 truncate text-xs text-soft max-sm:w-full">
                {fullNameOf(recordOf.get(source) ?? { name: source })} · {rank}
              </span>
              <span class="min-w-0 flex-1">
                <Highlighted text={title} kw={words} />
              </span>
              {enteredAt !== undefined && <Age at={enteredAt} class="shrink-0 text-xs text-soft" />}
            </OutLink>
          </li>
        ))}
      </ul>
      <SpreadLine story={story} />
      <StoryWatch story={story} />
    </div>
  )
}

const watchMessages = createMessages({
  watch: ['关注这件事', 'Watch this story'],
})

function StoryWatch({ story: { title: name, items } }: { readonly story: TrendStory }) {
  const { watch } = watchMessages.use()
  // The title of the story first: it says most of what the items have in common.
  const titles = [name, ...items.map(({ title }) => title).filter((title) => title !== name)]
  return (
    <WatchButton offers={[{ words: sharedWords(titles) || wordsToWatch(name), in: ['lists'] }]} class="mt-2 min-h-11!">
      {watch}
    </WatchButton>
  )
}
