// The second reference: parses a channel page as a tree (cheerio's slim build, on htmlparser2).
import { type CheerioAPI, load } from 'cheerio/slim'
import type { Post } from '../../src/search/plugin.ts'
import { imageIn, newParts, postOf, timeIn } from '../../src/search/telegram/post.ts'
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

type Node = Parameters<CheerioAPI['contains']>[0]

const blocks = new Set(['div', 'blockquote', 'pre', 'p'])
const images =
  '.tgme_widget_message_photo_wrap, .tgme_widget_message_video_thumb, .tgme_widget_message_roundvideo_thumb, ' +
  '.link_preview_image, .link_preview_right_image'
const asides =
  '.tgme_widget_message_document_title, .link_preview_site_name, .link_preview_title, .link_preview_description'

/** Parses the messages of a channel page. */
export function readByTree(html: string): Post[] {
  const $ = load(html)
  const posts: Post[] = []
  for (const message of $('.tgme_widget_message[data-post]:not(.service_message)')) {
    const post = readMessage($, message)
    if (post !== undefined) posts.push(post)
  }
  return posts
}

function readMessage($: CheerioAPI, message: Node): Post | undefined {
  const $message = $(message)
  const parts = newParts($message.attr('data-post') ?? '')
  const body = $message.find('.js-message_text').get(0)
  if (body !== undefined) parts.body = textOf(body)
  parts.at = timeIn($message.find('.tgme_widget_message_date time').attr('datetime') ?? '')
  parts.preview = $message.find('.tgme_widget_message_link_preview').attr('href')
  for (const element of $message.find(images)) {
    const image = imageIn($(element).attr('style') ?? '')
    if (image !== undefined) parts.images.push(image)
  }
  for (const element of $message.find(asides)) parts.aside.push(textOf(element).text)
  for (const element of $message.find('.tgme_widget_message_inline_button.url_button')) {
    parts.buttons.push({
      label: textOf(element).text.replaceAll('\n', ' '),
      href: $(element).attr('href') ?? '',
    })
  }
  return postOf(parts)
}

function textOf(node: Node): MessageText {
  const draft = createTextBuilder()
  addInside(draft, node)
  return finish(draft)
}

function addInside(draft: TextBuilder, node: Node): void {
  if (!('children' in node)) return
  for (const child of node.children) {
    if (child.type === 'text') addWords(draft, blanked(child.data))
    else if ('name' in child) addElement(draft, child)
  }
}

function addElement(draft: TextBuilder, element: Extract<Node, { name: string }>): void {
  if (element.name === 'br') addBreak(draft)
  if ('attribs' in element && element.name === 'a') openLink(draft, element.attribs.href ?? '')
  const isBlock = blocks.has(element.name)
  if (isBlock) addEdge(draft)
  addInside(draft, element)
  if (isBlock) addEdge(draft)
  if (element.name === 'a') closeLink(draft)
}
