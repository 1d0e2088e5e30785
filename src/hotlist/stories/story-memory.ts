// Remembers the stories joined last, across restarts too: the next ones take their ids from them.

import { z } from 'zod'
import { ageMs, clockSkewMs } from '../../async/ages.ts'
import type { EarlierStory } from './earlier-stories.ts'

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
