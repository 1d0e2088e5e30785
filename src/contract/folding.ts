// The fold that makes the spellings of a text equal, wherever words are compared. `fold-text.ts` is the one of the service.

/** Characters that Unicode NFKC leaves as they are in any context, apart from those that the table folds. */
const composed = '\\n -~·À-ÅÇ-ÖØ-Þàáâãäåçèéêëìíîïðñòóôõöøùúûüýþÿ‘’“”—…、-〃〈-】ぁ-ゖァ-ヾ一-鿿'
const firstSurrogate = 0xd800
const firstPrivate = 0xe000
const firstCompatible = 0xf900

/** NFKC expands one character to up to eighteen (U+FDFA). Real texts grow less than this; the rest is cut off. */
const maxGrowth = 4
const minCharacters = 100

/** Without these a word looks the same; they are used to disguise words. */
const invisible = /\p{Default_Ignorable_Code_Point}+/gu
/** Marks that NFKC could not join to a letter. The marks of kana, Arabic or Thai, which distinguish words, are others. */
const looseAccents = /[\u0300-\u036f]+/g
/** Letters that are also written as two. */
const doubles: Readonly<Record<string, string>> = { æ: 'ae', œ: 'oe', ß: 'ss' }

/** Latin, Greek and Cyrillic letters; Roman numerals. */
const alphabets = [
  [0x41, 0x5ff],
  [0x1e00, 0x1fff],
  [0x2160, 0x216f],
] as const
/** й is not и: letters of their own that Unicode decomposes. */
const ownLetters = /[йїў]/
/** Pairs of a character and its folded form. 丨 is an ideograph that titles use as a bar, × is that of SPY×FAMILY and 1920×1080. */
const others = "øođdðdłlħhıiςσ´'ʼ'ʻ'×x丨|\u3000 \u00a0 \u200b \ufe0f "

/** The class of a UTF-16 code unit in comparisons of words: 0, a part of a word, or one of these. */
const [sign, separator, blank, lineEnd] = [1, 2, 3, 4]
const gaps = Uint16Array.from('\0·· \n', (gap) => gap.charCodeAt(0))
const firstNonAscii = 0x80
/** Added to the kind of what NFKC may change. */
const complex = 8
/** Longer texts get a buffer of their own. */
const bufferLength = 4_096
const emoji = [0xd83c, 0xd83e] as const

/** 9-1-1: single digits are spelled out, and `911` is the same; 2024-11 and 1-12 are numbers. */
const spelledDigits = /(?<![\d-])\d(?:-\d){2,9}(?![\d-])/g

/** Creates the fold; `traditional` has pairs of a traditional Chinese character and its simplified form. */
export function createFolding(traditional: string) {
  const table = createTable(traditional)
  const kinds = createKinds(table)
  const buffer = new Uint16Array(bufferLength)
  const utf16 = new TextDecoder('utf-16le')

  /**
   * Folds each character: lower case, half width, simplified Chinese; Latin, Greek and Cyrillic letters without accents. The result is as
   * long as the text: `慶餘年　Ⅱ（４Ｋ）` becomes `庆余年 ⅱ(4k)`.
   */
  function foldText(text: string): string {
    let at = 0
    while (at < text.length && table[text.charCodeAt(at)] === text.charCodeAt(at)) at += 1
    if (at === text.length) return text
    let result = text.slice(0, at)
    for (; at < text.length; at += 1) result += String.fromCharCode(table[text.charCodeAt(at)] ?? 0)
    return result
  }

  /** Folds a text also where that changes its length: Unicode NFKC, æ as ae. Punctuation stays. */
  function foldLetters(text: string): string {
    const visible = foldText(text.replaceAll(invisible, '').replaceAll('×', '-x-'))
    const letters = visible.normalize('NFKC').slice(0, Math.max(minCharacters, maxGrowth * text.length))
    const plain = foldText(letters.replaceAll(looseAccents, '').toLowerCase())
    return plain.replaceAll(/[æœß]/g, (letter) => doubles[letter] ?? letter)
  }

  /**
   * Folds a text for comparing its words. Punctuation between letters is `·`, and left out beside blanks and at the ends; blanks are one
   * blank, or one line end. A text of punctuation only keeps it.
   */
  function foldWords(text: string): string {
    const joined = text.includes('-') ? text.replaceAll(spelledDigits, withoutHyphens) : text
    const words = wordsOf(isPlain(joined, kinds) ? joined : foldLetters(joined), { table, kinds, buffer })
    return utf16.decode(words) || foldText(text.trim())
  }

  return { foldText, foldLetters, foldWords }
}

