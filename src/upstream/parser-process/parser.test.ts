// Large replies and files are parsed in a child process: same result, asked once, even if that process dies.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeParsing } from '../../../test/kit/parsing.ts'
import { answers, type Reply, scriptedServer } from '../../../test/kit/scripted-server.ts'

const megabyte = 1024 * 1024
const small = 'x'.repeat(1_000)
const large = 'x'.repeat(megabyte + 1)

/** Padded to exceed the size limit. */
function padded(text: string): string {
  return text.padEnd(megabyte + 1)
}

function elsewhere(said: unknown) {
  return { pid: expect.toSatisfy((pid) => pid !== process.pid), said }
}

function failed(kind: string, detail: unknown) {
  return { state: 'failed', failure: { kind, detail } }
}

/** A server that answers each path with its text. */
function site(bodies: Readonly<Record<string, string>>): Reply {
  return (response, heard) => answers(bodies[heard.path] ?? '')(response, heard)
}

async function makeSite(bodies: Readonly<Record<string, string>>) {
  const server = await scriptedServer([site(bodies)])
  const asked = () => server.heard.map(({ path }) => path)
  return { server, asked, urls: (...paths: string[]) => ({ urls: paths.map((path) => server.url(path)) }) }
}

const here = expect.objectContaining({ pid: process.pid })

describe('a body', () => {
  it('of any kind is read here when it is small, in the other process when it is large', async () => {
    const { ask } = makeParsing()
    const feed = '<rss><item><title>一</title></item></rss>'
    const ways = [
      ['text', small, large, 1_000, megabyte + 1],
      ['json', '{"rows":[{"n":1}]}', padded('{"rows":[{"n":1}]}'), 1, 1],
      ['html', '<b>1</b>', padded('<b>1</b><b>2</b>'), 1, 2],
      ['feed', feed, padded(feed), [1], [1]],
    ] as const
    for (const [way, one, other, saidOne, saidOther] of ways) {
      const { urls, asked } = await makeSite({ '/small': one, '/large': other })
      expect(await ask(way, urls('/small'))).toMatchObject({ items: [{ pid: process.pid, said: saidOne }] })
      expect(await ask(way, urls('/large'))).toMatchObject({ state: 'fresh', items: [elsewhere(saidOther)] })
      expect(asked()).toEqual(['/small', '/large'])
    }
  })

  it('that is wrong fails in the same words in both processes', async () => {
    const wrong = '{"rows":[{"n":"one"}]}'
    const { urls } = await makeSite({ '/small': wrong, '/large': padded(wrong) })
    const { ask } = makeParsing()
    const failure = { state: 'failed', failure: (await ask('json', urls('/small'))).failure }
    expect(failure).toMatchObject(failed('mismatch', expect.stringContaining('rows.0.n')))
    expect(await ask('json', urls('/large'))).toMatchObject(failure)
  })

  it('after others does not have these asked for again', async () => {
    const { urls, asked } = await makeSite({ '/a': small, '/b': large, '/c': large, '/d': small })
    const { ask } = makeParsing()
    const outcome = await ask('all', urls('/a', '/b', '/c', '/a', '/d'))
    expect(outcome).toMatchObject({ items: [elsewhere([1_000, megabyte + 1, megabyte + 1, 1_000, 1_000])] })
    expect(asked().sort()).toEqual(['/a', '/a', '/b', '/c', '/d'])
  })

  it('is no failure that a source could take for one', async () => {
    const { ask } = makeParsing()
    const ways = { catching: megabyte + 1, firstOf: String(megabyte + 1), some: [megabyte + 1] }
    for (const [way, said] of Object.entries(ways)) {
      const { urls, asked } = await makeSite({ '/large': large })
      const outcome = await ask(way, urls('/large'))
      expect(outcome).toMatchObject({ items: [elsewhere(said)] })
      expect(outcome.failure).toBeUndefined()
      expect(outcome).not.toMatchObject({ skippedUpstream: expect.anything() })
      expect(asked()).toEqual(['/large'])
    }
  })

  it('is parsed without blocking this process', async () => {
    const { urls } = await makeSite({ '/large': large })
    const { ask } = makeParsing()
    const folder = mkdtempSync(join(tmpdir(), 'trawl-parser-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const stopFile = join(folder, 'stop')
    const asked = ask('waits busily', { ...urls('/large'), stopFile })
    // It parses until this process stops it: within one process nothing could.
    const timer = setTimeout(() => writeFileSync(stopFile, ''), 1)
    expect(await asked.finally(() => clearTimeout(timer))).toMatchObject({ items: [elsewhere('stopped')] })
  })
})

describe('what happens in the other process', () => {
  it('is reported with the answer: missing parts and skipped upstreams', async () => {
    const server = await scriptedServer([
      (response, heard) => {
        if (heard.path === '/down') answers('', {}, 500)(response, heard)
        else answers(large)(response, heard)
      },
    ])
    const { ask } = makeParsing()
    const urls = ['/down', '/large'].map((path) => server.url(path))
    const failure = { kind: 'unavailable', detail: expect.stringContaining('500') }
    expect(await ask('some', { urls })).toMatchObject({ items: [elsewhere([megabyte + 1])], failure })
    expect(await ask('firstOf', { urls })).toMatchObject({
      items: [elsewhere(String(megabyte + 1))],
      skippedUpstream: failure,
    })
  })

  it('makes the host be let alone when the source reads there that it is to be', async () => {
    const { urls, asked } = await makeSite({ '/large': large })
    const { ask } = makeParsing()
    expect(await ask('blocked', urls('/large'))).toMatchObject(failed('blocked', `too many of ${megabyte + 1}`))
    expect(await ask('text', urls('/large'))).toMatchObject(failed('open', expect.anything()))
    expect(asked()).toEqual(['/large'])
  })

  it('is in the log when it is a bug', async () => {
    const { urls } = await makeSite({ '/large': large })
    const { ask, lines } = makeParsing()
    expect(await ask('throws a bug', urls('/large'))).toMatchObject(
      failed('mismatch', 'the source could not read the answer (TypeError)'),
    )
    expect(lines).toMatchObject([
      { err: { message: `of ${megabyte + 1}`, stack: expect.stringContaining('parser-sources') } },
    ])
  })

  it('is remembered in both, and made once', async () => {
    const { urls, asked } = await makeSite({ '/token': 'token', '/large': large, '/small': small })
    const { ask } = makeParsing()
    expect(await ask('remembering', urls('/token', '/large'))).toMatchObject({
      items: [elsewhere(['token', megabyte + 1])],
    })
    expect(await ask('remembering', urls('/token', '/small'))).toMatchObject({ items: [here] })
    expect(await ask('remembering', urls('/token', '/large'))).toMatchObject({
      items: [elsewhere(['token', megabyte + 1])],
    })
    expect(asked()).toEqual(['/token', '/large', '/small', '/large'])
  })

  it('makes what is remembered where that is made of a large body, for all who wait for it', async () => {
    const { urls, asked } = await makeSite({ '/token': large, '/small': small, '/other': small })
    const { ask } = makeParsing()
    const [one, other] = await Promise.all([
      ask('remembering', urls('/token', '/small')),
      ask('remembering', urls('/token', '/other')),
    ])
    expect(one).toMatchObject({ items: [elsewhere(['xxxxx', 1_000])] })
    expect(other).toMatchObject({ items: [{ said: ['xxxxx', 1_000] }] })
    expect(await ask('remembering', urls('/token', '/small'))).toMatchObject({ items: [here] })
    expect(asked().filter((path) => path === '/token').length).toBeLessThanOrEqual(2)
  })
})
