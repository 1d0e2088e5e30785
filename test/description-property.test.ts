// Sends generated requests to every operation of the description: each answer conforms, and none is an internal error.
import fc from 'fast-check'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { bansResponse } from '../src/contract/bans.ts'
import { allowListResponse } from '../src/contract/monitoring.ts'
import { sourceSwitchesResponse } from '../src/contract/source-switches.ts'
import { requestsFor } from './kit/arbitrary-requests.ts'
import { caseCount } from './kit/case-count.ts'
import { type Described, type DescribedAnswer, described, flawOf, sent, sentAs, tokenOf } from './kit/described.ts'
import { newFolder } from './kit/disk.ts'
import { lockedBy, proofs, startWholeTrawl } from './kit/whole-trawl.ts'

const seed = Number(process.env.SEED ?? 20_261_122)
const rounds = caseCount(100)

const authorization = `Bearer ${proofs.adminToken}`
/** Operations that change access or contents: they run in sequence and are reverted at once. */
const changing = new Set(['allow', 'disallow', 'changeBans', 'switchSources'])
const operations = [...described.values()]
const together = operations.filter(({ operationId }) => !changing.has(operationId))
const apart = operations.filter(({ operationId }) => changing.has(operationId))

/** Whether an answer reports an upstream failure, by the described word. */
function isReportedFailure({ status, body }: DescribedAnswer): boolean {
  return [502, 503, 504].includes(status) && /"kind"|SERVICE_BUSY|SOURCE_DISABLED|too many log in/.test(body.toString())
}

function judged(operation: Described, asked: InjectOptions, received: DescribedAnswer): string | undefined {
  // An answer to HEAD has no words.
  const isReported = asked.method === 'HEAD' ? received.status !== 500 : isReportedFailure(received)
  if (received.status >= 500 && !isReported) return `${received.status}: ${received.body.toString().slice(0, 300)}`
  if (asked.method === 'HEAD')
    return String(received.status) in operation.responses ? undefined : `${received.status} to HEAD`
  return flawOf(operation, received)
}

type Tally = Map<string, Map<number, number>>

async function ask(app: FastifyInstance, operation: Described, asked: InjectOptions, tally: Tally): Promise<string[]> {
  const received = await sentAs(app, asked)
  const counts = tally.get(operation.operationId) ?? new Map<number, number>()
  tally.set(operation.operationId, counts.set(received.status, (counts.get(received.status) ?? 0) + 1))
  const flaw = judged(operation, asked, received)
  return flaw === undefined ? [] : [`${asked.method} ${String(asked.url).slice(0, 300)}: ${flaw}`]
}

async function putBack(app: FastifyInstance): Promise<void> {
  const headers = { authorization }
  const [list, bans] = ['/api/v1/security/ip-whitelist', '/api/v1/security/bans']
  const { whitelist } = allowListResponse.parse((await app.inject({ url: list, headers })).json())
  if (whitelist.length > 0) await sent(app, { method: 'delete', path: list, headers, body: { ips: whitelist } })
  const held = bansResponse.parse((await app.inject({ url: bans, headers })).json())
  const remove = held.bans.map(({ kind, value }) => ({ kind, value }))
  if (remove.length > 0) await sent(app, { method: 'post', path: bans, headers, body: { remove } })
  const sources = '/api/v1/security/sources'
  const { switchedOn, switchedOff } = sourceSwitchesResponse.parse((await app.inject({ url: sources, headers })).json())
  if (switchedOn.length + switchedOff.length > 0)
    await sent(app, { method: 'post', path: sources, headers, body: { on: switchedOff, off: switchedOn } })
}

test('whatever is asked is answered as it is described, and nothing breaks', { timeout: 300_000 }, async () => {
  const { app, errors } = await startWholeTrawl({ env: await lockedBy(), dataFolder: newFolder() })
  const tally: Tally = new Map()
  // The token of a user who logs out, and that of one who does not.
  const [other, token] = [await tokenOf(app, proofs.otherUser), await tokenOf(app)]
  const requestsOf = (all: readonly Described[]) =>
    fc.tuple(...all.map((operation) => requestsFor(operation, operation.operationId === 'logout' ? other : token)))
  const requests = fc.tuple(requestsOf(together), requestsOf(apart))
  await fc.assert(
    fc.asyncProperty(requests, async ([some, others]) => {
      const flaws = await Promise.all(together.map((operation, at) => ask(app, operation, some[at] ?? {}, tally)))
      for (const [at, operation] of apart.entries()) {
        flaws.push(await ask(app, operation, others[at] ?? {}, tally))
        await putBack(app)
      }
      expect(flaws.flat()).toEqual([])
    }),
    { seed, numRuns: rounds, endOnFailure: true },
  )
  const lines = [...tally].map(
    ([id, counts]) =>
      `${id} ${[...counts]
        .toSorted()
        .map(([status, count]) => `${status}×${count}`)
        .join(' ')}`,
  )
  const count = [...tally.values()].flatMap((counts) => [...counts.values()]).reduce((sum, one) => sum + one, 0)
  console.info(`${count} requests, seed ${seed}:\n${lines.join('\n')}`)
  expect(count).toBeGreaterThan(30 * rounds)
  expect([...tally.keys()].toSorted()).toEqual([...described.keys()].toSorted())
  expect(errors).toEqual([])
})
