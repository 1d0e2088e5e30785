// A complete channel page (telegram.md sections 2 and 3): head with cursors, header, messages, scripts.

import type { Post } from '../corpus/post.ts'
import { hash } from '../seeded-random.ts'
import { messageHtml, type Setting } from './message.ts'
import type { Decor } from './page-chrome.ts'
import { escapeText } from './rich-text.ts'
import { firstId, lastId, type PageQuery, type Selection, wordsOf } from './select-posts.ts'

/** Values that all pages of a channel share, created once. */
export interface ChannelLook extends Setting {
  readonly about: string
}

function address(channel: string, q: string, cursor: string): string {
  return `/s/${channel}?${q === '' ? '' : `q=${encodeURIComponent(q)}&amp;`}${cursor}`
}

/** The cursors of a page; an empty page has none. */
function cursorsOf(
  query: PageQuery,
  { posts, hasOlder, hasNewer }: Selection,
): { prev: number; next: number; end: number } {
  const [oldest] = posts
  const newest = posts.at(-1)
  if (oldest === undefined || newest === undefined) return { prev: 0, next: 0, end: 0 }
  const pagedBack = query.before !== undefined || query.after !== undefined
  return {
    prev: hasOlder ? firstId(oldest) : 0,
    next: hasNewer && pagedBack ? lastId(newest) : 0,
    end: lastId(newest) + 1,
  }
}

function metaHtml(look: ChannelLook): string {
  const metas: ReadonlyArray<readonly [string, string, string]> = [
    ['property', 'og:title', look.title],
    ['property', 'og:image', look.avatar],
    ['property', 'og:site_name', 'Telegram'],
    ['property', 'og:description', look.about],
    ['property', 'twitter:title', look.title],
    ['property', 'twitter:image', look.avatar],
    ['property', 'twitter:site', '@Telegram'],
    ['property', 'al:ios:app_store_id', '686449807'],
    ['property', 'al:ios:app_name', 'Telegram Messenger'],
    ['property', 'al:ios:url', `tg://resolve?domain=${look.channel}`],
    ['property', 'al:android:url', `tg://resolve?domain=${look.channel}`],
    ['property', 'al:android:app_name', 'Telegram'],
    ['property', 'al:android:package', 'org.telegram.messenger'],
    ['name', 'twitter:card', 'summary'],
    ['name', 'twitter:site', '@Telegram'],
    ['name', 'twitter:description', look.about],
  ]
  return metas.map(([kind, name, content]) => `<meta ${kind}="${name}" content="${escapeText(content)}">`).join('\n')
}

function headHtml(look: ChannelLook, q: string, cursors: { prev: number; next: number; end: number }): string {
  const rel = (name: string, cursor: string): string =>
    `<link rel="${name}" href="${address(look.channel, q, cursor)}">`
  return `<head>
    <meta charset="utf-8">
    <title>${escapeText(look.title)} – Telegram</title>
    <meta name="viewport" content="width=device-width, initial-scale=1.0, minimum-scale=1.0, maximum-scale=1.0, user-scalable=no" />
    <meta name="format-detection" content="telephone=no" />
    <meta http-equiv="X-UA-Compatible" content="IE=edge" />
    <meta name="MobileOptimized" content="176" />
    <meta name="HandheldFriendly" content="True" />
${metaHtml(look)}
    <script>window.matchMedia&&window.matchMedia('(prefers-color-scheme: dark)').matches&&document.documentElement.classList.add('theme_dark');</script>
    <link rel="icon" type="image/svg+xml" href="//telegram.org/img/website_icon.svg?4">
    <link href="//telegram.org/css/font-roboto.css?1" rel="stylesheet" type="text/css">
    ${cursors.prev > 0 ? rel('prev', `before=${cursors.prev}`) : ''}
${cursors.next > 0 ? rel('next', `after=${cursors.next}`) : ''}
${cursors.end > 0 ? rel('canonical', `before=${cursors.end}`) : ''}
    <link href="//telegram.org/css/widget-frame.css?75" rel="stylesheet" media="screen">
    <link href="//telegram.org/css/telegram-web.css?39" rel="stylesheet" media="screen">
    ${look.decor.style}
  </head>`
}

function counters(channel: string): string {
  const size = hash(`${channel}/size`)
  const values: ReadonlyArray<readonly [string, string]> = [
    [`${(size % 900) / 10 + 1}K`, 'subscribers'],
    [String(size % 997), 'photos'],
    [String(size % 89), 'videos'],
    [String(size % 17), 'files'],
    [`${(size % 70) / 10 + 1}K`, 'links'],
  ]
  return values
    .map(
      ([value, type]) =>
        `<div class="tgme_channel_info_counter"><span class="counter_value">${value}</span> <span class="counter_type">${type}</span></div>`,
    )
    .join('')
}

function infoHtml(look: ChannelLook, photo: string): string {
  const { channel, title, about, decor } = look
  return `<div class="tgme_channel_info">
          <div class="tgme_channel_info_header">
            ${photo}
            <div class="tgme_channel_info_header_title_wrap">
              <div class="tgme_channel_info_header_title"><span dir="auto">${escapeText(title)}</span></div>
              <div class="tgme_channel_info_header_labels">${hash(channel) % 5 === 0 ? '<i class="verified-icon"> ✔</i>' : ''}</div>
            </div>
            <div class="tgme_channel_info_header_username"><a href="https://t.me/${channel}">@${channel}</a></div>
          </div>
          <div class="tgme_channel_info_counters">${counters(channel)}</div>
          <div class="tgme_channel_info_description">${escapeText(about)}<br/><a href="https://t.me/demo_share" target="_blank">@demo_share</a> <a href="https://example.org/" target="_blank" rel="noopener">https://example.org/</a></div>
          <a class="tgme_channel_download_telegram" href="//telegram.org/dl?tme=00112233445566778899_0">
            <i class="tgme_channel_download_telegram_icon">${decor.icons.download}</i>Download Telegram
          </a>
          <div class="tgme_footer"><div class="tgme_footer_column"><h5><a href="//telegram.org/faq">About</a></h5></div><div class="tgme_footer_column"><h5><a href="//telegram.org/blog">Blog</a></h5></div><div class="tgme_footer_column"><h5><a href="//telegram.org/apps">Apps</a></h5></div><div class="tgme_footer_column"><h5><a href="//core.telegram.org/">Platform</a></h5></div></div>
        </div>`
}

