// The first reference: parses a channel page by plain htmlparser2 events over the whole page.
import { Parser } from 'htmlparser2'
import type { Post } from '../../src/search/plugin.ts'
import { imageIn, type MessageOptions, newParts, postOf, timeIn } from '../../src/search/telegram/post.ts'
import {
  addBreak,
  addEdge,
  addWords,
  blanked,
  closeLink,
  createTextBuilder,
  finish,
  type MessageText,
  openLink,
  type TextBuilder,
} from '../../src/search/telegram/text.ts'

type Attributes = Readonly<Record<string, string>>

/** A text that is being read, the depth of its element, and the function that receives it at the end. */
interface Region {
  readonly draft: TextBuilder
  readonly depth: number
  readonly done: (text: MessageText) => unknown
}

interface Walk {
  readonly posts: Post[]
  depth: number
  message: { readonly parts: MessageOptions; readonly depth: number } | undefined
  region: Region | undefined
  dateDepth: number
}

const blocks = new Set(['div', 'blockquote', 'pre', 'p'])

/** Parses the messages of a channel page. */
export function readByEvents(html: string): Post[] {
  const walk: Walk = { posts: [], depth: 0, message: undefined, region: undefined, dateDepth: 0 }
  const parser = new Parser({
    onopentag: (name, attributes) => opened(walk, name, attributes),
    ontext: (words) => walk.region !== undefined && addWords(walk.region.draft, blanked(words)),
    onclosetag: (name) => closed(walk, name),
  })
  parser.write(html)
  parser.end()
  return walk.posts
}

function opened(walk: Walk, name: string, attributes: Attributes): void {
  walk.depth += 1
  if (walk.region !== undefined) openedInText(walk.region.draft, name, attributes)
  else if (walk.message !== undefined) openedInMessage(walk, walk.message.parts, name, attributes)
  else if (attributes['data-post'] !== undefined && !attributes.class?.includes(' service_message ')) {
    walk.message = { parts: newParts(attributes['data-post']), depth: walk.depth }
  }
}

function openedInText(draft: TextBuilder, name: string, attributes: Attributes): void {
  if (name === 'br') addBreak(draft)
  else if (name === 'a') openLink(draft, attributes.href ?? '')
  else if (blocks.has(name)) addEdge(draft)
}

function openedInMessage(walk: Walk, parts: MessageOptions, name: string, attributes: Attributes): void {
  const classes = attributes.class
  if (classes === undefined) return
  const blank = classes.indexOf(' ')
  switch (blank < 0 ? classes : classes.slice(0, blank)) {
    case 'tgme_widget_message_text':
      if (classes.includes('js-message_text') && parts.body === undefined) {
        begin(walk, (text) => {
          parts.body = text
        })
      }
      break
    case 'tgme_widget_message_photo_wrap':
    case 'tgme_widget_message_video_thumb':
    case 'tgme_widget_message_roundvideo_thumb':
    case 'link_preview_image':
    case 'link_preview_right_image':
      addImage(parts, attributes.style ?? '')
      break
    case 'tgme_widget_message_document_title':
    case 'link_preview_site_name':
    case 'link_preview_title':
    case 'link_preview_description':
      begin(walk, ({ text }) => parts.aside.push(text))
      break
    case 'tgme_widget_message_link_preview':
      parts.preview ??= attributes.href
      break
    case 'tgme_widget_message_inline_button':
      if (classes.includes('url_button')) {
        begin(walk, ({ text }) =>
          parts.buttons.push({ label: text.replaceAll('\n', ' '), href: attributes.href ?? '' }),
        )
      }
      break
    case 'tgme_widget_message_date':
      walk.dateDepth = walk.depth
      break
    default:
      if (name === 'time' && walk.dateDepth > 0) parts.at ??= timeIn(attributes.datetime ?? '')
  }
}

function addImage(parts: MessageOptions, style: string): void {
  const image = imageIn(style)
  if (image !== undefined) parts.images.push(image)
}

function begin(walk: Walk, done: Region['done']): void {
  walk.region = { draft: createTextBuilder(), depth: walk.depth, done }
}

function closed(walk: Walk, name: string): void {
  const { region, message } = walk
  if (region !== undefined && region.depth === walk.depth) {
    region.done(finish(region.draft))
    walk.region = undefined
  } else if (region !== undefined) {
    if (name === 'a') closeLink(region.draft)
    else if (blocks.has(name)) addEdge(region.draft)
  } else if (message !== undefined && message.depth === walk.depth) {
    const post = postOf(message.parts)
    if (post !== undefined) walk.posts.push(post)
    walk.message = undefined
  }
  if (walk.dateDepth === walk.depth) walk.dateDepth = 0
  walk.depth -= 1
}
