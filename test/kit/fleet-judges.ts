// Judges the answers of a load, and collects the shares and bans in them, which must not be lost.
import { z } from 'zod'
import { searchResponse } from '../../src/contract/search.ts'
import type { Reply } from './fleet.ts'

/** The replica that reported a share first, and when (epoch milliseconds). */
interface Told {
  readonly replica: string
  readonly at: number
}

/** Each function checks an answer and returns what is wrong with it. */
export interface Judged {
  search(kw: string, replica: string, reply: Reply): string | undefined
  stream(reply: Reply): string | undefined
  list(reply: Reply): string | undefined
  batch(reply: Reply): string | undefined
  /** Returns a word that no post contains. */
  nextBan(): { readonly kind: 'word'; readonly value: string }
  banned(word: string, reply: Reply): string | undefined
  /** Shares of all answers, by key. */
  readonly shares: ReadonlyMap<string, Told>
  /** Banned words that a client got a confirmation for. */
  readonly bans: ReadonlySet<string>
}

const noError = { error: z.undefined({ error: 'a failure is told' }).optional() }
const list = z.looseObject({ count: z.int().positive(), ...noError })
const batch = z.looseObject({ results: z.array(z.looseObject({ success: z.literal(true), ...noError })).min(1) })
const streamEnd = z.looseObject({ sources: z.looseObject({ asked: z.int(), failed: z.int(), pending: z.int() }) })

/** Creates judges that have seen no answers. */
export function createJudges(): Judged {
  const shares = new Map<string, Told>()
  /**
   * Links of answers to which the archive added none. What only the archive has, a later answer need not have: the archive may be away, and a
   * cached answer may lack for a minute what another search has found meanwhile (decision 29).
   */
  const linksOf = new Map<string, ReadonlySet<string>>()
  const bans = new Set<string>()
  let bansBegun = 0

  return {
    ...{ shares, bans },
    search(kw, replica, reply) {
      const read = readSearch(reply)
      if (typeof read === 'string') return read
      for (const key of read.keys) if (!shares.has(key)) shares.set(key, { replica, at: Date.now() })
      const before = linksOf.get(kw) ?? new Set()
      const lost = before.difference(read.keys)
      if (read.archived === 0) linksOf.set(kw, before.union(read.keys))
      return lost.size === 0
        ? undefined
        : `${lost.size} of ${before.size} links for ${kw} that were there before are not`
    },
    stream(reply) {
      if (reply.status !== 200) return refusal(reply)
      const end = /^event: end\n(?:id: .*\n)?data: (.*)$/m.exec(reply.text)?.[1]
      if (end === undefined) return 'a stream without an end'
      const { sources } = streamEnd.parse(JSON.parse(end))
      return sources.failed + sources.pending === 0 ? undefined : `a stream lacks ${JSON.stringify(sources)}`
    },
    list: (reply) => (reply.status === 200 ? misfit(list, reply) : refusal(reply)),
    batch: (reply) => (reply.status === 200 ? misfit(batch, reply) : refusal(reply)),
    nextBan: () => ({ kind: 'word', value: `nobody writes this ${++bansBegun}` }),
    banned(word, reply) {
      if (reply.status !== 200) return refusal(reply)
      bans.add(word)
      return undefined
    },
  }
}

/** The keys of the links in an answer and how many only the archive has, or a description of what is wrong with it. */
function readSearch(reply: Reply): { readonly keys: ReadonlySet<string>; readonly archived: number } | string {
  if (reply.status !== 200) return refusal(reply)
  const { data, meta, warnings } = searchResponse.parse(JSON.parse(reply.text))
  const { failed: failures, pending } = meta.sources
  if (failures + pending > 0) return `a search lacks ${JSON.stringify(warnings).slice(0, 300)}`
  const links = 'merged_by_type' in data ? Object.values(data.merged_by_type).flat() : []
  return { keys: new Set(links.flatMap(({ key }) => key ?? [])), archived: meta.archive?.links ?? 0 }
}

function refusal({ status, text }: Reply): string {
  return `${status}: ${text.slice(0, 200)}`
}

function misfit(shape: z.ZodType, { text }: Reply): string | undefined {
  const issue = shape.safeParse(JSON.parse(text)).error?.issues[0]
  return issue && `${issue.path.join('.')}: ${issue.message}: ${text.slice(0, 200)}`
}