function headerHtml(look: ChannelLook, q: string): string {
  const { channel, title, avatar, decor } = look
  const photo = `<i class="tgme_page_photo_image bgcolor${hash(channel) % 7}" data-content="${escapeText(title.slice(0, 1))}"><img src="${avatar}"></i>`
  return `<header class="tgme_header search_collapsed">
  <div class="tgme_container">
    <div class="tgme_header_search">
      <form class="tgme_header_search_form${q === '' ? '' : ' has_value'}" action="/s/${channel}">
        <svg class="tgme_header_search_form_icon" width="20" height="20" viewBox="0 0 20 20"><g fill="none" stroke="#7d7f81" stroke-width="1.4"><circle cx="9" cy="9" r="6"></circle><path d="M13.5,13.5 L17,17" stroke-linecap="round"></path></g></svg>
        <input class="tgme_header_search_form_input js-header_search" placeholder="Search" name="q" autocomplete="off" value="${escapeText(q)}" />
        <a href="/s/${channel}" class="tgme_header_search_form_clear"><svg class="tgme_action_button_icon" width="20" height="20" viewBox="0 0 20 20"><path d="M14,6 L6,14 M6,6 L14,14" stroke="#7d7f81"></path></svg></a>
      </form>
    </div>
    <div class="tgme_header_right_column">
      <section class="tgme_right_column">
        ${infoHtml(look, photo)}
      </section>
    </div>
    <div class="tgme_header_info">
      <a class="tgme_channel_join_telegram" href="//telegram.org/dl?tme=00112233445566778899_0"><i class="tgme_channel_join_telegram_icon">${decor.icons.join}</i>Join</a>
      <a class="tgme_header_link" href="https://t.me/${channel}">
        ${photo}
        <div class="tgme_header_title_wrap"><div class="tgme_header_title"><span dir="auto">${escapeText(title)}</span></div></div>
        <div class="tgme_header_counter">${counters(channel).match(/counter_value">([^<]+)/)?.[1] ?? '1'} subscribers</div>
      </a>
    </div>
  </div>
</header>`
}

function backdropHtml({ icons }: Decor): string {
  return `<div class="tgme_background_wrap"><canvas id="tgme_background" class="tgme_background default" width="50" height="50" data-colors="dbddbb,6ba587,d5d88d,88b884"></canvas><div class="tgme_background_pattern default">${icons.backdrop}</div></div>`
}

const noHits = `<div class="tgme_widget_message_wrap js-widget_message_wrap"><div class="tgme_widget_message_centered"><div class="tme_no_messages_found">No posts found</div></div></div>`

function scriptsHtml({ icons }: Decor): string {
  const names = ['tgsticker.js?31', 'jquery.min.js', 'jquery-ui.min.js', 'widget-frame.js?63', 'telegram-web.js?14']
  return `<div class="tgme_hidden_icons">${icons.play}${icons.pause}</div>${names.map((name) => `<script src="//telegram.org/js/${name}"></script>`).join('')}
<script>TWeb.init();</script>
<script>Array.prototype.slice.apply(document.getElementsByTagName('video')).forEach(function (video) { video.muted = true; });</script>`
}

function moreHtml(href: string, kind: 'before' | 'after', id: number): string {
  return `<div class="tgme_widget_message_centered js-messages_more_wrap"><a href="${href}" class="tme_messages_more js-messages_more" data-${kind}="${id}"></a></div>`
}

function historyHtml(posts: readonly Post[], look: ChannelLook, q: string): string {
  if (posts.length === 0) return q === '' ? '' : noHits
  const words = wordsOf(q)
  return posts.map((post) => messageHtml(post, look, words)).join('')
}

/** The page of a channel for one selection of its posts. */
export function pageHtml(look: ChannelLook, query: PageQuery, selection: Selection): string {
  const { channel } = look
  const q = query.q.trim()
  const cursors = cursorsOf(query, selection)
  const older = cursors.prev > 0 ? moreHtml(address(channel, q, `before=${cursors.prev}`), 'before', cursors.prev) : ''
  const newer = cursors.next > 0 ? moreHtml(address(channel, q, `after=${cursors.next}`), 'after', cursors.next) : ''
  return `<!DOCTYPE html>
<html>
  ${headHtml(look, q, cursors)}
  <body class="widget_frame_base tgme_webpreview emoji_image thin_box_shadow tme_mode no_transitions">
    ${backdropHtml(look.decor)}
    ${headerHtml(look, q)}
<main class="tgme_main" data-url="/${channel}">
  <div class="tgme_container">
    <section class="tgme_channel_history js-message_history">
      ${older}${historyHtml(selection.posts, look, q)}${newer}
    </section>
  </div>
</main>
    ${scriptsHtml(look.decor)}
  </body>
</html>
<!-- page generated in ${(20 + (hash(`${channel}/${q}/${cursors.end}`) % 40_000) / 100).toFixed(2)}ms -->
`
}
