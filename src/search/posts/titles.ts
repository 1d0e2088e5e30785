// Derives the title of a post, and the work of each link if the post lists several.
import type { FoundShare } from '../links/find-links.ts'
import type { Post } from '../plugin.ts'
import { clipTitle, hasWords, isTagLine, isTitleLine, namesWork, titleInLine } from './title-line.ts'

// Only the top of a long post is searched for a title.
const maxTopLines = 60

// In a list there are a title and a few fields between two links.
const maxLinesBetween = 20

const listMark = /[丨｜]/
const numbering = /^(?:\d{1,3}(?:[、）)．]|\.(?!\d))|[①-⑳])\s*/

/**
 * The title of a post, at most 200 characters: its own; else the first line that can be a title (after a line of tags, a line with `名称：`
 * is preferred); else its tags; else its first words. `''` only for a post without words.
 */
export function titleOf(post: Post): string {
  const own = clipTitle(post.title ?? '')
  if (hasWords(own)) return own
  const [first] = topLines(post.text, 1)
  if (first === undefined) return clipTitle(post.tags.join(' '))
  // Fast path: the first line is usually the title.
  const title = isTagLine(first) ? '' : titleInLine(first)
  if (namesWork(title)) return title
  return titleAmong(topLines(post.text, maxTopLines)) || clipTitle(post.tags.join(' ')) || clipTitle(first)
}

function titleAmong(lines: readonly string[]): string {
  const titles = isTagLine(lines[0] ?? '') ? [...lines.filter(isTitleLine), ...lines] : lines
  let spare = ''
  for (const line of titles) {
    const title = titleInLine(line)
    if (title !== '' && namesWork(title)) return title
    spare ||= title
  }
  return spare
}

/** The first lines of a text that contain words. */
function topLines(text: string, maxLines: number): string[] {
  const lines: string[] = []
  for (let from = 0; from < text.length && lines.length < maxLines; ) {
    const found = text.indexOf('\n', from)
    const end = found === -1 ? text.length : found
    if (end > from && hasWords(text.slice(from, end))) lines.push(text.slice(from, end))
    from = end + 1
  }
  return lines
}

/** The title of a work above some links; `isCertain` if it cannot be anything else. */
interface Heading {
  readonly title: string
  readonly isCertain: boolean
  /** Whether it is written like a list item (`作品丨夸克：…`), even in a list of one. */
  readonly isListItem: boolean
}

/**
 * The title of each link's work, in the order of `links` (sorted by `start`), if a text lists several works: the words before the link on
 * its line, else the line above its block. All `undefined` if the text is about one work on several clouds.
 */
export function workTitles(text: string, links: readonly FoundShare[]): (string | undefined)[] {
  const [only, another] = links
  if (only !== undefined && another === undefined && !listMark.test(lineBefore(text, only.start))) return [undefined]
  const titles: (string | undefined)[] = []
  const drives = new Set<string>()
  let current: string | undefined
  let end = 0
  let hasListItem = false
  for (const link of links) {
    const heading = headingOf(text.slice(Math.min(end, link.start), link.start), end > 0)
    hasListItem ||= heading?.isListItem ?? false
    // Words between two links of one work are rarely a new title, unless the cloud repeats or a blank line precedes.
    if (heading !== undefined && (current === undefined || heading.isCertain || drives.has(link.share.type))) {
      if (heading.title !== current) drives.clear()
      current = heading.title
    }
    drives.add(link.share.type)
    titles.push(current)
    end = Math.max(end, link.end)
  }
  const several = new Set(titles).size > 1 ? !titles.includes(undefined) : hasListItem && current !== firstTitle(text)
  return several ? titles : titles.map(() => undefined)
}

function lineBefore(text: string, at: number): string {
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
}

function firstTitle(text: string): string {
  return titleInLine(topLines(text, 1)[0] ?? '')
}

/** The title in the text between two links: on the second link's line, else above it. `startsWithinLine`: the text begins within a line. */
function headingOf(gap: string, startsWithinLine: boolean): Heading | undefined {
  const lineStart = gap.lastIndexOf('\n') + 1
  const inline = workTitle(gap.slice(lineStart))
  // Words between two links on one line may belong to the first link.
  if (inline !== undefined)
    return {
      title: inline,
      isCertain: !startsWithinLine || lineStart > 0,
      isListItem: listMark.test(gap.slice(lineStart)),
    }
  const lines = gap.slice(0, lineStart).split('\n', maxLinesBetween)
  if (startsWithinLine) lines[0] = ''
  const labelled = lines.findLast(isTitleLine)
  const named = labelled === undefined ? undefined : workTitle(labelled)
  if (named !== undefined) return { title: named, isCertain: true, isListItem: false }
  for (const [index, line] of lines.entries()) {
    const title = workTitle(line)
    if (title !== undefined)
      return { title, isCertain: index > 1 && lines[index - 1]?.trim() === '', isListItem: false }
  }
  return undefined
}

function workTitle(line: string): string | undefined {
  const title = titleInLine(line).replace(numbering, '')
  return title !== '' && namesWork(title) ? title : undefined
}
