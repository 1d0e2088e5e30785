// The result of `search_links`: works or links within size limits, and how complete they are.
import { z } from 'zod'
import type { SearchEvent, SearchWarning } from '../../../client/client.ts'
import type { CollectedLink } from '../../../client/link-collector.ts'
import type { CollectedWork } from '../../../client/work-collector.ts'
import { bestLinks, linkFacts, workFacts } from '../../../client/work-summary.ts'
import { cloudTypes } from '../../contract/cloud-types.ts'
import { workKind } from '../../contract/works.ts'
import { dayOf, formatCount, listOutput, plainLine, plainTitle, plainUrl, type ToolOutput } from '../output.ts'
import { count, title } from '../tool.ts'

const facts = z.array(z.string())

const workLink = z.strictObject({
  url: z.string(),
  type: z.enum(cloudTypes),
  code: z.string().optional().describe('The access code (提取码) to enter when opening the link.'),
  date: z.string().optional().describe('The day it was posted; absent when unknown.'),
  health: z
    .enum(['alive', 'dead', 'locked', 'unchecked'])
    .describe('"locked": exists, but the access code is missing or wrong. "unchecked": unknown; use check_links.'),
  attributes: facts.describe('Those of this link, where they differ from those of the work.'),
})

const workOutput = z.strictObject({
  title,
  year: count.optional(),
  kind: workKind,
  attributes: facts.describe('Seasons, episodes, quality, size, format … of all its links.'),
  match: z.enum(['title', 'text']).describe('"text": the keyword is not in the title; it may be about something else.'),
  links: z.array(workLink).describe('The best link of each cloud, best first.'),
  more_links: count.optional().describe('Further links of the work; by="link" lists them.'),
})

const maxLinks = 4
const maxFacts = 10
const maxFactLength = 40

/** A work with its links that are not left out, best first. */
export function toOutputWork(work: CollectedWork): z.output<typeof workOutput> {
  const shown = bestLinks(work.links).slice(0, maxLinks)
  const attributes = plainFacts(workFacts({ ...work, kind: 'other' }))
  return {
    title: plainTitle(work.title),
    year: work.year ?? undefined,
    kind: work.kind,
    attributes,
    match: work.relevance,
    links: shown.map((link) => {
      const own = plainFacts(linkFacts(link.attributes))
      return { ...toOpenable(link), attributes: own.join() === attributes.join() ? [] : own }
    }),
    more_links: work.links.length - shown.length || undefined,
  }
}

function plainFacts(all: readonly string[]): string[] {
  return all.slice(0, maxFacts).map((fact) => plainLine(fact, maxFactLength))
}

export const healthByState = { ok: 'alive', bad: 'dead', locked: 'locked' } as const

/** The fields that a reader needs to open a link. */
function toOpenable({ url, type, password, at, health }: CollectedLink) {
  return {
    url: plainUrl(url),
    type,
    code: password === '' ? undefined : plainLine(password, 40),
    date: dayOf(at),
    health: health ? healthByState[health.state] : ('unchecked' as const),
  }
}

/** A link in the text for the model: cloud, address, access code. */
function formatAddress({ url, code }: { readonly url: string; readonly code?: string | undefined }): string {
  return code === undefined ? url : `${url} code: ${code}`
}

function formatFacts(facts: readonly (string | undefined)[]): string {
  const known = facts.filter((fact) => fact !== undefined)
  return known.length > 0 ? ` [${known.join(', ')}]` : ''
}

/** A work in the text for the model. */
export function formatWork(work: z.output<typeof workOutput>, index: number): string {
  const { title, year, kind, attributes, match, links, more_links } = work
  const about = [kind === 'other' ? undefined : kind, ...attributes, match === 'text' ? 'not in title' : undefined]
  const lines = links.map((link) => {
    return `   ${link.type} ${formatAddress(link)}${formatFacts([link.date, link.health, ...link.attributes])}`
  })
  const head = `${index + 1}. ${title}${year === undefined ? '' : ` (${year})`}${formatFacts(about)}`
  return [head, ...lines, ...(more_links === undefined ? [] : [`   and ${more_links} more`])].join('\n')
}

type SearchEnd = Extract<SearchEvent, { event: 'end' }>['data']

const link = z.strictObject({
  title,
  ...workOutput.shape.links.element.omit({ attributes: true }).shape,
  match: workOutput.shape.match,
  checked: z.string().optional().describe('The day of the check.'),
  sources: z.array(z.string()).describe('The first few sources that have the link.'),
  source_count: count,
})

const problem = z.strictObject({ kind: z.string(), source: z.string().optional(), detail: z.string() })