interface Tables {
  readonly table: Uint16Array
  readonly kinds: Uint8Array
  readonly buffer: Uint16Array
}

/** Whether NFKC leaves a text as it is. */
function isPlain(text: string, kinds: Uint8Array): boolean {
  for (let at = 0; at < text.length; at += 1) if ((kinds[text.charCodeAt(at)] ?? 0) >= complex) return false
  return true
}

/** One pass, since every title is folded. */
function wordsOf(text: string, { table, kinds, buffer }: Tables): Uint16Array {
  const result = text.length > buffer.length ? new Uint16Array(text.length) : buffer
  let length = 0
  let gap = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const kind = (kinds[code] ?? 0) % complex
    if (kind !== 0 && !(kind === sign && isOfWord(text, at, gap))) {
      gap = Math.max(gap, kind)
      at += Number(isEmoji(code))
      continue
    }
    if (gap > 0 && length > 0) result[length++] = gaps[gap] ?? 0
    gap = 0
    result[length++] = table[code] ?? code
  }
  return result.subarray(0, length)
}

/** C++, C#, 18+ and 50% are other words than C, 18 and 50. */
function isOfWord(text: string, at: number, gap: number): boolean {
  return at > 0 && gap === 0 && text.charCodeAt(at - 1) < firstNonAscii
}

/** Whether a surrogate begins an emoji; the other one follows. */
function isEmoji(code: number): boolean {
  return code >= emoji[0] && code <= emoji[1]
}

function withoutHyphens(text: string): string {
  return text.replaceAll('-', '')
}

function createTable(traditional: string): Uint16Array {
  const table = new Uint16Array(0x10000)
  for (let code = 0; code < table.length; code += 1) table[code] = code
  for (const [first, last] of alphabets) {
    for (let code = first; code <= last; code += 1) table[code] = letterOf(code)
  }
  // Full-width forms of ASCII.
  for (let code = 0xff01; code <= 0xff5e; code += 1) table[code] = table[code - 0xfee0] ?? code
  const pairs = others + traditional
  for (let at = 0; at < pairs.length; at += 2) table[pairs.charCodeAt(at)] = pairs.charCodeAt(at + 1)
  return table
}

function letterOf(code: number): number {
  const lower = String.fromCharCode(code).toLowerCase()
  const [letter = '', ...marks] = ownLetters.test(lower) ? lower : lower.normalize('NFD')
  const isLetter = letter.length === 1 && marks.every((mark) => /\p{Mn}/u.test(mark))
  return isLetter ? letter.charCodeAt(0) : code
}

function createKinds(table: Uint16Array): Uint8Array {
  const kinds = new Uint8Array(0x10000).fill(complex)
  const all = new TextDecoder('utf-16le', { ignoreBOM: true }).decode(
    Uint16Array.from(table.keys()).subarray(0, firstSurrogate),
  )
  const fill = (characters: RegExp, kind: number) => {
    for (const { index, 0: run } of all.matchAll(characters)) kinds.fill(kind, index, index + run.length)
  }
  fill(/[^\p{L}\p{N}\p{M}\p{Sc}]+/gu, complex + separator)
  kinds.fill(complex + separator, emoji[0], emoji[1] + 1)
  kinds.fill(complex + separator, firstPrivate, firstCompatible)
  fill(/\s/g, complex + blank)
  fill(/[\n\r\u2028\u2029]/g, complex + lineEnd)
  fill(/[+#%]/g, complex + sign)
  for (const { index, 0: run } of all.matchAll(new RegExp(`[${composed}]+`, 'g')))
    for (let code = index; code < index + run.length; code += 1) kinds[code] = (kinds[code] ?? 0) - complex
  for (const [code, form] of table.entries())
    if (code !== form) kinds[code] = ((kinds[code] ?? 0) & complex) | ((kinds[form] ?? 0) & ~complex)
  // Full-width forms of ASCII.
  for (let code = 0xff01; code <= 0xff5e; code += 1) kinds[code] = (kinds[code] ?? 0) & ~complex
  return kinds
}
