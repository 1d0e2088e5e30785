// Known weaknesses of the locked packages, as the registry knows them.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod'
import allowed from './allowed.json' with { type: 'json' }

const root = join(import.meta.dirname, '../..')

const advisory = z.object({ url: z.string(), title: z.string(), severity: z.string() })
const report = z.object({
  // A string names another package of the report.
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([z.string(), advisory])) })),
})
const refusal = z.object({ message: z.string().default('no reason given'), statusCode: z.number().optional() })

/** The answer of the registry: advisories that allowed.json does not explain, or why it said nothing. */
export type Audit =
  | { readonly isDone: true; readonly explained: number; readonly unexplained: readonly string[] }
  | { readonly isDone: false; readonly reason: string }

export function audit(): Audit {
  const { stdout } = spawnSync('npm', ['audit', '--json'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  const answer: unknown = JSON.parse(stdout)
  const read = report.safeParse(answer)
  if (!read.success) {
    const { message, statusCode } = refusal.parse(answer)
    return { isDone: false, reason: statusCode === undefined ? message : `the registry answers ${statusCode}` }
  }
  const found = Object.entries(read.data.vulnerabilities).flatMap(([name, { via }]) =>
    via.flatMap((one) => (typeof one === 'string' ? [] : [{ ...one, name }])),
  )
  const isExplained = ({ url }: { url: string }) => url in allowed.advisories
  const unexplained = found.filter((one) => !isExplained(one))
  return {
    isDone: true,
    explained: found.length - unexplained.length,
    unexplained: unexplained.map(({ name, severity, title, url }) => `${name}: ${severity}, ${title}, ${url}`),
  }
}
