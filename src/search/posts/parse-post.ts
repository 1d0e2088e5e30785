// Parses a post into a result: its title, its shares and the work that each share belongs to.
import { z } from 'zod'
import { cloudTypes } from '../../contract/search.ts'
import { foldText } from '../../parsing/fold-text.ts'
import { assumeItems } from '../../upstream/cache/answer-entry.ts'
import type { Source } from '../../upstream/source.ts'
import { maxCharacters, removeControls } from '../../upstream/text-limits.ts'
import { type CloudShare, isShare } from '../clouds/recognise.ts'
import { findLinks } from '../links/find-links.ts'
import type { Post, SearchQuery, SearchSource } from '../plugin.ts'
import { limitResults } from './answer-limits.ts'
import { limitPost, postLimits } from './post-limits.ts'
import { titleOf, workTitles } from './titles.ts'

/** A link of a post. */
export interface PostLink {
  readonly share: CloudShare
  /** Empty when none is known. */
  readonly password: string
  /** The work that the link belongs to, if the post lists several. */
  readonly work?: FoldedText
}

/** A text for display and its folded form for matching. */
export interface FoldedText {
  readonly text: string
  readonly folded: string
}

/** A post with at least one share. */
export interface ParsedPost {
  /** The source's id: `tg:<channel>` or `plugin:<name>`. */
  readonly source: string
  readonly id: string
  readonly title: FoldedText
  readonly text: string
  /** Further searchable text that is not displayed: hashtags and the post's `aside`. */
  readonly besides: string
  /** Epoch milliseconds; absent when unknown. */
  readonly at?: number
  readonly tags: readonly string[]
  readonly images: readonly string[]
  readonly links: readonly PostLink[]
}

/** No share address is longer, not even an ed2k link with part hashes. */
const maxShareCharacters = 6_000

/** Requires a schema for every field of a shape. */
type FieldSchemas<Shape> = { readonly [Field in keyof Shape]-?: z.ZodType<Shape[Field]> }

/** Maximum length of the further searchable text: `aside` and tags. */
const maxExtraText = maxCharacters.text + postLimits.tags * (postLimits.tagCharacters + 1)

/** `splitTitle` returns at most 200 code points, each of at most two UTF-16 units. */
const maxTitleCharacters = 400
/** No cloud has longer access codes. */
const password = z.string().max(20)
const foldedShape = z
  .object({ text: z.string().max(maxTitleCharacters), folded: z.string() } satisfies FieldSchemas<FoldedText>)
  .refine((one) => foldText(one.text) === one.folded)
const shareShape = z
  .object({
    type: z.enum(cloudTypes),
    key: z.string().max(maxShareCharacters),
    code: z.string(),
    password,
    url: z.string().max(maxShareCharacters),
  } satisfies FieldSchemas<CloudShare>)
  .refine(isShare)
const linkShape = z.object({
  share: shareShape,
  password,
  work: foldedShape.exactOptional(),
} satisfies FieldSchemas<PostLink>)
const resultShape = z.object({
  source: z.string(),
  id: z.string().max(maxCharacters.id),
  title: foldedShape,
  text: z.string().max(maxCharacters.text),
  besides: z.string().max(maxExtraText),
  at: z
    .number()
    .refine((at) => isPrintableTime(new Date(at)))
    .exactOptional(),
  tags: z.array(z.string().max(postLimits.tagCharacters)).max(postLimits.tags),
  images: z.array(z.string().max(maxCharacters.address)).max(postLimits.images),
  links: z.array(linkShape).min(1).max(postLimits.links),
} satisfies FieldSchemas<ParsedPost>)

/** A source of parsed posts. */
export type ParsedPostSource = Source<SearchQuery, ParsedPost> & Pick<SearchSource, 'reads'>

/** Wraps a source of posts into a source of parsed results, so that the cache holds parsed results; `found` is called with each answer. */
export function withParsedPosts(
  source: SearchSource,
  found?: (results: readonly ParsedPost[]) => void,
): ParsedPostSource {
  return {
    ...source,
    // A cached item may be from an older version.
    isItem: (item) => resultShape.safeParse(item).success,
    isTooMuch: (items) => limitResults(assumeItems<ParsedPost>(items)).length < items.length,
    ...(found ? { found } : {}),
    ask: async (query, io) => limitResults(parsePosts(source.id, await source.ask(query, io), io.now)),
  }
}

/** Parses posts lazily: the caller stops at its size limit. */
function* parsePosts(source: string, posts: readonly Post[], now: Date): Generator<ParsedPost> {
  for (const post of posts) yield* parsePost(source, withoutFutureTime(limitPost(post), now))
}

/** Tolerance for clock differences; later times are wrong and would rank the post before all new ones. */
const clockToleranceMs = 24 * 60 * 60_000

/** Removes the time of a post if it is in the future. */
function withoutFutureTime(post: Post, now: Date): Post {
  if (post.at === undefined || post.at.getTime() <= now.getTime() + clockToleranceMs) return post
  const { at: _impossible, ...timeless } = post
  return timeless
}

/** Parses a post: one result, or none if it contains no share. */
export function parsePost(source: string, post: Post): ParsedPost[] {
  const found = findLinks(post.text, post.anchors)
    .filter(({ share }) => share.url.length <= maxShareCharacters && share.key.length <= maxShareCharacters)
    .slice(0, postLimits.links)
  if (found.length === 0) return []
  // If the upstream gives a title, the post is about one work unless its text is clearly a list.
  const isList = post.title === undefined || /[丨｜]/.test(post.text)
  const works = isList ? workTitles(post.text, found) : []
  const links = found.map(({ share, password }, index): PostLink => {
    const work = works[index]
    return work === undefined ? { share, password } : { share, password, work: toFoldedText(work) }
  })
  const { id, text, at, tags, images, aside } = post
  const besides = tags.length === 0 ? aside : `${tags.join('\n')}\n${aside}`
  const shown = removeControls(text)
  const result = { source, id, title: toFoldedText(titleOf(post)), text: shown, besides, tags, images, links }
  return [at !== undefined && isPrintableTime(at) ? { ...result, at: at.getTime() } : result]
}

/** Whether a time can be printed as ISO 8601; a source may derive an invalid one from a missing field. */
function isPrintableTime(at: Date): boolean {
  const year = at.getUTCFullYear()
  return year >= 1 && year <= 9999
}

function toFoldedText(title: string): FoldedText {
  const text = removeControls(title)
  return { text, folded: foldText(text) }
}
