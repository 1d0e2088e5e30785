// One message block of a channel page (telegram.md section 4): user, bubble, text, other parts, footer, buttons.
import type { Post } from '../corpus/post.ts'
import { hash } from '../seeded-random.ts'
import { mediaHtml } from './media.ts'
import type { Cdn, Decor } from './page-chrome.ts'
import { confirmAttribute, emojiHtml, escapeText, type Marked, piecesHtml, textHtml } from './rich-text.ts'

/** The source of a forwarded post; a hidden source has a name and no link. */
function forwardHtml(post: Post): string {
  if (post.forward === undefined) return ''
  const name = `<span dir="auto">${escapeText(post.forward.name)}</span>`
  const source =
    post.forward.from === undefined
      ? `<span class="tgme_widget_message_forwarded_from_name">${name}</span>`
      : `<a class="tgme_widget_message_forwarded_from_name" href="https://t.me/${post.forward.from}">${name}</a>`
  return `<div class="tgme_widget_message_forwarded_from accent_color">Forwarded from&nbsp;${source}</div>\n`
}

/** The message that this one replies to, with its first words quoted. */
function replyHtml(
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
function documentHtml(post: Post, channel: string): string {
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
function pollHtml(post: Post, channel: string): string {
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
function previewHtml(post: Post, words: Marked, cdn: Cdn): string {
  if (post.preview === undefined) return ''
  const { href, site, title, description, image } = post.preview
  const address = cdn(href, 'jpg', post.truth[0]?.work)
  const picture = {
    none: '',
    right: `<i class="link_preview_right_image" style="background-image:url('${address}')"></i>`,
    wide: `<i class="link_preview_image" style="background-image:url('${address}');padding-top:56.25%"></i>`,
  }[image]
  return `<a class="tgme_widget_message_link_preview" href="${escapeText(href)}">
  ${picture}
  <div class="link_preview_site_name accent_color" dir="auto">${escapeText(site)}</div>
  <div class="link_preview_title" dir="auto">${textHtml(title, words)}</div>
  <div class="link_preview_description" dir="auto">${textHtml(description, [])}</div>
</a>`
}

/** The counts below a message; the block exists even without reactions. */
function reactionsHtml(post: Post): string {
  const all = post.reactions.map(({ emoji, count }) => `<span class="tgme_reaction">${emojiHtml(emoji)}${count}</span>`)
  return `<div class="tgme_widget_message_reactions js-message_reactions">${all.join('')}</div>`
}

/** Link buttons below the bubble. */
function keyboardHtml(post: Post): string {
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

/** Values that all messages of a channel share. */
export interface Setting {
  readonly channel: string
  readonly title: string
  readonly avatar: string
  readonly decor: Decor
  /** The time of the page, as in `data-view`. */
  readonly now: Date
}

function viewToken(post: Post, setting: Setting): string {
  const [id = 0] = post.ids
  const seen = {
    c: -(1_000_000_000 + (hash(setting.channel) % 900_000_000)),
    p: post.ids.length > 1 ? `${id}g` : id,
    t: Math.floor(setting.now.getTime() / 1000),
    h: `${hash(`${setting.channel}/${id}`).toString(16).padStart(8, '0')}00112233ab`,
  }
  return Buffer.from(JSON.stringify(seen)).toString('base64url')
}

function textBlock(post: Post, words: Marked): string {
  if (post.body.length === 0) return ''
  const text = `<div class="tgme_widget_message_text js-message_text" dir="auto">${piecesHtml(post.body, words)}</div>`
  // The caption of an album is nested: a text element inside a text element.
  return post.ids.length > 1 ? `<div class="tgme_widget_message_text js-message_text" dir="auto">${text}</div>` : text
}

function bodyOf(post: Post, setting: Setting, words: Marked): string {
  const parts = `${mediaHtml(post, setting)}${documentHtml(post, setting.channel)}${textBlock(post, words)}`
  if (post.unsupported !== true) return parts
  return `<div class="media_supported_cont">${parts}</div><div class="media_not_supported_cont"><div class="message_media_not_supported_wrap">
      <div class="message_media_not_supported"><div class="message_media_not_supported_label">Please open Telegram to view this post</div>
      <a href="https://t.me/${setting.channel}/${post.ids[0]}" class="message_media_view_in_telegram">VIEW IN TELEGRAM</a></div></div></div>`
}

function footerHtml(post: Post, channel: string): string {
  const iso = `${post.at.toISOString().slice(0, 19)}+00:00`
  const voters =
    post.poll === undefined
      ? ''
      : '<span class="tgme_widget_message_voters">42</span><span class="copyonly"> voters</span>'
  const views = post.service
    ? ''
    : `<span class="tgme_widget_message_views">${post.views}</span><span class="copyonly"> views</span>`
  const author =
    post.signature === ''
      ? ''
      : `<span class="tgme_widget_message_from_author" dir="auto">${escapeText(post.signature)}</span>,&nbsp;`
  const date = `<a class="tgme_widget_message_date" href="https://t.me/${channel}/${post.ids[0]}"><time datetime="${iso}" class="time">${iso.slice(11, 16)}</time></a>`
  return `<div class="tgme_widget_message_footer compact js-message_footer">
  <div class="tgme_widget_message_info short js-message_info">
    ${voters}${views}<span class="tgme_widget_message_meta">${author}${post.edited ? 'edited &nbsp;' : ''}${date}</span>
  </div>
</div>`
}

function userHtml(setting: Setting): string {
  const { channel, title, avatar } = setting
  return `<div class="tgme_widget_message_user"><a href="https://t.me/${channel}"><i class="tgme_widget_message_user_photo bgcolor${hash(channel) % 7}" data-content="${escapeText(title.slice(0, 1))}"><img src="${avatar}"></i></a></div>`
}

function bubbleHtml(post: Post, setting: Setting, words: Marked): string {
  const owner = `<div class="tgme_widget_message_author accent_color"><a class="tgme_widget_message_owner_name" href="https://t.me/${setting.channel}"><span dir="auto">${escapeText(setting.title)}</span></a></div>`
  if (post.service) return `${textBlock(post, [])}\n    ${footerHtml(post, setting.channel)}`
  return `${setting.decor.tail}
    ${owner}
    ${forwardHtml(post)}${replyHtml(post, setting)}
    ${bodyOf(post, setting, words)}${pollHtml(post, setting.channel)}
    ${previewHtml(post, words, setting.decor.cdn)}
    ${reactionsHtml(post)}
    ${footerHtml(post, setting.channel)}`
}

/** A post as its HTML block; `words` are marked in its text. */
export function messageHtml(post: Post, setting: Setting, words: Marked): string {
  const [id = 0] = post.ids
  const kind = post.service ? ' service_message' : ` user-color-${hash(setting.channel) % 21}`
  return `<div class="tgme_widget_message_wrap js-widget_message_wrap"><div class="tgme_widget_message text_not_supported_wrap${kind} js-widget_message" data-post="${setting.channel}/${id}" data-view="${viewToken(post, setting)}">
  ${post.service ? '' : userHtml(setting)}
  <div class="tgme_widget_message_bubble">
    ${bubbleHtml(post, setting, words)}
  </div>
  ${keyboardHtml(post)}
</div></div>`
}
