// Pinyin of names and titles, for pinyin input. Loads a dictionary of 30 MB, so it is imported only where needed.
import { pinyin } from 'pinyin-pro'

/** Words that the dictionary reads differently from what list names mean. */
const ownReadings: ReadonlyMap<string, string> = new Map([
  ['排行', 'pai hang'],
  ['弹幕', 'dan mu'],
])

const ownWords = /(排行|弹幕)/u

/**
 * The pinyin of name and title: lower case, separated by spaces, without tones (ü as v). Other letters and digits stay,
 * punctuation is removed. Undefined when the text contains no Chinese.
 */
export function pinyinOf({ name, title = '' }: { readonly name: string; readonly title?: string }): string | undefined {
  const text = `${name} ${title}`
  if (!/\p{Script=Han}/u.test(text)) return undefined
  return text
    .split(ownWords)
    .map((part) => ownReadings.get(part) ?? readingOf(part))
    .join(' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function readingOf(text: string): string {
  return pinyin(text, { toneType: 'none', v: true, nonZh: 'consecutive', type: 'array' }).join(' ')
}
