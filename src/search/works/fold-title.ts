// Folds titles for recognition without changing their length, so that a mark found in the folded title can be cut from the original.
import pairs from 'opencc-js/dict/TSCharacters'

const firstIdeograph = 0x4e00
const lastIdeograph = 0x9fff

/** 丨, an ideograph that titles use as a vertical bar. */
const stroke = 0x4e28

/** Code points of the simplified forms of the ideographs, by their distance from the first one. */
const simplified = Uint16Array.from({ length: lastIdeograph - firstIdeograph + 1 }, (_, at) => firstIdeograph + at)
for (const pair of pairs.split('|')) {
  const [from = '', to = ''] = pair.split(' ')
  // Characters outside the basic plane would change the length of a title.
  if (from.length === 1 && to.length === 1) simplified[from.charCodeAt(0) - firstIdeograph] = to.charCodeAt(0)
}

simplified[stroke - firstIdeograph] = 0x7c

/** Lower case, half width, simplified Chinese: `慶餘年　Ⅱ（４Ｋ）` becomes `庆余年 ⅱ(4k)`. The result is as long as the text. */
export function foldTitle(text: string): string {
  const codes = new Uint16Array(text.length)
  for (let at = 0; at < text.length; at += 1) codes[at] = foldedCode(text.charCodeAt(at))
  return String.fromCharCode(...codes)
}

function foldedCode(code: number): number {
  if (code < 0x80) return code >= 0x41 && code <= 0x5a ? code + 32 : code
  if (code >= firstIdeograph && code <= lastIdeograph) return simplified[code - firstIdeograph] ?? code
  // Full-width forms of ASCII, and the ideographic space.
  if (code >= 0xff01 && code <= 0xff5e) return foldedCode(code - 0xfee0)
  if (code === 0x3000 || code === 0xa0 || code === 0x200b || code === 0xfe0f) return 0x20
  if (code >= 0x2160 && code <= 0x216b) return code + 16
  const lower = code < 0x2000 ? String.fromCharCode(code).toLowerCase() : ''
  return lower.length === 1 ? lower.charCodeAt(0) : code
}
