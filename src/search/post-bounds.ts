// Limits the lengths of a post's texts and lists to those of real posts.
import { cutText, maxCharacters, withoutControls } from '../upstream/text-bounds.ts'
import type { Anchor, Post } from './plugin.ts'

/** Limits of a post. A Telegram album has ten images; the longest messages have about a hundred links. */
export const maxOfPost = { links: 500, images: 10, tags: 50, tagCharacters: 100 } as const

/** No cloud has longer access codes. */
const maxCodeCharacters = 100

/** Truncates a post's texts and lists to the limits. Addresses that are too long are dropped: half an address is another address. */
export function boundedPost(post: Post): Post {
  const { id, title, text, anchors, tags, images, aside, at } = post
  const kept: Post = {
    id: cutText(withoutControls(id), maxCharacters.id),
    title: title === undefined ? undefined : cutText(title, maxCharacters.title),
    text: cutText(text, maxCharacters.text),
    anchors: anchorsOf(anchors, Math.min(text.length, maxCharacters.text)),
    tags: tags.slice(0, maxOfPost.tags).map((tag) => withoutControls(cutText(tag, maxOfPost.tagCharacters))),
    images: images.filter(({ length }) => length <= maxCharacters.address).slice(0, maxOfPost.images),
    aside: cutText(aside, maxCharacters.text),
    at,
  }
  // A substring keeps its whole source string in memory while the answer is cached.
  return charactersOf(kept) < charactersOf(post) ? structuredClone(kept) : kept
}

function charactersOf({ id, title = '', text, aside, tags }: Post): number {
  return tags.reduce((sum, tag) => sum + tag.length, id.length + title.length + text.length + aside.length)
}

function anchorsOf(anchors: readonly Anchor[], end: number): Anchor[] {
  const kept = anchors.filter(({ href }) => href.length <= maxCharacters.attribute).slice(0, maxOfPost.links)
  return kept.map(({ start, end: behind, href, code, cloud }) => ({
    start: Math.min(start, end),
    end: Math.min(behind, end),
    href,
    code: code !== undefined && code.length <= maxCodeCharacters ? code : undefined,
    cloud: cloud === undefined ? undefined : cutText(cloud, maxOfPost.tagCharacters),
  }))
}
