// Sends every example of the description to the whole service; the answers and the example answers match the description.
import type { FastifyInstance } from 'fastify'
import { expect, test, vi } from 'vitest'
import { type Example, examplesOf } from '../src/app/openapi/document.ts'
import { operations } from '../src/app/routes.ts'
import type { Operation } from '../src/contract/operation.ts'
import { type Described, described, flawOf, sent, tokenOf } from './kit/described.ts'
import { newFolder } from './kit/disk.ts'
import { lockedBy, proofs, startWholeTrawl } from './kit/whole-trawl.ts'

const all = operations.flatMap((operation) => examplesOf(operation.id).map((example) => ({ operation, example })))

function reportedOf({ id }: Operation): Described {
  const reported = described.get(id)
  if (!reported) throw new Error(`${id} is not described`)
  return reported
}

/** They need access that no setting decides; test/owner.test.ts and test/private.test.ts send them. */
const withoutSettings = new Set(['setOwner', 'changeOwnerPassword', 'putUser', 'removeUser'])

/** Data that some of the examples require. */
const before: Readonly<Record<string, string>> = { disallow: 'allow' }

interface Asking {
  readonly app: FastifyInstance
  readonly token: string
}

function headersFor({ access }: Operation, { headers = {} }: Example, token: string): Record<string, string> {
  if (access === 'token') return { authorization: `Bearer ${token}`, ...headers }
  if (access === 'callers') return { 'x-api-key': proofs.key, ...headers }
  if (access === 'reader' || access === 'reports' || access === 'administrator')
    return { authorization: `Bearer ${proofs.adminToken}`, ...headers }
  return { ...headers }
}

async function answered({ app, token }: Asking, operation: Operation, example: Example) {
  const { method, path } = operation
  const { path: inPath, query, body } = example
  return sent(app, { method, path, inPath, query, body, headers: headersFor(operation, example, token) })
}

/** The moment that the examples show. */
const timeOfExamples = Date.UTC(2026, 10, 21, 8)

/** Requests the list whose history the examples show; returns the id of an item when it is recorded. */
async function recordedItem(app: FastifyInstance): Promise<string> {
  const get = (path: string) => app.inject({ url: `/api/v1/sources/${path}`, headers: { 'x-api-key': proofs.key } })
  const list = await get('weibo')
  await vi.waitFor(async () => expect((await get(`weibo/at?time=${timeOfExamples}`)).statusCode).toBe(200))
  return list.json().data[0].id
}

test('every operation has an example, and each example its own name', () => {
  for (const { id } of operations) {
    const examples = examplesOf(id)
    expect(examples.length, id).toBeGreaterThan(0)
    expect(new Set(examples.map(({ name }) => name)).size, id).toBe(examples.length)
  }
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
})

test('each example is answered as it is described', async () => {
  const options = { env: await lockedBy(), dataFolder: newFolder(), epochMs: () => timeOfExamples }
  const { app, errors } = await startWholeTrawl(options)
  const asking = { app, token: await tokenOf(app) }
  const item = await recordedItem(app)
  const wrong: string[] = []
  for (const { operation, example } of all.filter((one) => !withoutSettings.has(one.operation.id))) {
    for (const first of operations.filter(({ id }) => id === before[operation.id]))
      for (const other of examplesOf(first.id)) await answered(asking, first, other)
    const query = example.query?.item === undefined ? example.query : { ...example.query, item }
    const answer = await answered(asking, operation, { ...example, query })
    const expected = example.status ?? operation.answers[0]?.status
    const name = `${operation.id} ${example.name}`
    if (answer.status !== expected)
      wrong.push(`${name}: ${answer.status}, not ${expected}: ${answer.body.toString().slice(0, 200)}`)
    const flaw = flawOf(reportedOf(operation), answer)
    if (flaw) wrong.push(`${name}: ${flaw}`)
  }
  expect(wrong).toEqual([])
  expect(errors).toEqual([])
})

test('what each example shows as an answer is one', () => {
  const wrong = all.flatMap(({ operation, example }) => {
    if (example.answer === undefined) return []
    const { answers } = operation
    const status = example.status ?? answers[0]?.status ?? 200
    const answer = answers.find((one) => one.status === status && (!example.type || one.type === example.type))
    const type = answer?.type ?? 'application/json'
    const flaw = flawOf(reportedOf(operation), {
      status,
      type,
      body: Buffer.from(textOf(example.answer, answer?.stream)),
    })
    return flaw ? [`${operation.id} ${example.name}: ${flaw}`] : []
  })
  expect(wrong).toEqual([])
})

function textOf(answer: unknown, stream: 'events' | 'lines' | undefined): string {
  if (typeof answer === 'string') return answer
  if (!stream || !Array.isArray(answer)) return JSON.stringify(answer)
  if (stream === 'lines') return answer.map((message) => JSON.stringify(message)).join('\n')
  return answer.map(eventText).join('')
}

function eventText({ event, data }: { readonly event?: string; readonly data: unknown }): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`
}
