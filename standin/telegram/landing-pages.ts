// Landing pages at t.me/<name> for names without a preview: existing and unknown names (section 5).
import { hash } from '../seeded-random.ts'
import type { ChannelLook } from './page.ts'
import type { Decor } from './page-chrome.ts'
import { escapeText } from './rich-text.ts'

function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ' ')
}

function frame(head: string, page: string, decor: Decor): string {
  return `<!DOCTYPE html>
<html>
  <head>
    <meta charset="utf-8">
    ${head}
    <meta name="viewport" content="width=device-width, initial-scale=1.0" />
    <link rel="icon" type="image/svg+xml" href="//telegram.org/img/website_icon.svg?4">
    <link href="//telegram.org/css/font-roboto.css?1" rel="stylesheet" type="text/css">
    <link href="//telegram.org/css/telegram.css?241" rel="stylesheet" media="screen">
    ${decor.style}
  </head>
  <body class="no_transition">
    <div class="tgme_page_wrap">
      <div class="tgme_head_wrap"><div class="tgme_head"><a href="//telegram.org/" class="tgme_head_brand"><i class="tgme_logo">${decor.icons.logo}</i></a><a class="tgme_head_right_btn" href="//telegram.org/dl?tme=00112233445566778899_0">Download</a></div></div>
      <div class="tgme_body_wrap">
        <div class="tgme_page">
          ${page}
        </div>
      </div>
    </div>
    <div id="tgme_frame_cont"></div>
    <div class="tgme_hidden_icons">${decor.icons.pause}</div>
    <script>var protoUrl = "tg:\\/\\/resolve"; setTimeout(function () { document.body.classList.remove('no_transition'); }, 100);</script>
  </body>
</html>
<!-- page generated in 7.91ms -->
`
}

/** The landing page of an existing name; `hasPreview` adds the link to the preview. */
export function landingHtml(look: ChannelLook, hasPreview: boolean): string {
  const { channel, title, avatar, about, decor } = look
  const head = `<title>Telegram: View @${channel}</title>
    <meta property="og:title" content="${escapeText(title)}">
    <meta property="og:image" content="${avatar}">
    <meta property="og:site_name" content="Telegram">
    <meta property="og:description" content="${escapeText(about)}">`
  const preview = `<div class="tgme_page_context_link_wrap"><a class="tgme_page_context_link" href="/s/${channel}">Preview channel</a></div>`
  const page = `<div class="tgme_page_photo"><a href="tg://resolve?domain=${channel}"><img class="tgme_page_photo_image" src="${avatar}"></a></div>
          <div class="tgme_page_title" dir="auto"><span dir="auto">${escapeText(title)}</span></div>
          <div class="tgme_page_extra">${grouped(1000 + (hash(channel) % 90_000))} subscribers</div>
          <div class="tgme_page_description" dir="auto">${escapeText(about)}</div>
          <div class="tgme_page_action"><a class="tgme_action_button_new shine" href="tg://resolve?domain=${channel}">View in Telegram</a></div>
          ${hasPreview ? preview : ''}`
  return frame(head, page, decor)
}

/** The landing page of an unknown name. */
export function contactHtml(name: string, decor: Decor): string {
  const shown = escapeText(name)
  const head = `<title>Telegram: Contact @${shown}</title>
    <meta name="robots" content="noindex, nofollow">`
  const page = `<div class="tgme_page_icon"><i class="tgme_icon_user"></i></div>
          <div class="tgme_page_description">If you have <strong>Telegram</strong>, you can contact <a class="tgme_username_link" href="tg://resolve?domain=${shown}">@${shown}</a> right away.</div>
          <div class="tgme_page_action"><a class="tgme_action_button_new shine" href="tg://resolve?domain=${shown}">Send Message</a></div>`
  return frame(head, page, decor)
}
