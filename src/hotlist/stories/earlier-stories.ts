// The stories joined last, remembered across restarts too: found by their items, they give the next ones their ids.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ageMs, clockSkewMs } from '../../async/ages.ts'
import type { Story, StoryItem } from './story.ts'

export interface EarlierStory extends Pick<Story, 'id' | 'firstSeen' | 'firstSource'> {
  readonly items: readonly Pick<StoryItem, 'source' | 'id' | 'title' | 'firstSeen'>[]
}

export interface EarlierStories {
  firstSeen: (source: string, id: string) => number | undefined
  /** The story with the item, or with one of the same title. */
  storyWith: (item: Pick<StoryItem, 'source' | 'id' | 'title'>) => EarlierStory | undefined
}

export function readEarlier(stories: readonly EarlierStory[]): EarlierStories {
  const bySource = new Map<string, Map<string, { readonly story: EarlierStory; readonly firstSeen: number }>>()
  const byTitle = new Map<string, EarlierStory>()
  for (const story of stories)
    for (const { source, id, title, firstSeen } of story.items) {
      byTitle.set(title, story)
      const items = bySource.get(source)
      if (items) items.set(id, { story, firstSeen })
      else bySource.set(source, new Map([[id, { story, firstSeen }]]))
    }
  return {
    firstSeen: (source, id) => bySource.get(source)?.get(id)?.firstSeen,
    storyWith: ({ source, id, title }) => bySource.get(source)?.get(id)?.story ?? byTitle.get(title),
  }
}

const idCharacters = 12

export type StoryDraft = Omit<Story, 'id'>

/** A story takes the id of the earlier story with the most items in common; an id is given once. Items of the same title count as the same. */
export function keepIds(drafts: readonly StoryDraft[], earlier: EarlierStories): Story[] {
  const claims = drafts.flatMap((draft) => claimsOf(draft, earlier))
  const given = new Map<StoryDraft, EarlierStory>()
  const taken = new Set<string>()
  for (const { draft, story } of claims.sort(byItems)) {
    if (given.has(draft) || taken.has(story.id)) continue
    given.set(draft, story)
    taken.add(story.id)
  }
  return drafts.map((draft) => {
    const kept = given.get(draft)
    if (!kept) return { id: freeId(idOf(draft), taken), ...draft }
    const { firstSeen, firstSource } = kept.firstSeen <= draft.firstSeen ? kept : draft
    return { id: kept.id, ...draft, firstSeen, firstSource }
  })
}

interface Claim {
  readonly draft: StoryDraft
  readonly story: EarlierStory
  /** How many items they have in common. */
  readonly items: number
}

function byItems(a: Claim, b: Claim): number {
  return b.items - a.items || Number(a.story.id > b.story.id) - Number(a.story.id < b.story.id)
}

function claimsOf(draft: StoryDraft, earlier: EarlierStories): Claim[] {
  const shared = new Map<EarlierStory, number>()
  for (const item of draft.items) {
    const story = earlier.storyWith(item)
    if (story) shared.set(story, (shared.get(story) ?? 0) + 1)
  }
  return [...shared].map(([story, items]) => ({ draft, story, items }))
}

/** By the item that was seen first. */
function idOf({ items, firstSource, firstSeen }: StoryDraft): string {
  const first = items.find((item) => item.source === firstSource && item.firstSeen === firstSeen)
  return createHash('sha256').update(`${firstSource} ${first?.id}`).digest('base64url').slice(0, idCharacters)
}

/** A story that split off may have the first item of the story that kept the id. */
function freeId(id: string, taken: Set<string>): string {
  const free = taken.has(id) ? freeId(`${id}-`, taken) : id
  taken.add(free)
  return free
}

const item = z.object({ source: z.string(), id: z.string(), title: z.string(), firstSeen: z.number() })
const story = z.object({
  id: z.string().min(1),
  firstSeen: z.number(),
  firstSource: z.string(),
  items: z.array(item),
})
/** `at`: when they were joined, in epoch milliseconds. */
const shape = z.object({ at: z.number(), stories: z.array(story) })

/** The same words mean another event after this time. */
const keptMs = 24 * 60 * 60 * 1000

interface Joined {
  readonly at: number
  readonly stories: readonly EarlierStory[]
}

export type StoryMemory = ReturnType<typeof createStoryMemory>

export function createStoryMemory() {
  let joined: Joined = { at: 0, stories: [] }
  let isSaved = true
  return {
    storiesAt: (now: number): readonly EarlierStory[] =>
      ageMs(now, joined.at, clockSkewMs) < keptMs ? joined.stories : [],
    remember(latest: Joined): void {
      joined = latest
      isSaved = false
    },
    serialize: (): string => JSON.stringify(shape.parse(joined)),
    /** Loads the stories of an earlier process. Those of another replica do not replace what this one has joined. */
    load(text: string): void {
      if (joined.at === 0) joined = parse(text) ?? joined
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

/** Undefined if it is of another form. */
function parse(text: string): Joined | undefined {
  try {
    return shape.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
