// The first letters of the pinyin of Chinese characters, from the order of the Chinese collation; a dictionary would take 30 MB.

/** The first character of each letter in the order of pinyin; no syllable begins with i, u or v. */
const firstCharacters = [...'阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥扨它穵夕丫帀']
const letters = 'abcdefghjklmnopqrstwxyz'
const collator = new Intl.Collator('zh-u-co-pinyin')
const latinWord = /[a-z]+/g
const maxSyllable = 7
const syllable = /^(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?[aeiouv]{1,3}(?:ng?|r)?$/

/** The first letters: `frxxz` for 凡人修仙传. Characters with several readings have the most frequent one. */
export function pinyinInitials(text: string): string {
  return Array.from(text, initialOf).join('')
}

function initialOf(character: string): string {
  const next = firstCharacters.findIndex((first) => collator.compare(first, character) > 0)
  return letters.charAt((next < 0 ? letters.length : next) - 1)
}

/** The first letters of syllables (`Fan Ren Xiu Xian Zhuan`); undefined for other words. */
export function syllableInitials(text: string): string | undefined {
  let initials = ''
  for (const word of text.match(latinWord) ?? []) {
    if (word.length > maxSyllable || !syllable.test(word)) return undefined
    initials += word.charAt(0)
  }
  return initials
}
