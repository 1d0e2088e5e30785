// Reads a folder of lists of several moments and predicts their stories, in the form that its score.mjs takes.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { atOnce } from '../../src/async/pieces.ts'
import { joinStories } from '../../src/hotlist/stories/join-stories.ts'
import type { RankedList } from '../../src/hotlist/stories/story.ts'

const listFile = z.looseObject({
  at: z.iso.datetime({ offset: true }),
  items: z.array(z.looseObject({ rank: z.number(), title: z.string(), url: z.string().optional() })),
})

export interface Moment {
  /** `2021-03-25T12` */
  readonly id: string
  readonly lists: readonly RankedList[]
}

/** @throws when the folder has no `lists`, or one of another form. */
export function readMoments(folder: string): Moment[] {
  return readdirSync(join(folder, 'lists'))
    .sort()
    .map((id) => ({ id, lists: readdirSync(join(folder, 'lists', id)).map((file) => readList(folder, id, file)) }))
}

function readList(folder: string, moment: string, file: string): RankedList {
  const { at, items } = listFile.parse(JSON.parse(readFileSync(join(folder, 'lists', moment, file), 'utf8')))
  const source = file.replace('.json', '')
  return {
    source,
    platform: source,
    at: Date.parse(at),
    items: items.map(({ rank, title, url = '' }) => ({ id: String(rank), title, url })),
  }
}

/** By moment: stories as lists of items such as `weibo/16`. */
export function predictStories(moments: readonly Moment[]): Record<string, string[][]> {
  return Object.fromEntries(moments.map(({ id, lists }) => [id, storiesOf(lists)]))
}

function storiesOf(lists: readonly RankedList[]): string[][] {
  const now = Math.max(...lists.map(({ at }) => at))
  const stories = atOnce(joinStories(lists, now))
  return stories.map(({ items }) => items.map(({ source, rank }) => `${source}/${rank}`))
}
