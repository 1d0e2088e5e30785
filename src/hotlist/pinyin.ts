// How the names of lists sound, for who writes Chinese by typing its sounds; loads a dictionary, so it is imported only where one is needed.
import { pinyin } from 'pinyin-pro'

/** What the dictionary reads otherwise than the makers of such lists do. */
const ownReadings: ReadonlyMap<string, string> = new Map([
  ['排行', 'pai hang'],
  ['弹幕', 'dan mu'],
])

const ownWords = /(排行|弹幕)/u

/**
 * The syllables of name and title with a blank between them, in small letters and without tones (ü is v, as it is typed); what is written in
 * other letters and digits stays, punctuation goes. Undefined when nothing is Chinese.
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
