// Folds titles for recognition without changing their length, so that a mark found in the folded title can be cut from the original.
/// <reference path="./opencc-js.d.ts" />
import pairs from 'opencc-js/dict/TSCharacters'

/** The folded form of each character of the basic plane. */
const folded = new Uint16Array(0x10000)
for (let code = 0; code < folded.length; code += 1) folded[code] = code

/** Latin, Greek and Cyrillic letters, Roman numerals. */
const letters: readonly (readonly [first: number, last: number])[] = [
  [0x41, 0x5ff],
  [0x2160, 0x216f],
]
for (const [first, last] of letters) {
  for (let code = first; code <= last; code += 1) {
    const form = String.fromCharCode(code).toLowerCase()
    if (form.length === 1) folded[code] = form.charCodeAt(0)
  }
}
// Full-width forms of ASCII.
for (let code = 0xff01; code <= 0xff5e; code += 1) folded[code] = folded[code - 0xfee0] ?? code

/** Pairs `traditional simplified`, separated by `|`. */
const table: string = pairs
for (const pair of table.split('|')) {
  const [from = '', to = ''] = pair.split(' ')
  // Characters outside the basic plane would change the length of a title.
  if (from.length === 1 && to.length === 1) folded[from.charCodeAt(0)] = to.charCodeAt(0)
}
for (const blank of '\u3000\u00a0\u200b\ufe0f') folded[blank.charCodeAt(0)] = 0x20
// SPY×FAMILY, 1920×1080
folded['×'.charCodeAt(0)] = 'x'.charCodeAt(0)
// An ideograph that titles use as a vertical bar.
folded['丨'.charCodeAt(0)] = '|'.charCodeAt(0)

/** Lower case, half width, simplified Chinese: `慶餘年　Ⅱ（４Ｋ）` becomes `庆余年 ⅱ(4k)`. The result is as long as the text. */
export function foldTitle(text: string): string {
  return String.fromCharCode(...foldedCodes(text))
}

/** The UTF-16 code units of the folded title. */
export function foldedCodes(text: string): number[] {
  const codes = new Array<number>(text.length)
  for (let at = 0; at < text.length; at += 1) codes[at] = folded[text.charCodeAt(at)] ?? 0
  return codes
}