/** The fields of the result. */
export const searchOutput = {
  keyword: z.string(),
  total: count.describe('Total number of links found.'),
  by_type: z.partialRecord(z.enum(cloudTypes), count),
  works_total: count.optional().describe('Total number of works of these links.'),
  works: z.array(workOutput).optional().describe('The best works, best first; absent with by="link".'),
  links: z.array(link).optional().describe('With by="link": the best links, best first.'),
  not_shown: count.describe('Works or links found but not shown; narrow the search or raise `limit` to see them.'),
  complete: z.boolean().describe('false: some sources have not responded yet; repeat the search in 30 s for more.'),
  sources: z.strictObject({ asked: count, answered: count, failed: count, pending: count }),
  problems: z.array(problem).optional().describe('The first few sources that failed, with the reason.'),
  problems_not_shown: count.optional(),
  dead_left_out: count.optional().describe('Dead links that were dropped (only_alive).'),
  known_titles: z
    .array(z.string())
    .optional()
    .describe('If nothing was found: titles like the keyword, to search for instead.'),
  note: z.string().optional(),
}

export interface SearchOutcome {
  readonly keyword: string
  /** All links, best first. */
  readonly links: readonly CollectedLink[]
  /** Their works, best first; undefined for a result by link. */
  readonly works: readonly CollectedWork[] | undefined
  readonly limit: number
  readonly end: SearchEnd
  readonly warnings: readonly SearchWarning[]
  readonly deadLeftOut: number
  /** Titles like the keyword, if nothing was found. */
  readonly knownTitles?: readonly string[]
  readonly note?: string
}

const maxSources = 3
const maxProblems = 8
const maxDetailLength = 160
const maxProblemLines = 3

export function formatSearch(outcome: SearchOutcome): ToolOutput<z.output<z.ZodObject<typeof searchOutput>>> {
  const { keyword, links, works, limit, end, warnings, deadLeftOut, knownTitles = [], note } = outcome
  const problems = warnings.slice(0, maxProblems).map(toProblem)
  const titles = knownTitles.map((title) => plainLine(title, 120))
  const content = {
    keyword,
    total: links.length,
    by_type: tally(links),
    works_total: works?.length,
    complete: end.complete,
    sources: { ...end.sources },
    problems: problems.length > 0 ? problems : undefined,
    problems_not_shown: warnings.length - problems.length || undefined,
    dead_left_out: deadLeftOut || undefined,
    known_titles: titles.length > 0 ? titles : undefined,
    note,
  }
  const list = {
    head: formatHead(content, problems, warnings.length),
    hint: `narrow the search with types, include or exclude${limit < 40 ? ', or raise limit' : ''}`,
  }
  if (!works)
    return listOutput({
      ...list,
      entries: links.slice(0, limit).map(toOutputLink),
      total: links.length,
      content: (shown, not_shown) => ({ ...content, links: shown, not_shown }),
      line: formatLink,
    })
  return listOutput({
    ...list,
    entries: works.slice(0, limit).map(toOutputWork),
    total: works.length,
    content: (shown, not_shown) => ({ ...content, works: shown, not_shown }),
    line: formatWork,
  })
}

function toOutputLink(found: CollectedLink): z.output<typeof link> {
  const { title, relevance, sources, health } = found
  return {
    title: plainTitle(title),
    ...toOpenable(found),
    match: relevance,
    checked: dayOf(health?.checkedAt),
    sources: sources.slice(0, maxSources).map((name) => plainLine(name, 60)),
    source_count: sources.length,
  }
}

function formatLink(found: z.output<typeof link>, index: number): string {
  const { title, type, date, match, health } = found
  const about = formatFacts([type, date, match === 'text' ? 'not in title' : undefined, health])
  return `${index + 1}. ${title}${about}\n   ${formatAddress(found)}`
}

function toProblem({ kind, source, detail }: SearchWarning): z.output<typeof problem> {
  return { kind, source: source && plainLine(source, 60), detail: plainLine(detail, maxDetailLength) }
}

function tally(links: readonly CollectedLink[]): Partial<Record<CollectedLink['type'], number>> {
  const counts = cloudTypes.map((type) => [type, links.filter((link) => link.type === type).length] as const)
  return Object.fromEntries(counts.filter(([, many]) => many > 0))
}

type Head = Omit<z.output<z.ZodObject<typeof searchOutput>>, 'not_shown'>

/** The first lines of the text: what was found, how complete it is, and the first problems. */
function formatHead(head: Head, problems: readonly z.output<typeof problem>[], problemCount: number): string[] {
  const { keyword, total, complete, sources, works_total, dead_left_out, known_titles, note } = head
  const works = works_total === undefined ? '' : `${formatCount(works_total, 'work')} with `
  const kinds = Object.entries(head.by_type).map(([name, many]) => `${name} ${many}`)
  const sentences = [
    `“${plainLine(keyword, 200)}”: ${total === 0 ? 'nothing found' : `${works}${total} links (${kinds.join(', ')})`}.`,
    `${sources.answered} of ${sources.asked} sources responded, ${sources.failed} failed, ${sources.pending} pending.`,
    !complete && 'Incomplete: repeat the search in 30 s for more.',
    dead_left_out && `${dead_left_out} dead links dropped.`,
    known_titles && `Known titles: ${known_titles.join(' · ')}.`,
    note,
  ]
  const lines = problems.slice(0, maxProblemLines).map(({ source = 'search', detail }) => `- ${source}: ${detail}`)
  const hidden = problemCount - lines.length
  return [sentences.filter(Boolean).join(' '), ...lines, ...(hidden > 0 ? [`- and ${hidden} more`] : [])]
}
