// The tool `check_links`.
import { z } from 'zod'
import type { CheckResult } from '../../../client/client.ts'
import { formatMinute, isoTime, listOutput, plainLine, plainUrl } from '../output.ts'
import { count, tool } from '../tool.ts'
import { parseValue } from '../tool-arguments.ts'
import { healthByState } from './search-output.ts'

const description = `Checks with the cloud drives whether share links still work. Use it before recommending links that search_links reports as "unchecked", or for links that the user provides. Takes up to 10 seconds. Does not open or save the shared files.

Returns for each link "alive", "dead", "locked" (it exists, but the access code is missing or wrong), "unsupported" (this kind of link cannot be checked: magnet, ed2k, some drives) or "uncertain" (the drive gave no clear answer; check again later and do not call it dead).`

const maxLinks = 50
const linksAllowed = `must be a list of 1 to ${maxLinks} objects with a url`
const urlAllowed = 'must be a URL of 1 to 2048 characters'

/** Some models send plain URLs instead of objects. */
function readLinks(sent: unknown): unknown {
  const list = typeof sent === 'string' && !sent.trim().startsWith('[') ? [sent] : parseValue(sent)
  return Array.isArray(list) ? list.map((entry) => (typeof entry === 'string' ? { url: entry } : entry)) : list
}

const link = z.object(
  {
    url: z.string({ error: urlAllowed }).trim().min(1, urlAllowed).max(2_048, urlAllowed),
    code: z
      .preprocess((sent) => sent ?? undefined, z.string().max(100).optional())
      .optional()
      .describe('The access code (提取码), if there is one.'),
  },
  { error: linksAllowed },
)
const health = z.enum(['alive', 'dead', 'locked', 'unsupported', 'uncertain'])
const checked = z.strictObject({
  url: z.string(),
  health,
  summary: z.string().describe("The drive's answer, in a few words."),
  checked: z.string().optional().describe('When the drive was checked, ISO 8601.'),
})
type Checked = z.output<typeof checked>

export const checkLinksTool = tool({
  name: 'check_links',
  title: 'Check links',
  description,
  isOpenWorld: true,
  input: {
    links: z.preprocess(
      readLinks,
      z
        .array(link, { error: linksAllowed })
        .min(1, linksAllowed)
        .max(maxLinks, linksAllowed)
        .describe(`1 to ${maxLinks} links: [{"url": "https://pan.quark.cn/s/…", "code": "abcd"}].`),
    ),
  },
  output: {
    results: z.array(checked).describe('In the order of `links`.'),
    counts: z.partialRecord(health, count),
    not_shown: count,
  },
  async run({ links }, { client, signal }) {
    const items = links.map(({ url, code }) => ({ url, ...(code ? { password: code } : {}) }))
    const { results } = await client.check(items, { signal })
    const all = results.map(toChecked)
    const counts: Partial<Record<Checked['health'], number>> = {}
    for (const { health: found } of all) counts[found] = (counts[found] ?? 0) + 1
    const tally = Object.entries(counts).map(([name, many]) => `${many} ${name}`)
    return listOutput({
      entries: all,
      total: all.length,
      content: (shown, not_shown) => ({ results: shown, counts, not_shown }),
      head: [`${tally.join(', ')}.`],
      line: ({ url, health: found, summary, checked: at }) =>
        `- ${found.toUpperCase()} ${url} (${summary}${at === undefined ? '' : `, ${formatMinute(at)}`})`,
      hint: 'check fewer links at once',
    })
  },
})

function toChecked({ url, state, summary, checked_at: at }: CheckResult): Checked {
  const hasVerdict = state === 'ok' || state === 'bad' || state === 'locked'
  const checked = hasVerdict && at > 0 ? isoTime(at) : undefined
  return {
    url: plainUrl(url),
    health: state === 'ok' || state === 'bad' ? healthByState[state] : state,
    summary: plainLine(summary, 120),
    checked,
  }
}
