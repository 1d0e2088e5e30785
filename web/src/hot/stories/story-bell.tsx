// The bell of a story.
import type { TrendStory } from '../../../../src/contract/hotlist-trends.ts'
import { BellButton } from '../../components/bell-button.tsx'
import { wordsToWatch } from '../../components/words-to-watch.ts'
import { createMessages, useMessages } from '../../use-messages.ts'
import { commonWords } from './common-words.ts'

const bellMessages = createMessages({
  watch: ['关注这件事', 'Watch this story'],
})

export function StoryBell({ story: { title: name, items } }: { readonly story: TrendStory }) {
  const { watch } = useMessages(bellMessages)
  // The title of the story first: it says most of what the items have in common.
  const titles = [name, ...items.map(({ title }) => title).filter((title) => title !== name)]
  return (
    <BellButton offers={[{ words: commonWords(titles) || wordsToWatch(name), in: ['lists'] }]} class="mt-2 min-h-11!">
      {watch}
    </BellButton>
  )
}
