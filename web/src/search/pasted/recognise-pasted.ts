// What a pasted text is, besides a share and words: a Telegram channel, or the address of a page.
import { channelName } from '../../../../src/contract/channel-spelling.ts'

export type Pasted =
  | { readonly kind: 'channel'; readonly name: string }
  | { readonly kind: 'page'; readonly url: string }

const telegram =
  /(?:https?:\/\/)?(?:www\.)?(?:t|telegram)\.me\/(?:s\/)?(\w{4,32})(?=[/?#\s\p{Script=Han}，。；、）)】」》]|$)|tg:\/\/resolve\?domain=(\w{4,32})/iu
/** Invitations and posts of private groups, too. */
const atTelegram = /^https?:\/\/(?:www\.)?(?:t|telegram)\.me\//i
/** First parts of addresses of Telegram that name no channel. */
const reserved =
  /^(?:joinchat|addlist|addstickers|addemoji|addtheme|share|proxy|socks|setlanguage|confirmphone|login|invoice|boost|giftcode)$/i
const address = /^https?:\/\/[^\s\p{Script=Han}，。；、）)】」》"”（《「<>]+$/iu

/** `@name` and `t.me/name/7` are channels. Of other texts only one that is a whole address is a page: perhaps one of a share. */
export function recognisePasted(text: string): Pasted | undefined {
  const trimmed = text.trim()
  if (/^@\w+$/.test(trimmed)) return channelOf(trimmed)
  // In the text of a share, a channel is the one that published it.
  const others = trimmed.replace(telegram, ' ')
  const [found, written, resolved] = telegram.exec(trimmed) ?? []
  if (found !== undefined && !/:\/\/|magnet:/i.test(others)) return channelOf(written ?? resolved ?? '')
  const isPage = address.test(trimmed) && URL.canParse(trimmed) && !atTelegram.test(trimmed)
  return isPage ? { kind: 'page', url: trimmed } : undefined
}

function channelOf(written: string): Pasted | undefined {
  const name = channelName(written)
  return name === undefined || reserved.test(name) ? undefined : { kind: 'channel', name }
}
