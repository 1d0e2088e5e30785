// Sends the examples of every operation, changed at random: each answer conforms to the description, and none is an internal error.
import type { FastifyInstance, InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { mutate, oddTexts, pick, type Random } from '../bench/fuzz/mutate.ts'
import { type Example, examplesOf } from '../src/app/openapi/document.ts'
import { bansResponse } from '../src/contract/bans.ts'
import { allowListResponse } from '../src/contract/monitoring.ts'
import { sourceSwitchesResponse } from '../src/contract/source-switches.ts'
import { caseCount } from './kit/case-count.ts'
import { seeded } from './kit/clocks.ts'
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

const pieces = [
  ...oddTexts,
  ...'& = [] []= , "a" ["a", weibo demo_share quark 51 1e9 off'.split(' '),
  'a'.repeat(2_000),
]
const ids = ['weibo', 'zhihu', 'bilibili-hot-search', 'v2ex-hot', 'github-trending-today', 'nosuch']
/** Checks of links and passwords are slow; the tests of the examples cover them. */
const slow = new Set(['checkLinks', 'login'])

const manners: readonly Readonly<Record<string, string>>[] = [
  ...Array.from({ length: 6 }, () => ({})),
  ...[{ accept: 'text/html' }, { accept: 'text/event-stream' }, { accept: '*/*;q=nonsense' }, { 'if-none-match': '*' }],
  ...[{ 'last-event-id': 'end' }, { 'content-type': 'text/xml; charset=utf-16' }],
  { 'x-request-id': '<b>', 'x-forwarded-for': '192.0.2.1, nonsense' },
]

/** Half of the texts stay as they are. */
function changed(text: string, random: Random): string {
  return random() < 0.5 ? text : mutate(text, random, pieces)
}

function inUrl(text: string): string {
  return text.toWellFormed().replaceAll(/[^\x21-\x7e]|[#\\]/gu, encodeURIComponent)
}

function urlFor(
  { path, parameters }: Described,
  { path: inPath = {}, query = {} }: Partial<Example>,
  random: Random,
): string {
  const isExample = random() < 0.6
  // A path of dots would be another path.
  const partOf = (name: string) =>
    isExample && inPath[name] !== undefined
      ? encodeURIComponent(inPath[name])
      : inUrl(changed(pick(ids, random, ''), random)).replaceAll(/[/?]|^\.*$/g, '_')
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  const pairs = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
  )
  const more = random() < 0.3 ? [`${pick(names, random, 'x')}=${pick(pieces, random, '')}`] : []
  const all = inUrl(changed([...pairs, ...more].join('&'), random))
  // Streams wait this long between messages.
  const delay = names.includes('delay') ? '&delay=0' : ''
  return `${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => partOf(name))}?${all}${delay}`
}

/** Nine of ten requests have the credentials that the operation needs. */
function credentialsFor({ security }: Described, token: string, random: Random): Readonly<Record<string, string>> {
  const caller = pick<Record<string, string>>(
    [{ 'x-api-key': proofs.key }, { authorization: `Bearer ${proofs.key}` }, { authorization: `Bearer ${token}` }],
    random,
    {},
  )
  if (random() < 0.1) return pick([caller, {}, { authorization: 'Basic YTpi' }], random, {})
  return security.some((one) => 'adminToken' in one) ? { authorization } : caller
}

function requestFor(operation: Described, token: string, random: Random): InjectOptions {
  const { method, operationId, requestBody } = operation
  const example: Partial<Example> = pick<Partial<Example>>(examplesOf(operationId), random, {})
  const body = slow.has(operationId) ? {} : example.body
  const upper = method.toUpperCase()
  const getOrHead = random() < 0.1 ? 'HEAD' : 'GET'
  return {
    method: upper === 'POST' || upper === 'PUT' || upper === 'DELETE' ? upper : getOrHead,
    url: urlFor(operation, example, random),
    headers: { ...credentialsFor(operation, token, random), ...pick(manners, random, {}) },
    ...(requestBody ? { payload: changed(JSON.stringify(body ?? {}), random) } : {}),
  }
}

test('whatever is asked is answered as it is described, and nothing breaks', { timeout: 300_000 }, async () => {
  const { app, errors } = await startWholeTrawl({ env: await lockedBy(), dataFolder: newFolder() })
  const tally: Tally = new Map()
  // The token of a user who logs out, and that of one who does not.
  const [other, token] = [await tokenOf(app, proofs.otherUser), await tokenOf(app)]
  const random = seeded(seed)
  const send = (operation: Described) =>
    ask(app, operation, requestFor(operation, operation.operationId === 'logout' ? other : token, random), tally)
  for (let round = 0; round < rounds; round += 1) {
    const flaws = await Promise.all(together.map(send))
    for (const operation of apart) {
      flaws.push(await send(operation))
      await putBack(app)
    }
    expect(flaws.flat()).toEqual([])
  }
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
