// Gives stories the ids of earlier ones with the same items.
import type { Story } from './story.ts'

/** A story takes the id of the earlier story with the most items in common; an id is given once. Items of the same title count as the same. */
export function keepIds(stories: readonly Story[], earlier: readonly Story[]): Story[] {
  const owners = new Map(
    earlier.flatMap((story) => story.items.flatMap((item) => keysOf(item).map((key) => [key, story] as const))),
  )
  const claims = stories.flatMap((story) => {
    const shared = Map.groupBy(
      story.items.flatMap((item) => ownerOf(item, owners) ?? []),
      ({ id }) => id,
    )
    return [...shared].map(([id, { length }]) => ({ story, id, length }))
  })
  const given = new Map<Story, string>()
  const taken = new Set<string>()
  for (const { story, id } of claims.sort((a, b) => b.length - a.length || (a.id < b.id ? -1 : 1))) {
    if (given.has(story) || taken.has(id)) continue
    given.set(story, id)
    taken.add(id)
  }
  return stories.map((story) => {
    const kept = earlier.find(({ id }) => id === given.get(story))
    if (!kept) return { ...story, id: freeId(story.id, taken) }
    const isEarlier = kept.firstSeen <= story.firstSeen
    const { firstSeen, firstSource } = isEarlier ? kept : story
    return { ...story, id: kept.id, firstSeen, firstSource }
  })
}

function keysOf({ source, id, title }: Story['items'][number]): [string, string] {
  return [`${source} ${id}`, title]
}

function ownerOf(item: Story['items'][number], owners: ReadonlyMap<string, Story>): Story | undefined {
  const [key, title] = keysOf(item)
  return owners.get(key) ?? owners.get(title)
}

/** A story that split off may have the first item of the story that kept the id. */
function freeId(id: string, taken: Set<string>): string {
  const free = taken.has(id) ? freeId(`${id}-`, taken) : id
  taken.add(free)
  return free
}
