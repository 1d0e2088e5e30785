// Writes a fixture's folder atomically: first next to its place, then moved there when the check passes.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { DraftExchange } from './draft.ts'

/** A fixture before it is written. */
export interface Draft {
  readonly origin: string
  readonly source: string
  /** The query of a search source; lists have none. */
  readonly query?: { readonly kw: string; readonly ext: Readonly<Record<string, unknown>> }
  readonly settings: Readonly<Record<string, string>>
  readonly now: string
  readonly exchanges: readonly DraftExchange[]
  readonly items: readonly unknown[]
  /** The declaration of the source in an operator's file. */
  readonly declaration: string | undefined
}

/** Writes the draft to `folder` and replaces its contents when `isGood` accepts it. @throws what `isGood` throws. */
export async function writeFolder(
  folder: string,
  draft: Draft,
  isGood: (folder: string) => Promise<void>,
): Promise<void> {
  const place = resolve(folder)
  const aside = (what: string) => join(dirname(place), `.${basename(place)}.${what}-${process.pid}`)
  const [fresh, old] = [aside('new'), aside('old')]
  try {
    mkdirSync(fresh, { recursive: true })
    for (const [name, content] of filesOf(draft)) writeFileSync(join(fresh, name), content)
    await isGood(fresh)
    if (existsSync(place)) renameSync(place, old)
    renameSync(fresh, place)
    rmSync(old, { recursive: true, force: true })
  } finally {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(place) && existsSync(old)) renameSync(old, place)
  }
}

function filesOf(draft: Draft): [string, string | Uint8Array][] {
  const { origin, source, query, settings, now, items, declaration } = draft
  const names = namesOf(draft.exchanges)
  const exchanges = draft.exchanges.map(({ body: _body, sent, ...exchange }, at) => {
    const { method, url, request, status, headers } = exchange
    return {
      ...(method === 'GET' ? {} : { method }),
      url,
      ...(request === undefined ? {} : { request }),
      ...(Object.keys(sent).length === 0 ? {} : { sent }),
      status,
      headers,
      body: names[at],
    }
  })
  const fixture = {
    origin,
    source,
    ...(query ? { query } : {}),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
    now,
    exchanges,
  }
  return [
    ['fixture.json', `${JSON.stringify(fixture, null, 2)}\n`],
    ['expected.json', `${JSON.stringify(items, null, 2)}\n`],
    ...draft.exchanges.map(({ body }, at): [string, Uint8Array] => [names[at] ?? '', body]),
    ...(declaration === undefined ? [] : [['sources.yaml', declaration] as [string, string]]),
  ]
}

/** A file name for each body, by position and content type. */
function namesOf(exchanges: readonly DraftExchange[]): string[] {
  return exchanges.map(({ body }, at) => `${exchanges.length === 1 ? 'reply' : `reply-${at + 1}`}.${endingOf(body)}`)
}

function endingOf(body: Uint8Array): string {
  const start = Buffer.from(body.subarray(0, 500)).toString('latin1').trimStart()
  if (/^[{[]/.test(start)) return 'json'
  if (/^<\?xml|^<(?:rss|feed)/i.test(start)) return /<html/i.test(start) ? 'html' : 'xml'
  if (start.startsWith('<')) return 'html'
  return /^[\w.$]+\s*(?:[(=]|&&)/.test(start) ? 'js' : 'txt'
}

/** All files of a folder as Latin-1 text. */
export function textsIn(folder: string): string[] {
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
}
