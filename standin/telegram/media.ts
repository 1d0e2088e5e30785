// Message parts for photos, videos, albums, voice messages, stickers and locations (telegram.md 4.2).
import type { Media, Post } from '../corpus/post.ts'
import { hash } from '../seeded-random.ts'
import type { Cdn, Decor } from './page-chrome.ts'

/** The channel and message of a part. */
interface Place {
  readonly channel: string
  readonly id: number
  /** The work that its pictures show, '' for none. */
  readonly work: string
  readonly cdn: Cdn
}

const unsupported = `<div class="message_media_not_supported_wrap">
      <div class="message_media_not_supported">
        <div class="message_media_not_supported_label">This media is not supported in your browser</div>
        <span class="message_media_view_in_telegram">VIEW IN TELEGRAM</span>
      </div>
    </div>`

function urlOf({ channel, id, work, cdn }: Place, part: string, ending = 'jpg'): string {
  return cdn(`${channel}/${id}/${part}`, ending, work)
}

function photo(place: Place): string {
  const { channel, id } = place
  const number = hash(`${channel}/${id}`)
  const blurred = number % 4 === 0 ? 'blured ' : ''
  const numbers = `5307${String(number).padStart(15, '0')} 12358${String(number % 100_000).padStart(5, '0')}_456${String(number % 1_000_000).padStart(6, '0')}`
  return `<a class="tgme_widget_message_photo_wrap ${blurred}${numbers}" href="https://t.me/${channel}/${id}" style="width:800px;background-image:url('${urlOf(place, 'photo')}')">
  <div class="tgme_widget_message_photo" style="padding-top:${50 + (number % 7000) / 100}%"></div>
</a>`
}

function film(place: Place, tooBig: boolean): string {
  const token = urlOf(place, 'token').slice('https://cdn1.telesco.pe/file/'.length, -'.jpg'.length)
  const source = `https://cdn4.telesco.pe/file/${hash(`${place.channel}/${place.id}`).toString(16)}.mp4?token=${token}`
  const handler = tooBig
    ? '<div class="message_media_not_supported_label">Media is too big</div>'
    : `<video src="${source}" class="tgme_widget_message_video js-message_video" width="100%" height="100%"></video>`
  return `<a class="tgme_widget_message_video_player ${tooBig ? 'not_supported ' : ''}js-message_video_player" href="https://t.me/${place.channel}/${place.id}">
  <i class="tgme_widget_message_video_thumb" style="background-image:url('${urlOf(place, 'thumb')}')"></i>
  <div class="tgme_widget_message_video_wrap" style="width:1080px;padding-top:100%">${handler}</div>
  <div class="message_video_play js-message_video_play"></div>
  <time class="message_video_duration js-message_video_duration">0:25</time>
  ${unsupported}
</a>`
}

function roundFilm(place: Place): string {
  return `<div class="tgme_widget_message_roundvideo_player js-message_roundvideo_player">
  <div class="tgme_widget_message_roundvideo_wrap"><i class="tgme_widget_message_roundvideo_thumb" style="background-image:url('${urlOf(place, 'thumb')}')"></i>
  <video src="${urlOf(place, 'round', 'mp4')}" class="tgme_widget_message_roundvideo js-message_roundvideo"></video></div>
  <time class="tgme_widget_message_roundvideo_duration">0:12</time>
</div>`
}

function voice(place: Place): string {
  const wave = Array.from({ length: 60 }, (_, at) => hash(`${place.id}/${at}`) % 31).join(',')
  return `<a class="tgme_widget_message_voice_player js-message_voice_player" href="https://t.me/${place.channel}/${place.id}">
  <audio class="tgme_widget_message_voice js-message_voice" src="${urlOf(place, 'voice', 'ogg')}" data-waveform="${wave}"></audio>
  <time class="tgme_widget_message_voice_duration js-message_voice_duration">0:07</time>
</a>`
}

function sticker(place: Place): string {
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"></svg>').toString('base64')
  return `<div class="tgme_widget_message_sticker_wrap media_supported_cont"><i class="tgme_widget_message_sticker js-sticker_image" style="background-image:url('data:image/svg+xml;base64,${drawing}')" data-webp="${urlOf(place, 'sticker', 'webp')}"><div style="padding-top:63.28125%"></div></i></div>`
}

function location(place: Place): string {
  return `<a class="tgme_widget_message_location_wrap" href="https://maps.google.com/maps?q=0.0,0.0&amp;ll=0.0,0.0&amp;z=16"><div class="tgme_widget_message_location" style="background-image:url('${urlOf(place, 'map')}')"></div></a>`
}

function single(kind: Media, place: Place): string {
  switch (kind) {
    case 'photo':
      return photo(place)
    case 'video':
      return film(place, false)
    case 'big-video':
      return film(place, true)
    case 'round-video':
      return roundFilm(place)
    case 'voice':
      return voice(place)
    case 'sticker':
      return sticker(place)
    case 'location':
      return location(place)
  }
}

function albumItem(kind: Media, place: Place, at: number): string {
  const box = `left:${at * 152}px;top:0px;width:150px;height:216px;margin-right:2px;margin-bottom:0px;`
  const link = `data-ratio="1.05" href="https://t.me/${place.channel}/${place.id}?single"`
  if (kind === 'video') {
    return `<a class="tgme_widget_message_video_player grouped_media_wrap blured js-message_video_player" style="${box}" ${link}>
        <i class="tgme_widget_message_video_thumb" style="background-image:url('${urlOf(place, 'thumb')}')"></i>
        <div class="message_video_play js-message_video_play"></div><time class="message_video_duration js-message_video_duration">0:27</time>
      </a>`
  }
  return `<a class="tgme_widget_message_photo_wrap grouped_media_wrap blured js-message_photo" style="${box}background-image:url('${urlOf(place, 'photo')}')" ${link}><div class="grouped_media_helper" style="left:0;right:0;top:5px;bottom:5px;"><div class="tgme_widget_message_photo grouped_media" style="left:0;right:0;top:-1px;bottom:0px;"></div></div></a>`
}

/** The media of a post: none, one, or an album in which every item is a separate message. */
export function mediaHtml(post: Post, setting: { readonly channel: string; readonly decor: Decor }): string {
  const { channel, decor } = setting
  const media = post.media ?? []
  const work = post.truth[0]?.work ?? ''
  const items = media.map((kind, at) => ({ kind, place: { channel, id: post.ids[at] ?? 0, work, cdn: decor.cdn } }))
  if (items.length < 2) return items.map(({ kind, place }) => single(kind, place)).join('')
  return `<div class="tgme_widget_message_grouped_wrap js-message_grouped_wrap" data-margin-w="2" data-margin-h="2" style="width:453px;">
  <div class="tgme_widget_message_grouped js-message_grouped" style="padding-top:47.682%">
    <div class="tgme_widget_message_grouped_layer js-message_grouped_layer" style="width:453px;height:216px">
      ${items.map(({ kind, place }, at) => albumItem(kind, place, at)).join('')}
    </div>
  </div>
</div>`
}
