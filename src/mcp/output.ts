// Results of tools: foreign texts are sanitized, and no result floods an agent's context.

/** The result of a call: for programs, and the same as a text for the model. */
export interface ToolOutput<Content> {
  readonly content: Content
  readonly text: string
}

/** Invisible and bidirectional control characters: they can hide instructions that only a model reads. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** Returns one line of at most `maxLength` characters. */
export function plainLine(text: string, maxLength: number): string {
  // Truncated before cleaning, to bound the work; cleaning rarely removes more than 7 of 8 characters.
  const start = text.slice(0, 8 * maxLength).toWellFormed()
  const line = start.replace(invisible, ' ').replace(/\s+/gu, ' ').trim()
  if (line.length <= maxLength) return line
  const characters = [...line]
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`
}

/** The title of a result. */
export function plainTitle(title: string): string {
  return plainLine(title, 120) || '(no title)'
}

/** The name of a hot list. */
export function plainName({ name, title }: { readonly name: string; readonly title?: string | undefined }): string {
  return plainLine(title === undefined ? name : `${name} ${title}`, 60)
}

/** A URL without invisible characters and white space. */
export function plainUrl(url: string): string {
  return url.toWellFormed().replace(invisible, '').replace(/\s/gu, '%20')
}

export function isoTime(time: number): string {
  return new Date(time).toISOString()
}

/** The day of a time; undefined if that is unknown. */
export function dayOf(time: number | undefined): string | undefined {
  return time === undefined ? undefined : isoTime(time).slice(0, 10)
}

/** A time in ISO 8601 like 2026-11-20 12:00 UTC. */
export function formatMinute(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`
}

export function formatCount(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`
}

/** Maximum UTF-8 bytes of a result, without the note on ignored arguments, which takes less than 700. */
export const sizeLimits = {
  /** The text for the model: about 2,500 tokens. */
  text: 7_400,
  /** The structured content as JSON. */
  structured: 23_800,
} as const

/** The size in bytes of a text, or of any other value as JSON. */
export function byteSize(value: unknown): number {
  return Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value))
}

/** The first entries that fit into `bytes`, with one byte between them. */
export function truncateToFit<Entry>(entries: readonly Entry[], bytes: number): Entry[] {
  return truncateGroupsToFit([entries], bytes)[0] ?? []
}

/**
 * The first entries of each group that fit into `bytes` together. Takes one entry of each group in turn: the top of a group
 * matters more than the end of another.
 */
export function truncateGroupsToFit<Entry>(groups: readonly (readonly Entry[])[], bytes: number): Entry[][] {
  const shown = groups.map((): Entry[] => [])
  const longest = Math.max(0, ...groups.map((group) => group.length))
  let remaining = bytes
  for (let rank = 0; rank < longest; rank += 1) {
    for (const [at, group] of groups.entries()) {
      const entry = group[rank]
      if (entry === undefined) continue
      remaining -= byteSize(entry) + 1
      if (remaining < 0) return shown
      shown[at]?.push(entry)
    }
  }
  return shown
}

interface List<Entry, Content> {
  readonly entries: readonly Entry[]
  /** The number of all that were found: at least that of the entries. */
  readonly total: number
  /** The structured content with these entries; `notShown` of the total are left out. */
  content(entries: Entry[], notShown: number): Content
  /** The first lines of the text. */
  readonly head: readonly string[]
  line(entry: Entry, index: number): string
  /** How to get the others. */
  readonly hint: string
}

/** Bytes reserved for the line about entries that are not listed. */
const moreLineBytes = 120

/** A result that is a list: as many entries as fit, and how many are left out. */
export function listOutput<Entry, Content>(list: List<Entry, Content>): ToolOutput<Content> {
  const { total, head, hint } = list
  const entries = truncateToFit(list.entries, sizeLimits.structured - byteSize(list.content([], total)))
  const bytes = sizeLimits.text - head.reduce((sum, line) => sum + byteSize(line) + 1, moreLineBytes)
  const lines = truncateToFit(
    entries.map((entry, index) => list.line(entry, index)),
    bytes,
  )
  const rest = total - lines.length
  const more = rest > 0 ? [`${rest} more are not listed: ${hint}.`] : []
  return { content: list.content(entries, total - entries.length), text: [...head, ...lines, ...more].join('\n') }
}
