// A post understood: its title, its shares and which work each of them belongs to.
import { z } from 'zod'
import { cloudTypes } from '../contract/search.ts'
import { fold } from '../reading/fold.ts'
import type { Source } from '../upstream/source.ts'
import type { Share } from './clouds.ts'
import { findLinks } from './links.ts'
import type { Post, SearchQuery, SearchSource } from './plugin.ts'
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

/** A schema for each field of a shape, none left out. */
type Fields<Shape> = { readonly [Field in keyof Shape]-?: z.ZodType<Shape[Field]> }

const texts = z.array(z.string())
const foldedShape = z.object({ text: z.string(), folded: z.string() } satisfies Fields<Folded>)
const shareShape = z.object({
  type: z.enum(cloudTypes),
  key: z.string(),
  code: z.string(),
  password: z.string(),
  url: z.string(),
} satisfies Fields<Share>)
const linkShape = z.object({
  share: shareShape,
  password: z.string(),
  work: foldedShape.exactOptional(),
} satisfies Fields<ResultLink>)
const resultShape = z.object({
  source: z.string(),
  id: z.string(),
  title: foldedShape,
  text: z.string(),
  besides: z.string(),
  at: z
    .number()
    .refine((at) => isPossible(new Date(at)))
    .exactOptional(),
  tags: texts,
  images: texts,
  links: z.array(linkShape).min(1),
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
    ...(found ? { found } : {}),
    ask: async (query, io) =>
      (await source.ask(query, io)).flatMap((post) => understand(source.id, untilNow(post, io.now))),
  }
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
  const result = { source, id, title: folded(titleOf(post)), text, besides, tags, images, links }
  return [at !== undefined && isPossible(at) ? { ...result, at: at.getTime() } : result]
}

/** A time that cannot be printed, as a careless source makes it of a missing field, is as good as none. */
function isPossible(at: Date): boolean {
  const year = at.getUTCFullYear()
  return year >= 1 && year <= 9999
}

function folded(text: string): Folded {
  return { text, folded: fold(text) }
}
