// The words of a watch from a text that is no such notation: a keyword, a title.

/** Limit of the server, in characters. */
const maxLength = 200

/** Punctuation that stands between words; that within words stays, as in `C++` or `S01.E02`. */
const between = /[\s|｜《》〈〉「」『』【】（）()[\]{}，。、；;：:！!？?…·・~～"“”‘’,—]+/u

/** Words that must all appear. Signs of the notation lose their meaning. */
export function wordsToWatch(text: string): string {
  const words = text.split(between).map((word) => word.replace(/^-+/, ''))
  return words.filter(Boolean).join(' ').slice(0, maxLength).trim()
}
