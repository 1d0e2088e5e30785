// Fixtures of link checks: for each cloud the requests, the replies and the expected verdict of each share.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type Exchange, exchanges, origin } from './fixtures.ts'

const shape = z.object({
  origin,
  /** Environment variables of the source. */
  settings: z.record(z.string(), z.string()).default({}),
  now: z.iso.datetime(),
  cases: z
    .array(
      z.object({
        /** Describes the share. */
        name: z.string(),
        share: z.object({ code: z.string(), password: z.string().default(''), url: z.url() }),
        state: z.enum(['ok', 'bad', 'locked', 'uncertain']),
        exchanges,
      }),
    )
    .min(6),
})

/** A share of a cloud and its expected verdict. */
interface Case extends Omit<z.infer<typeof shape>['cases'][number], 'exchanges'> {
  readonly exchanges: readonly Exchange[]
}

export interface CheckFixture extends Omit<z.infer<typeof shape>, 'cases'> {
  readonly cloud: string
  readonly cases: readonly Case[]
}

/** Reads the fixtures of all checks, keyed by folder name (the cloud). @throws when a fixture is malformed. */
export function readCheckFixtures(): CheckFixture[] {
  const root = join(import.meta.dirname, '../../fixtures/checks')
  return readdirSync(root).map((cloud) => {
    const read = (file: string) => readFileSync(join(root, cloud, file))
    const { cases, ...fixture } = shape.parse(JSON.parse(read('fixture.json').toString()))
    const whole = (one: (typeof cases)[number]): Case => ({
      ...one,
      exchanges: one.exchanges.map((exchange) => ({ ...exchange, body: read(exchange.body) })),
    })
    return { ...fixture, cloud, cases: cases.map(whole) }
  })
}
