// Invented posts of any channel, determined by channel, seed and clock; all channels of a seed share the works.
import { createSeededRandom, hash, type SeededRandom } from '../seeded-random.ts'
import { type Draft, type Media, type Post, plainText, tagsOf } from './post.ts'
import { type Style, styles } from './post-styles.ts'
import { channelCreated, traps, writeAside } from './tricky-posts.ts'
import { channelEnds, chineseFirst, people, reactionEmoji } from './vocabulary.ts'
import { type Work, worksOf } from './works.ts'

/** Default clock of the stand-in: 2026-11-20 12:00 UTC. */
export const defaultNow = new Date('2026-11-20T12:00:00Z')

const dayMs = 86_400_000
const spanDays = 3 * 365

export interface Corpus {
  /** The posts of a channel, oldest first, with ascending ids and gaps. The name is case-insensitive. */
  postsOf(channel: string): readonly Post[]
}

const wordedStyles = [...styles, ...traps]
const allWeight = wordedStyles.reduce((sum, [, weight]) => sum + weight, 0)
function pickStyle(chance: SeededRandom): Style {
  let left = chance.next() * allWeight
  for (const [style, weight] of wordedStyles) {
    left -= weight
    if (left < 0) return style
  }
  return chance.pick(wordedStyles)[0]
}

/** Picks a work; low numbers (new works) are much more likely. */
function pickWork(works: readonly Work[], chance: SeededRandom): Work {
  const at = Math.floor(works.length * chance.next() ** 1.8)
  return chance.pick(works.slice(at, at + 1))
}

function writeDraft(works: readonly Work[], chance: SeededRandom): Draft {
  if (chance.happens(0.08)) return writeAside(chance)
  const style = pickStyle(chance)
  const more = Array.from({ length: chance.whole(3, 6) }, () => pickWork(works, chance))
  const work = pickWork(works, chance)
  const draft = style(work, more, chance)
  if (chance.happens(0.05)) return { ...draft, unsupported: true }
  if (chance.happens(0.08)) return { ...draft, document: { name: `${work.title}.epub`, size: work.size, audio: false } }
  return draft
}

/** Replaces a single photo by an album: three or four items, each with its own id. */
function withAlbum(draft: Draft, chance: SeededRandom): Draft {
  if (draft.media?.[0] !== 'photo' || !chance.happens(0.05)) return draft
  const media: Media[] = ['photo', 'photo', chance.pick(['photo', 'video'])]
  return { ...draft, media: chance.happens(0.4) ? [...media, 'photo'] : media }
}

function count(chance: SeededRandom): string {
  const size = chance.whole(0, 2)
  if (size === 0) return String(chance.whole(1, 999))
  return size === 1 ? `${chance.whole(10, 999) / 10}K` : `${chance.whole(100, 999) / 100}K`
}

function withForward(draft: Draft, chance: SeededRandom): Draft {
  if (draft.service || !chance.happens(0.12)) return draft
  if (chance.happens(0.3)) return { ...draft, forward: { name: chance.pick(people) } }
  return { ...draft, forward: { name: '演示来源', from: `demo_source/${chance.whole(2, 900)}` } }
}

function post(draft: Draft, id: number, at: Date, chance: SeededRandom): Post {
  const items = draft.media?.length ?? 0
  const text = plainText(draft.body)
  return {
    ...draft,
    ids: Array.from({ length: Math.max(1, items) }, (_, item) => id + item),
    at,
    text,
    tags: tagsOf(draft.body),
    searched: `${text}\n${draft.preview?.title ?? ''}`.toLowerCase(),
    views: count(chance),
    signature: chance.happens(0.1) ? chance.pick(people) : '',
    edited: chance.happens(0.15),
    reactions: [],
  }
}

/** Adds reactions; their number differs strongly between channels. */
function withReactions(made: Post, most: number, chance: SeededRandom): Post {
  if (made.service) return made
  const emoji = chance.some(reactionEmoji, chance.whole(Math.floor(most / 4), most))
  return { ...made, reactions: emoji.map((one) => ({ emoji: one, count: count(chance) })) }
}

/** Dates within the last three years, in ascending order. */
function datesOf(total: number, now: Date, chance: SeededRandom): Date[] {
  const ages = Array.from({ length: total }, () => Math.floor(chance.next() ** 1.5 * spanDays * dayMs))
  return ages.sort((a, b) => b - a).map((age) => new Date(Math.floor((now.getTime() - age) / 1000) * 1000))
}

/** Number of posts of a channel; some channels have very few. */
function postCount(channel: string, chance: SeededRandom): number {
  const lively = chance.whole(40, 80)
  return hash(`hush/${channel}`) % 4 === 0 ? Math.ceil(lively / 12) : lively
}

function writeChannel(channel: string, seed: number, now: Date, works: readonly Work[]): Post[] {
  const chance = createSeededRandom(seed, 'channel', channel)
  const posts: Post[] = []
  const mostReactions = chance.pick([1, 8, 8])
  let id = 1
  for (const at of datesOf(postCount(channel, chance), now, chance)) {
    const draft =
      posts.length === 0 ? channelCreated : withForward(withAlbum(writeDraft(works, chance), chance), chance)
    const made = withReactions(post(draft, id, at, chance), mostReactions, chance)
    const older = draft.answers && posts.length > 3 ? posts.at(-chance.whole(1, 3)) : undefined
    posts.push(
      older === undefined ? made : { ...made, reply: { id: older.ids[0] ?? id, quote: older.text.slice(0, 60) } },
    )
    id += made.ids.length + (chance.happens(0.25) ? chance.whole(1, 4) : 0)
  }
  return posts
}

/**
 * Creates the corpus of a seed. Posts of a channel are created on first use and cached: 116 channels have about 7,000
 * posts.
 */
export function createCorpus(seed: number, now: Date = defaultNow): Corpus {
  const works = worksOf(seed)
  const channels = new Map<string, readonly Post[]>()
  const postsOf = (channel: string): readonly Post[] => {
    const name = channel.toLowerCase()
    const known = channels.get(name)
    if (known !== undefined) return known
    const posts = writeChannel(name, seed, now, works)
    // Channel names come from requests; the bound limits memory use.
    if (channels.size < 1000) channels.set(name, posts)
    return posts
  }
  return { postsOf }
}

/** A channel's display title. */
export function channelTitle(channel: string, seed: number): string {
  const chance = createSeededRandom(seed, 'title', channel.toLowerCase())
  return `${chance.pick(chineseFirst)}${chance.pick(channelEnds)}`
}
