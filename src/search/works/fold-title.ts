// Folds titles for recognition without changing their length, so that a mark found in the folded title can be cut from the original.
import pairs from 'opencc-js/dict/TSCharacters'

/** The folded form of each character of the basic plane. */
const folded = Uint16Array.from({ length: 0x10000 }, (_, code) => {
  const character = String.fromCharCode(code)
  // Full-width forms of ASCII, Roman numerals, Latin, Greek and Cyrillic letters.
  const isLetter = code < 0x2000 || (code >= 0x2160 && code <= 0x216f) || (code >= 0xff01 && code <= 0xff5e)
  const form = isLetter ? character.normalize(code >= 0xff00 ? 'NFKC' : 'NFC').toLowerCase() : character
  return form.length === 1 ? form.charCodeAt(0) : code
})
/** Pairs `traditional simplified`, separated by `|`. */
const table: string = pairs
for (const pair of table.split('|')) {
  const [from = '', to = ''] = pair.split(' ')
  // Characters outside the basic plane would change the length of a title.
  if (from.length === 1 && to.length === 1) folded[from.charCodeAt(0)] = to.charCodeAt(0)
}
for (const blank of '\u3000\u00a0\u200b\ufe0f') folded[blank.charCodeAt(0)] = 0x20
// An ideograph that titles use as a vertical bar.
folded['丨'.charCodeAt(0)] = '|'.charCodeAt(0)

/** Lower case, half width, simplified Chinese: `慶餘年　Ⅱ（４Ｋ）` becomes `庆余年 ⅱ(4k)`. The result is as long as the text. */
export function foldTitle(text: string): string {
  const codes = new Array<number>(text.length)
  for (let at = 0; at < text.length; at += 1) codes[at] = folded[text.charCodeAt(at)] ?? 0
  return String.fromCharCode(...codes)
}
