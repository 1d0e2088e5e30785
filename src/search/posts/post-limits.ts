// Limits the lengths of a post's texts and lists to those of real posts.
import { maxCharacters, removeControls, truncateText } from '../../upstream/text-limits.ts'
import type { Anchor, Post } from '../plugin.ts'

/** Limits of a post. A Telegram album has ten images; the longest messages have about a hundred links. */
export const postLimits = { links: 500, images: 10, tags: 50, tagCharacters: 100 } as const

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
