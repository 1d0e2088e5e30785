// Message parts around the text: forward, reply, document, poll, link preview, reactions, inline keyboard.
import type { Post } from '../corpus/post.ts'
import type { Cdn, Decor } from './page-chrome.ts'
import { confirmAttribute, emojiHtml, escapeText, type Marked, textHtml } from './rich-text.ts'

/** The source of a forwarded post; a hidden source has a name and no link. */
export function forwardHtml(post: Post): string {
  if (post.forward === undefined) return ''
  const name = `<span dir="auto">${escapeText(post.forward.name)}</span>`
  const source =
    post.forward.from === undefined
      ? `<span class="tgme_widget_message_forwarded_from_name">${name}</span>`
      : `<a class="tgme_widget_message_forwarded_from_name" href="https://t.me/${post.forward.from}">${name}</a>`
  return `<div class="tgme_widget_message_forwarded_from accent_color">Forwarded from&nbsp;${source}</div>\n`
}

/** The message that this one replies to, with its first words quoted. */
export function replyHtml(
  post: Post,
  setting: { readonly channel: string; readonly title: string; readonly decor: Decor },
): string {
  if (post.reply === undefined) return ''
  const { id, quote } = post.reply
  const words = quote === '' ? 'Video' : textHtml(quote.replaceAll('\n', ' '), [])
  const kind = quote === '' ? 'tgme_widget_message_metatext' : 'tgme_widget_message_text'
  return `<a class="tgme_widget_message_reply user-color-1" href="https://t.me/${setting.channel}/${id}"><i class="tgme_widget_message_reply_thumb" style="background-image:url('${setting.decor.cdn(`${setting.channel}/${id}/reply`)}')"></i><div class="tgme_widget_message_author accent_color"><span class="tgme_widget_message_author_name" dir="auto">${escapeText(setting.title)}</span></div><div class="${kind} js-message_reply_text" dir="auto">${words}</div></a>\n`
}

/** A file with its name and size. */
export function documentHtml(post: Post, channel: string): string {
  if (post.document === undefined) return ''
  const { name, size, audio } = post.document
  return `<a class="tgme_widget_message_document_wrap" href="https://t.me/${channel}/${post.ids[0]}">
  <div class="tgme_widget_message_document_icon accent_bg${audio ? ' audio' : ''}"></div>
  <div class="tgme_widget_message_document">
    <div class="tgme_widget_message_document_title accent_color" dir="auto">${escapeText(name)}</div>
    <div class="tgme_widget_message_document_extra" dir="auto">${escapeText(size)}</div>
  </div>
</a>`
}

/** A poll with equal shares of votes. */
export function pollHtml(post: Post, channel: string): string {
  if (post.poll === undefined) return ''
  const percent = Math.floor(100 / post.poll.options.length)
  const options = post.poll.options.map(
    (option) => `<div class="tgme_widget_message_poll_option">
      <div class="tgme_widget_message_poll_option_percent">${percent}%</div>
      <div class="tgme_widget_message_poll_option_value">
        <div class="tgme_widget_message_poll_option_text">${escapeText(option)}</div>
        <div class="tgme_widget_message_poll_option_bar accent_bg" style="width:${percent}%"></div>
      </div>
    </div>`,
  )
  return `<div class="tgme_widget_message_poll js-poll">
  <div class="tgme_widget_message_poll_question">${escapeText(post.poll.question)}</div>
  <div class="tgme_widget_message_poll_type">Anonymous Poll</div>
  <a class="tgme_widget_message_poll_options" href="https://t.me/${channel}/${post.ids[0]}">${options.join('')}</a>
</div>`
}

/** The link preview; search words are also marked in its title. */
export function previewHtml(post: Post, words: Marked, cdn: Cdn): string {
  if (post.preview === undefined) return ''
  const { href, site, title, description, image } = post.preview
  const picture = {
    none: '',
    right: `<i class="link_preview_right_image" style="background-image:url('${cdn(href)}')"></i>`,
    wide: `<i class="link_preview_image" style="background-image:url('${cdn(href)}');padding-top:56.25%"></i>`,
  }[image]
  return `<a class="tgme_widget_message_link_preview" href="${escapeText(href)}">
  ${picture}
  <div class="link_preview_site_name accent_color" dir="auto">${escapeText(site)}</div>
  <div class="link_preview_title" dir="auto">${textHtml(title, words)}</div>
  <div class="link_preview_description" dir="auto">${textHtml(description, [])}</div>
</a>`
}

/** The counts below a message; the block exists even without reactions. */
export function reactionsHtml(post: Post): string {
  const all = post.reactions.map(({ emoji, count }) => `<span class="tgme_reaction">${emojiHtml(emoji)}${count}</span>`)
  return `<div class="tgme_widget_message_reactions js-message_reactions">${all.join('')}</div>`
}

/** Link buttons below the bubble. */
export function keyboardHtml(post: Post): string {
  if (post.buttons === undefined || post.buttons.length === 0) return ''
  const rows = post.buttons.map((row) => {
    const buttons = row.map(
      ({ href, label }) =>
        `<a class="tgme_widget_message_inline_button url_button" href="${escapeText(href)}" target="_blank" rel="noopener"${confirmAttribute}><span class="tgme_widget_message_inline_button_text" dir="auto">${escapeText(label)}</span></a>`,
    )
    return `<div class="tgme_widget_message_inline_row">${buttons.join('')}</div>`
  })
  return `<div class="tgme_widget_message_inline_keyboard">${rows.join('')}</div>`
}
