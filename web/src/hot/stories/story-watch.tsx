// The bell of a story.
import type { TrendStory } from '../../../../src/contract/hotlist-trends.ts'
import { sharedWords } from '../../components/shared-words.ts'
import { WatchButton } from '../../components/watch-button.tsx'
import { wordsToWatch } from '../../components/words-to-watch.ts'
import { createMessages } from '../../use-messages.ts'

const watchMessages = createMessages({
  watch: ['关注这件事', 'Watch this story'],
})

export function StoryWatch({ story: { title: name, items } }: { readonly story: TrendStory }) {
  const { watch } = watchMessages.use()
  // The title of the story first: it says most of what the items have in common.
  const titles = [name, ...items.map(({ title }) => title).filter((title) => title !== name)]
  return (
    <WatchButton offers={[{ words: sharedWords(titles) || wordsToWatch(name), in: ['lists'] }]} class="mt-2 min-h-11!">
      {watch}
    </WatchButton>
  )
}
