// The stories joined last, remembered across restarts too: found by their items, they give the next ones their ids.
import { hash } from 'node:crypto'
import { z } from 'zod'
import { ageMs, clockSkewMs } from '../../async/ages.ts'
import { parseJson } from '../../observability/parse-json.ts'
import { compareText, type Story, type StoryItem } from './story.ts'

const item = z.object({ source: z.string(), id: z.string(), title: z.string(), firstSeen: z.number() })
const story = z.object({
  ...{ id: z.string().min(1), firstSeen: z.number(), firstSource: z.string() },
  items: z.array(item).readonly(),
})
/** `at`: when they were joined, in epoch milliseconds. */
const shape = z.object({ at: z.number(), stories: z.array(story).readonly() })

export type EarlierStory = Readonly<z.infer<typeof story>>

export type EarlierStories = ReturnType<typeof readEarlier>

export function readEarlier(stories: readonly EarlierStory[]) {
  const byItem = new Map<string, { readonly story: EarlierStory; readonly firstSeen: number }>()
  const byTitle = new Map<string, EarlierStory>()
  for (const story of stories)
    for (const { source, id, title, firstSeen } of story.items) {
      byTitle.set(title, story)
      byItem.set(`${source} ${id}`, { story, firstSeen })
    }
  return {
    firstSeen: (source: string, id: string): number | undefined => byItem.get(`${source} ${id}`)?.firstSeen,
    /** The story with the item, or with one of the same title. */
    storyWith: ({ source, id, title }: Pick<StoryItem, 'source' | 'id' | 'title'>): EarlierStory | undefined =>
      byItem.get(`${source} ${id}`)?.story ?? byTitle.get(title),
  }
}

const idCharacters = 12

export type StoryDraft = Omit<Story, 'id'>

/** A story takes the id of the earlier story with the most items in common; an id is given once. Items of the same title count as the same. */
export function keepIds(drafts: readonly StoryDraft[], { storyWith }: EarlierStories): Story[] {
  const claims = drafts.flatMap((draft) =>
    [...Map.groupBy(draft.items, storyWith)].flatMap(([story, items]) => (story ? [{ draft, story, items }] : [])),
  )
  claims.sort((a, b) => b.items.length - a.items.length || compareText(a.story.id, b.story.id))
  const given = new Map<StoryDraft, EarlierStory>()
  const taken = new Set<string>()
  for (const { draft, story } of claims) {
    if (given.has(draft) || taken.has(story.id)) continue
    given.set(draft, story)
    taken.add(story.id)
  }
  return drafts.map((draft) => {
    const kept = given.get(draft)
    if (!kept) return { id: freeId(draft, taken), ...draft }
    const { firstSeen, firstSource } = kept.firstSeen <= draft.firstSeen ? kept : draft
    return { id: kept.id, ...draft, firstSeen, firstSource }
  })
}

/** By the item that was seen first; a story that split off may have the first item of the story that kept the id. */
function freeId({ items, firstSource, firstSeen }: StoryDraft, taken: Set<string>): string {
  const first = items.find((item) => item.source === firstSource && item.firstSeen === firstSeen)
  let id = hash('sha256', `${firstSource} ${first?.id}`, 'base64url').slice(0, idCharacters)
  while (taken.has(id)) id += '-'
  taken.add(id)
  return id
}

/** The same words mean another event after this time. */
const keptMs = 24 * 60 * 60 * 1000

export type StoryMemory = ReturnType<typeof createStoryMemory>

export function createStoryMemory() {
  let joined: z.infer<typeof shape> = { at: 0, stories: [] }
  let isSaved = true
  return {
    storiesAt: (now: number): readonly EarlierStory[] =>
      ageMs(now, joined.at, clockSkewMs) < keptMs ? joined.stories : [],
    remember(latest: typeof joined): void {
      joined = latest
      isSaved = false
    },
    serialize: (): string => JSON.stringify(shape.parse(joined)),
    /** Loads the stories of an earlier process. Those of another replica do not replace what this one has joined. */
    load(text: string): void {
      if (joined.at === 0) joined = shape.safeParse(parseJson(text)).data ?? joined
    },
    /** Returns the function to call with the result of saving what `serialize` returns now; undefined if that is saved. */
    beginSave(): ((isDone: boolean) => void) | undefined {
      if (isSaved) return undefined
      isSaved = true
      return (isDone) => {
        isSaved &&= isDone
      }
    },
  }
}
