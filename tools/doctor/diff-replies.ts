// Compares the replies of a sample with those received now; a few lines, the most significant first.
import { load } from 'cheerio'
import { decodeText } from '../../src/upstream/net/charset.ts'
import { printableUrl } from '../../src/upstream/net/request.ts'
import type { Exchange } from '../../test/kit/fixtures.ts'
import { extractJson } from '../extract-json.ts'
import type { RecordedExchange } from '../recording-transport.ts'
import { diffJson } from './diff-json.ts'
import { diffPage } from './diff-page.ts'

const maxLines = 6
const maxLineLength = 300

type SampleExchange = Pick<Exchange, 'method' | 'url' | 'status' | 'headers' | 'body'>

/**
 * Lists what the replies lack compared with the most similar sample: names of paths, elements and classes, never a value, which may be
 * secret. Empty if there is no sample, or none of its requests was made.
 */
export async function diffReplies(
  samples: readonly { readonly exchanges: readonly SampleExchange[] }[],
  recorded: readonly RecordedExchange[],
): Promise<string[]> {
  const paired = samples.map(({ exchanges }) => pairsOf(exchanges, recorded))
  const closest = paired.toSorted((one, other) => averageLikeness(other) - averageLikeness(one))[0] ?? []
  const lines: string[] = []
  for (const { before, now } of closest) {
    const where = closest.length > 1 ? `${printableUrl(new URL(now.url))}: ` : ''
    for (const change of await compareExchanges(before, now)) lines.push(`${where}${change}`.slice(0, maxLineLength))
  }
  return [...new Set(lines)].slice(0, maxLines)
}

interface Pair {
  readonly before: SampleExchange
  readonly now: RecordedExchange
  readonly likeness: number
}

function averageLikeness(pairs: readonly Pair[]): number {
  return pairs.reduce((sum, { likeness }) => sum + likeness, 0) / Math.max(1, pairs.length)
}

function pairsOf(exchanges: readonly SampleExchange[], recorded: readonly RecordedExchange[]): Pair[] {
  return exchanges.flatMap((before, at) => {
    const scored = recorded.map((now, index) => ({ before, now, likeness: likeness(before, now, at === index) }))
    const [best] = scored.toSorted((one, other) => other.likeness - one.likeness)
    return best && best.likeness > 0 ? [best] : []
  })
}

/** Similarity of two exchanges; 0 if they are unrelated. */
function likeness(before: SampleExchange, now: RecordedExchange, isSameIndex: boolean): number {
  const [one, other] = [new URL(before.url), new URL(now.url)]
  if (before.method !== now.method) return 0
  const indexBonus = isSameIndex ? 0.5 : 0
  if (one.pathname === other.pathname) return (one.host === other.host ? 4 : 3) + indexBonus
  if (pattern(one) === pattern(other)) return 2 + indexBonus
  return isSameIndex && (one.host === other.host || before.status === now.status) ? 1 : 0
}

/** A path with its variable parts (numbers, keywords) replaced. */
function pattern({ pathname }: URL): string {
  return pathname.replaceAll(/%[0-9a-f]{2}|\d+/gi, '#').replaceAll(/#+/g, '#')
}

async function compareExchanges(before: SampleExchange, now: RecordedExchange): Promise<string[]> {
  // If the recorded reply was an error and the new one is not, there is nothing to compare.
  if (before.status >= 400 && now.status < 300) return []
  if (before.status !== now.status) return [`answered ${now.status}, where the fixture has ${before.status}`]
  const bytes = await now.body()
  if (bytes === undefined) return ['the reply is incomplete or cannot be decompressed']
  const was = decodeOrUndefined(before.body, before.headers['content-type']?.toString())
  const is = decodeOrUndefined(bytes, now.headers['content-type'])
  if (was === undefined) return []
  return is === undefined ? ['the reply is not text'] : textChanges(was, is)
}

function decodeOrUndefined(bytes: Uint8Array, contentType: string | undefined): string | undefined {
  try {
    return decodeText(bytes, contentType)
  } catch {
    return undefined
  }
}

function textChanges(was: string, is: string): string[] {
  const [before, now] = [kindOf(was), kindOf(is)]
  if (before === 'nothing') return []
  if (before !== now) return [`was ${before}, is now ${now}`]
  if (before === 'a page') return [...diffPage(was, is, 'page'), ...scriptChanges(was, is)]
  if (before === 'a feed') return diffPage(was, is, 'feed')
  return before === 'JSON' ? diffJson(extractJson(was)?.value, extractJson(is)?.value) : []
}

function kindOf(text: string): 'nothing' | 'JSON' | 'a feed' | 'a page' | 'text' {
  const start = text.trimStart().slice(0, 1000)
  if (start === '') return 'nothing'
  if (/^<\?xml|^<(?:rss|feed|rdf:)/i.test(start)) return /<html\b/i.test(start) ? 'a page' : 'a feed'
  if (start.startsWith('<')) return 'a page'
  if (extractJson(text) !== undefined) return 'JSON'
  return /<(?:html|body|div|table)\b/i.test(text) ? 'a page' : 'text'
}

/** Compares JSON in scripts: many pages embed their list that way. */
function scriptChanges(was: string, is: string): string[] {
  const now = scriptsOf(is)
  return [...scriptsOf(was)].flatMap(([name, value]) =>
    now.has(name)
      ? diffJson(value, now.get(name)).map((change) => `${name}: ${change}`)
      : [`no script ${name} with data`],
  )
}

/** JSON in a page's scripts, by the script's id or the text before the JSON. */
function scriptsOf(page: string): ReadonlyMap<string, unknown> {
  const $ = load(page)
  const scripts = $('script')
    .get()
    .flatMap((element) => {
      const text = $(element).text()
      const data = extractJson(text)
      const name = element.attribs.id ?? text.slice(0, data?.start).trim().slice(0, 60)
      return data && name !== '' ? [[name, data.value] as const] : []
    })
  return new Map(scripts)
}
