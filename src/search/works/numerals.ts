// Reads numbers written in digits, Chinese or Roman numerals.

const chineseDigits = '零一二三四五六七八九'
/** As on cheques: 误杀叁. */
const formalDigits = '零壹贰叁肆'
const maxDigits = 5
const units: ReadonlyMap<string, number> = new Map([
  ['十', 10],
  ['百', 100],
])
const romanNumerals = 'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi'.split(' ')
const englishNumerals = ['one', 'two', 'three', 'four']
/** Ⅰ to Ⅻ are single characters. */
const romanCharacters = 12
const firstRomanCharacter = 0x2170

/** The number that `12`, `十二`, `两`, `two`, `XII` or `Ⅻ` (lower case) stands for; undefined for anything else. */
export function readNumeral(text: string): number | undefined {
  const formal = text.length === 1 ? formalDigits.indexOf(text) : -1
  if (formal > 0) return formal
  if (isDigit(text.charCodeAt(0))) return text.length <= maxDigits && isDigits(text) ? Number(text) : undefined
  const roman = romanNumerals.indexOf(text)
  if (roman >= 0) return roman + 1
  const english = englishNumerals.indexOf(text)
  if (english >= 0) return english + 1
  const character = text.charCodeAt(0) - firstRomanCharacter
  if (text.length === 1 && character >= 0 && character < romanCharacters) return character + 1
  return readChinese(text)
}

function isDigits(text: string): boolean {
  for (let at = 1; at < text.length; at += 1) if (!isDigit(text.charCodeAt(at))) return false
  return true
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** Up to 999. */
function readChinese(text: string): number | undefined {
  if (!/^[零一二三四五六七八九十百两]{1,7}$/.test(text)) return undefined
  let total = 0
  let digit: number | undefined
  for (const character of text) {
    const unit = units.get(character) ?? 0
    if (unit > 0) {
      total += (digit ?? 1) * unit
      digit = undefined
    } else {
      // 二〇 and the like are not used in titles; of two digits the last counts.
      digit = character === '两' ? 2 : chineseDigits.indexOf(character)
    }
  }
  return total + (digit ?? 0)
}

/** All whole numbers from `first` to `last`, at most a hundred. */
export function numbersBetween(first: number, last: number): number[] {
  const count = Math.min(Math.max(last - first + 1, 0), 100)
  return Array.from({ length: count }, (_, index) => first + index)
}
