// Parses a post into a result: its title, its shares and the work that each share belongs to.
import { z } from 'zod'
import { cloudTypes } from '../../contract/cloud-types.ts'
import { foldWords } from '../../contract/fold-text.ts'
import { uniqueById } from '../../parsing/text.ts'
import { assumeItems } from '../../upstream/cache/answer-entry.ts'
import type { Source } from '../../upstream/source.ts'
import { maxCharacters, removeControls, truncateText } from '../../upstream/text-limits.ts'
import { isShare } from '../clouds/recognise.ts'
import { findLinks } from '../links/find-links.ts'
import type { Anchor, Post, SearchQuery, SearchSource } from '../plugin.ts'
import { limitResults } from './answer-limits.ts'
import { titleOf, workTitles } from './titles.ts'

/** Limits of a post. A Telegram album has ten images; the longest messages have about a hundred links. */
const postLimits = { links: 500, images: 10, tags: 50, tagCharacters: 100 } as const

/** No share address is longer, not even an ed2k link with part hashes. */
const maxShareCharacters = 6_000
/** Maximum length of the further searchable text: `aside` and tags. */
const maxExtraText = maxCharacters.text + postLimits.tags * (postLimits.tagCharacters + 1)
/** `titleOf` returns at most 200 code points, each of at most two UTF-16 units. */
const maxTitleCharacters = 400
/** An access code, empty when none is known. No cloud has longer ones. */
const password = z.string().max(20)

const foldedText = z.object({ text: z.string().max(maxTitleCharacters), folded: z.string() })
/** A text for display and its folded form for matching. */
export type FoldedText = Readonly<z.output<typeof foldedText>>

const shareAddress = z.string().max(maxShareCharacters)
const share = z
  .object({ type: z.enum(cloudTypes), key: shareAddress, code: z.string(), password, url: shareAddress })
  .refine(isShare)
/** `work` is the work that the link belongs to, if the post lists several. */
const postLink = z.object({ share, password, work: foldedText.exactOptional() })
/** A link of a post. */
export type PostLink = Readonly<z.output<typeof postLink>>

const parsedPost = z.object({
  /** The source's id: `tg:<channel>` or `plugin:<name>`. */
  source: z.string(),
  id: z.string().max(maxCharacters.id),
  title: foldedText,
  text: z.string().max(maxCharacters.text),
  /** Further searchable text that is not displayed: hashtags and the post's `aside`. */
  besides: z.string().max(maxExtraText),
  /** Epoch milliseconds; absent when unknown. */
  at: z
    .number()
    .refine((at) => isPrintableTime(new Date(at)))
    .exactOptional(),
  tags: z.array(z.string().max(postLimits.tagCharacters)).max(postLimits.tags).readonly(),
  images: z.array(z.string().max(maxCharacters.address)).max(postLimits.images).readonly(),
  links: z.array(postLink.readonly()).min(1).max(postLimits.links).readonly(),
})
/** A post with at least one share. */
export type ParsedPost = Readonly<z.output<typeof parsedPost>>

/** A source of parsed posts. */
export type ParsedPostSource = Source<SearchQuery, ParsedPost> & Pick<SearchSource, 'reads' | 'state'>

/**
 * Wraps a source of posts into a source of parsed results, so that the cache holds parsed results; `found` is called with each answer.
 * Empties the arrays of posts that the source returns.
 */
export function withParsedPosts(
  source: SearchSource,
  found?: (results: readonly ParsedPost[]) => void,
): ParsedPostSource {
  return {
    ...source,
    // A cached item may be from an older version.
    isItem,
    isTooMuch: (items) => limitResults(assumeItems<ParsedPost>(items)).length < items.length,
    async ask(query, io) {
      const posts = await source.ask(query, io)
      const results = limitResults(parsePosts(source.id, uniqueById(posts), io.now))
      // Their promise waited for the network and is in the old generation: until that is collected, it would keep the posts and their HTML.
      posts.length = 0
      found?.(results)
      return results
    },
  }
}

/** Whether a cached item is a post. An older version folded its titles in another way: they are folded again. */
function isItem(item: unknown): boolean {
  if (!parsedPost.safeParse(item).success) return false
  for (const { title, links } of assumeItems<z.output<typeof parsedPost>>([item]))
    for (const one of [title, ...links.flatMap(({ work }) => work ?? [])]) one.folded = foldWords(one.text)
  return true
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
  return { text, folded: foldWords(text) }
}

/** No cloud has longer access codes. */
const maxCodeCharacters = 100

/** Truncates a post's texts and lists to the limits. Addresses that are too long are dropped: half an address is another address. */
export function limitPost(post: Post): Post {
  const { id, title, text, anchors, tags, images, aside, at } = post
  const limited: Post = {
    id: truncateText(removeControls(id), maxCharacters.id),
    title: title === undefined ? undefined : truncateText(title, maxCharacters.title),
    text: truncateText(text, maxCharacters.text),
    anchors: limitAnchors(anchors, Math.min(text.length, maxCharacters.text)),
    tags: tags.slice(0, postLimits.tags).map((tag) => removeControls(truncateText(tag, postLimits.tagCharacters))),
    images: images.filter(({ length }) => length <= maxCharacters.address).slice(0, postLimits.images),
    aside: truncateText(aside, maxCharacters.text),
    at,
  }
  // A substring keeps its whole source string in memory while the answer is cached.
  return textLength(limited) < textLength(post) ? structuredClone(limited) : limited
}

function textLength({ id, title = '', text, aside, tags }: Post): number {
  return tags.reduce((sum, tag) => sum + tag.length, id.length + title.length + text.length + aside.length)
}

function limitAnchors(anchors: readonly Anchor[], end: number): Anchor[] {
  const limited = anchors.filter(({ href }) => href.length <= maxCharacters.attribute).slice(0, postLimits.links)
  return limited.map(({ start, end: anchorEnd, href, code, cloud }) => ({
    start: Math.min(start, end),
    end: Math.min(anchorEnd, end),
    href,
    code: code !== undefined && code.length <= maxCodeCharacters ? code : undefined,
    cloud: cloud === undefined ? undefined : truncateText(cloud, postLimits.tagCharacters),
  }))
}
