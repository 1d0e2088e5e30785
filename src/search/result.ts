// A post understood: its title, its shares and which work each of them belongs to.
import { z } from 'zod'
import { cloudTypes } from '../contract/search.ts'
import { fold } from '../reading/fold.ts'
import { givenBy } from '../upstream/kept.ts'
import type { Source } from '../upstream/source.ts'
import { maxCharacters, withoutControls } from '../upstream/text-bounds.ts'
import { boundedResults } from './answer-bounds.ts'
import { isShare, type Share } from './clouds.ts'
import { findLinks } from './links.ts'
import type { Post, SearchQuery, SearchSource } from './plugin.ts'
import { boundedPost, maxOfPost } from './post-bounds.ts'
import { titleOf, workTitles } from './titles.ts'

/** A link of a post. */
export interface ResultLink {
  readonly share: Share
  /** Empty when none is known. */
  readonly password: string
  /** The work the link belongs to, where the post lists several. */
  readonly work?: Folded
}

/** A text as it is shown and as it is matched. */
export interface Folded {
  readonly text: string
  readonly folded: string
}

/** A post with at least one share. */
export interface Result {
  /** The source's id: `tg:<channel>` or `plugin:<name>`. */
  readonly source: string
  readonly id: string
  readonly title: Folded
  readonly text: string
  /** What is searched besides title and text: hashtags and what belongs to the post without being shown. */
  readonly besides: string
  /** Epoch milliseconds; absent when unknown. */
  readonly at?: number
  readonly tags: readonly string[]
  readonly images: readonly string[]
  readonly links: readonly ResultLink[]
}

/** No address of a share is longer, not even one that tells the hashes of its parts. */
const maxShareCharacters = 6_000

/** A schema for each field of a shape, none left out. */
type Fields<Shape> = { readonly [Field in keyof Shape]-?: z.ZodType<Shape[Field]> }

/** A post may list so much besides its text: its tags, and what is searched and not shown. */
const maxBesides = maxCharacters.text + maxOfPost.tags * (maxOfPost.tagCharacters + 1)

/** `titleOf` gives 200 characters, each of two units at the most. */
const maxTitleCharacters = 400
/** Longer access codes there are none. */
const password = z.string().max(20)
const foldedShape = z
  .object({ text: z.string().max(maxTitleCharacters), folded: z.string() } satisfies Fields<Folded>)
  .refine((one) => fold(one.text) === one.folded)
const shareShape = z
  .object({
    type: z.enum(cloudTypes),
    key: z.string().max(maxShareCharacters),
    code: z.string(),
    password,
    url: z.string().max(maxShareCharacters),
  } satisfies Fields<Share>)
  .refine(isShare)
const linkShape = z.object({
  share: shareShape,
  password,
  work: foldedShape.exactOptional(),
} satisfies Fields<ResultLink>)
const resultShape = z.object({
  source: z.string(),
  id: z.string().max(maxCharacters.id),
  title: foldedShape,
  text: z.string().max(maxCharacters.text),
  besides: z.string().max(maxBesides),
  at: z
    .number()
    .refine((at) => isPossible(new Date(at)))
    .exactOptional(),
  tags: z.array(z.string().max(maxOfPost.tagCharacters)).max(maxOfPost.tags),
  images: z.array(z.string().max(maxCharacters.address)).max(maxOfPost.images),
  links: z.array(linkShape).min(1).max(maxOfPost.links),
} satisfies Fields<Result>)

/** Is something that was kept, perhaps by an older Trawl, a result as they are today? */
function isResult(item: unknown): boolean {
  return resultShape.safeParse(item).success
}

/** A source of results. */
export type ResultSource = Source<SearchQuery, Result> & Pick<SearchSource, 'reads'>

/** Wraps a source of posts into one of results, so that what is kept of its answers is understood already; `found` is told of what it gives. */
export function resultSource(source: SearchSource, found?: (results: readonly Result[]) => void): ResultSource {
  return {
    ...source,
    isItem: isResult,
    isTooMuch: (items) => boundedResults(givenBy<Result>(items)).length < items.length,
    ...(found ? { found } : {}),
    ask: async (query, io) => boundedResults(understood(source.id, await source.ask(query, io), io.now)),
  }
}

/** What posts say, one after the other: who has enough need not have all of them read. */
function* understood(source: string, posts: readonly Post[], now: Date): Generator<Result> {
  for (const post of posts) yield* understand(source, untilNow(boundedPost(post), now))
}

/** Clocks differ a little; what is further ahead is a mistake, and would stand before all that is new. */
const aheadMs = 24 * 60 * 60_000

/** A post without its time when that lies in the future. */
function untilNow(post: Post, now: Date): Post {
  if (post.at === undefined || post.at.getTime() <= now.getTime() + aheadMs) return post
  const { at: _impossible, ...timeless } = post
  return timeless
}

/** What a post says: one result, or none when no share is in it. */
export function understand(source: string, post: Post): Result[] {
  const found = findLinks(post.text, post.anchors)
    .filter(({ share }) => share.url.length <= maxShareCharacters && share.key.length <= maxShareCharacters)
    .slice(0, maxOfPost.links)
  if (found.length === 0) return []
  // Where the upstream says what a post is about, only a plain list of works says otherwise.
  const isList = post.title === undefined || /[丨｜]/.test(post.text)
  const works = isList ? workTitles(post.text, found) : []
  const links = found.map(({ share, password }, index): ResultLink => {
    const work = works[index]
    return work === undefined ? { share, password } : { share, password, work: folded(work) }
  })
  const { id, text, at, tags, images, aside } = post
  const besides = tags.length === 0 ? aside : `${tags.join('\n')}\n${aside}`
  const shown = withoutControls(text)
  const result = { source, id, title: folded(titleOf(post)), text: shown, besides, tags, images, links }
  return [at !== undefined && isPossible(at) ? { ...result, at: at.getTime() } : result]
}

/** A time that cannot be printed, as a careless source makes it of a missing field, is as good as none. */
function isPossible(at: Date): boolean {
  const year = at.getUTCFullYear()
  return year >= 1 && year <= 9999
}

function folded(title: string): Folded {
  const text = withoutControls(title)
  return { text, folded: fold(text) }
}
