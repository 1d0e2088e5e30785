// The share in a pasted text.
import type { SearchState } from '../search-state.ts'
import { isShareText, normalizeKeyword } from '../search-url.ts'

export interface PastedShare {
  /** Without the access code. */
  readonly url: string
  /** Empty if the text names none. */
  readonly password: string
  /** The name of the share; empty if the text does not have it. */
  readonly name: string
}

const addresses = [
  /ed2k:\/\/\|file\|[^|\s]+\|\d+\|[\da-f]{32}\|\S*/iu,
  /(?:https?:\/\/|magnet:\?|thunder:\/\/)[^\s\p{Script=Han}，。；、）)】」》"”（《「]+/iu,
  // Without the scheme.
  /(?<![\w@.-])(?:[a-z\d-]+\.)+(?:com|cn|net)\/[^\s\p{Script=Han}，。；、）)】」》"”（《「]+/iu,
]

/** A password of an archive is no access code. */
const labelledCode = /(?<!解压)(?:提取码|访问码|密码|口令|code|pwd)[\s:]{0,6}([A-Za-z0-9]{4,8})(?![A-Za-z0-9])/iu
const codeInAddress = /[?&](?:pwd|password|passcode|pass_code)=([A-Za-z0-9]{4,8})(?=[&#]|$)/iu

/** Finds the address of a share, its access code and its name in a text such as `我分享了「纸鹤」 链接: https://… 提取码: k3m9`. */
export function parsePastedShare(text: string): PastedShare | undefined {
  const [found] = addresses.flatMap((address) => address.exec(text)?.[0] ?? [])
  if (found === undefined) return undefined
  const around = text.replace(found, '\n')
  const [, password = ''] = labelledCode.exec(around.normalize('NFKC')) ?? codeInAddress.exec(found) ?? []
  return { url: withoutCode(found), password, name: nameIn(around) || nameInAddress(found) }
}

function withoutCode(found: string): string {
  const url = /^(?:\w+:\/\/|magnet:)/i.test(found) ? found : `https://${found}`
  if (/^(?:magnet|ed2k|thunder):/i.test(url)) return url
  return url.replace(codeInAddress, '').replace(/[&#?]{1,5}$/, '')
}

/** Labels and instructions of the clouds around the name; the app to open is no name. */
const noise =
  /(?:通过\p{Script=Han}{0,4}网盘)?分享的?文件(?:夹)?\s*[:：]|(?:链接|解压密?码|提取码|访问码|密码|口令)\s*[:：]?\s*[A-Za-z0-9]*|(?:点击链接|复制这?[段本整]|打开).*|[（(]\s*[)）]/giu

/** The keyword: the address in a pasted share text, or without one the name; the share is shown beside the results. */
export function readPasted(text: string): Pick<SearchState, 'kw' | 'share'> {
  const share = parsePastedShare(text)
  if (!share) {
    const kw = normalizeKeyword(nameInInvitation(text) ?? text)
    // It was read, and has nothing to show.
    return { kw, share: isShareText(kw) ? kw : undefined }
  }
  return { kw: normalizeKeyword(share.url), share: writeShare(share) }
}

/** The name of the share in an invitation text of a cloud; undefined for other texts. */
function nameInInvitation(text: string): string | undefined {
  return isShareText(text) ? nameIn(text) || undefined : undefined
}

function nameIn(text: string): string {
  const quoted = [...text.matchAll(/「([^「」]+)」|《([^《》]+)》|『([^『』]+)』/gu)].map(
    ([, one, other, third]) => one ?? other ?? third ?? '',
  )
  const name = quoted.find((part) => !/[网云]盘|APP$/iu.test(part))
  if (name !== undefined) return cleanName(/《([^《》]+)》/u.exec(name)?.[1] ?? name)
  const [line = ''] = text
    .normalize('NFKC')
    .replaceAll(noise, '\n')
    .split('\n')
    .map((part) => part.replaceAll(/^[\s,;。、:]{1,50}|[\s,;。、:]{1,50}$/g, ''))
    .filter((part) => /[\p{L}\p{N}]{2}/u.test(part) && !/分享|[网云]盘/u.test(part))
  return cleanName(line)
}

function cleanName(name: string): string {
  return name
    .replace(/等\s{0,5}\d{0,6}\s{0,5}个?文件$/u, '')
    .replace(/\.(?:mkv|mp4|avi|ts|zip|rar|7z|pdf|epub|azw3|mobi|txt|mp3|flac|iso|exe|apk)$/i, '')
    .trim()
}

/** The name that a magnet or an ed2k address has in itself. */
function nameInAddress(url: string): string {
  const [, name = ''] = /^magnet:.*[?&]dn=([^&]+)/i.exec(url) ?? /^ed2k:\/\/\|file\|([^|]+)/i.exec(url) ?? []
  try {
    return cleanName(decodeURIComponent(name.replaceAll('+', ' ')))
  } catch {
    return ''
  }
}

/** Writes a share so that `parsePastedShare` reads the same. */
export function writeShare({ url, password, name }: PastedShare): string {
  return [url, password && `提取码: ${password}`, name && `「${name.replaceAll(/[「」]/g, '')}」`]
    .filter(Boolean)
    .join(' ')
}

/** An address without what differs between spellings of one share: scheme, access code, trailing slash. */
export function shareAddress(url: string): string {
  const [address = ''] = url.replace(/^https?:\/\/(?:www\.)?/i, '').split(/[?#&](?:pwd|password)=/i)
  return address.replace(/\/$/, '')
}
