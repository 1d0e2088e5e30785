// The name of a work as its titles have it.

/** A title in one script: 小丑2：双重妄想 has the base 小丑, the number 2 and the rest 双重妄想. */
export interface WorkName {
  /** Folded, without blanks and punctuation. */
  readonly base: string
  readonly number: number | undefined
  /** The words after the base: subtitles, but also authors. */
  readonly rest: readonly string[]
  /** Whether a colon or dash stands before the rest, which makes it a subtitle. */
  readonly hasSubtitle: boolean
  /** The Chinese word before the base: 济公传 郭德纲, when 郭德纲 was searched for. */
  readonly before?: string | undefined
  /** 李少红版, Java版 */
  readonly version?: string | undefined
}
