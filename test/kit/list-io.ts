// Hot lists and their shared site code over a function in place of the site; everything above the wire is real, and time stands.
import { readdirSync } from 'node:fs'
import { parse } from 'node:path'
import { buildLists } from '../../src/hotlist/build-lists.ts'
import { importFamily, listsFolder } from '../../src/hotlist/family-files.ts'
import type { AskIo } from '../../src/upstream/ask/io.ts'
import type { Transport } from '../../src/upstream/net/transport.ts'
import type { WireRequest } from '../../src/upstream/net/wire.ts'
import { createIo, makeAsk, makeClock, makeKeeping, makeWire } from './wire.ts'

/** One request to the site; `sent` is its body. */
interface Asked extends Pick<WireRequest, 'url' | 'headers'> {
  readonly sent: string | undefined
}

/**
 * Stands for the site. A string is a page, a number a status, undefined is 404, an object with `setCookies` is an empty
 * page that sets them, anything else is JSON.
 */
type Answering = (asked: Asked) => unknown

interface Site {
  /** Begins an ask; values remembered in earlier asks remain. */
  begin(): AskIo
  /** Every request so far. */
  readonly asked: readonly Asked[]
  readonly clock: ReturnType<typeof makeClock>
}

/**
 * Creates a site; the clock stands at `start` until it is moved. An exchange has one attempt and follows no redirect.
 */
export function makeSite(answer: Answering, start?: number): Site {
  const clock = makeClock(start)
  const asked: Asked[] = []
  const send: Transport['send'] = async ({ url, headers, body: sent }) => {
    const one = { url, headers, sent }
    asked.push(one)
    const { status = 200, body = '', setCookies = [] } = replyOf(answer(one))
    return { status, headers: {}, setCookies, body: inOne(Buffer.from(body)), discard: () => undefined }
  }
  const real = makeWire({ epochMs: clock.epochMs })
  const wire = { ...real, transport: { ...real.transport, send } }
  const keeping = { source: 'list', ...makeKeeping(wire) }
  return { begin: () => createIo(makeAsk({ attempts: 1 }), wire, keeping), asked, clock }
}

interface Reply {
  readonly status?: number
  readonly body?: string
  readonly setCookies?: readonly string[]
}

function replyOf(made: unknown): Reply {
  if (made === undefined) return { status: 404 }
  if (typeof made === 'number') return { status: made }
  if (typeof made === 'string') return { body: made }
  return hasCookies(made) ? made : { body: JSON.stringify(made) }
}

function hasCookies(made: unknown): made is Pick<Reply, 'setCookies'> {
  return typeof made === 'object' && made !== null && 'setCookies' in made
}

async function* inOne(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body
}

/**
 * Runs the list `id` of a source file's default export against a site. Each call of `ask` is a separate ask with these
 * environment variables; it returns the items, the omitted rows and reused answers.
 */
export function makeAskingList(exported: unknown, id: string, answer: Answering, start?: number) {
  const { begin, asked, clock } = makeSite(answer, start)
  const ask = async (env: Readonly<Record<string, string>> = {}) => {
    const list = buildLists(familyOf(id), exported, env).find((one) => one.id === id)
    if (!list) throw new Error(`the family has no list ${id}`)
    const { io, partialFailure, skippedUpstream } = begin()
    const items = await list.source.ask({}, io)
    return { items, ids: items.map((item) => item.id), lacking: partialFailure(), bypassed: skippedUpstream() }
  }
  return { ask, asked, sent: () => asked.map(({ url }) => url.href), clock }
}

/** A built-in family by the name of its file, for `makeAskingList`. */
export function builtInFamily(name: string): Promise<unknown> {
  return importFamily(listsFolder, name, (_name, family) => family)
}

/** Like `makeAskingList`, for a built-in list. */
export async function makeAskingBuiltIn(id: string, answer: Answering, start?: number) {
  return makeAskingList(await builtInFamily(familyOf(id)), id, answer, start)
}

const families = readdirSync(listsFolder).map((file) => parse(file).name)

/** The source file of a list: the longest file name that is a prefix of its id. */
function familyOf(id: string): string {
  const near = families.filter((name) => id === name || id.startsWith(`${name}-`))
  return near.toSorted((one, other) => other.length - one.length)[0] ?? id
}
