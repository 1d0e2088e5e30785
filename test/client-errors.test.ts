// Tests the client's failures: errors of the service, foreign pages, interrupted answers, no server.
import { describe, expect, it } from 'vitest'
import { createClient, TrawlError } from '../client/client.ts'
import { answers, hangs, hangsUp, type Reply, scriptedServer } from './kit/scripted-server.ts'
import { freePort } from './kit/servers.ts'

const json = { 'content-type': 'application/json; charset=utf-8' }

/** A client of a server with these replies, under a path of its host. */
async function clientOf(...replies: readonly Reply[]) {
  const server = await scriptedServer(replies)
  const url = server.url('/trawl')
  return { server, url, client: createClient({ url: `${url}/` }) }
}

/** The error that a promise rejects with. @throws when it is not a TrawlError. */
async function failureOf(asked: Promise<unknown>): Promise<TrawlError> {
  const error: unknown = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof TrawlError) return error
  throw new Error(`no TrawlError: ${error}`)
}

/** Starts an answer of this type with this text, then drops the connection, or ends it normally. */
function begins(type: string, text: string, isCut: boolean): Reply {
  return (response) => {
    response.writeHead(200, { 'content-type': type })
    response.write(text)
    if (isCut) setImmediate(() => response.destroy())
    else response.end()
  }
}

describe('a refusal', () => {
  it('of the search has the message of the service', async () => {
    const { client } = await clientOf(answers('{"code":400,"message":"kw: is missing"}', json, 400))
    expect(await failureOf(client.search({ kw: '' }))).toMatchObject({
      status: 400,
      message: 'kw: is missing',
      code: undefined,
    })
  })

  it('of a list has its code and details', async () => {
    const error = { code: 'RATE_LIMITED', message: 'too many requests', details: { limit: 60 } }
    const body = { apiVersion: '1.0', timestamp: 1, error, statusCode: 429, message: error.message }
    const { client } = await clientOf(answers(JSON.stringify(body), { ...json, 'retry-after': '17' }, 429))
    expect(await failureOf(client.list('weibo'))).toMatchObject({
      ...{ status: 429, code: 'RATE_LIMITED', message: 'too many requests', retryAfterS: 17, details: { limit: 60 } },
    })
  })

  it('of a login is unchanged, one for a missing key says what to do', async () => {
    const wrong = '{"code":401,"message":"login: wrong","error":"login: wrong"}'
    const { client } = await clientOf(answers(wrong, json, 401), answers('{"code":401,"message":"who?"}', json, 401))
    expect((await failureOf(client.login('a', 'b'))).message).toBe('login: wrong')
    expect((await failureOf(client.search({ kw: 'a' }))).message).toMatch(/^who\? .*createClient\(\{ url, key \}\)/)
  })

  it('has the time to retry in seconds by the clock of the server', async () => {
    const date = 'Fri, 20 Nov 2026 12:00:00 GMT'
    const busy = answers(
      '{"code":503,"message":"busy"}',
      { ...json, date, 'retry-after': 'Fri, 20 Nov 2026 12:01:30 GMT' },
      503,
    )
    const { client } = await clientOf(
      busy,
      answers('{"code":503,"message":"busy"}', { ...json, 'retry-after': 'soon' }, 503),
    )
    expect(await failureOf(client.health())).toMatchObject({ status: 503, retryAfterS: 90 })
    expect((await failureOf(client.health())).retryAfterS).toBeUndefined()
  })
})

describe('what is no answer of Trawl', () => {
  const page = '<!doctype html><style>b{}</style><title>502</title>\n<h1>Bad Gateway</h1>'

  it('a proxy’s page is reported with its status and text', async () => {
    const { client, url } = await clientOf(answers(page, { 'content-type': 'text/html' }, 502))
    expect(await failureOf(client.search({ kw: 'a' }))).toMatchObject({
      ...{ status: 502, message: `${url} answered 502 with a body that is not from Trawl: “502 Bad Gateway”` },
    })
  })

  it.each([
    [
      'a page with status 200',
      answers(page),
      /did not answer with JSON; is it a Trawl server\? It sent: “502 Bad Gateway”/,
    ],
    ['nothing', answers(''), /It sent: nothing/],
    ['a number', answers('5'), /It sent: “5”/],
    ['a very long text', answers('网'.repeat(9_000)), /It sent: “网{120}…”/],
  ])('%s is told too', async (_name, reply, message) => {
    const { client } = await clientOf(reply)
    expect(await failureOf(client.health())).toMatchObject({ status: 0, message: expect.stringMatching(message) })
  })

  it('in place of a stream as well', async () => {
    const { client } = await clientOf(answers(page, { 'content-type': 'text/html' }))
    expect((await failureOf(client.searchEvents({ kw: 'a' }).next())).message).toMatch(/Bad Gateway/)
    expect((await failureOf(client.listEvents(['weibo']).next())).message).toMatch(/Bad Gateway/)
  })
})

describe('nobody there', () => {
  it('is a TrawlError of status 0 with the reason and its cause', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    const error = await failureOf(createClient({ url }).search({ kw: 'a' }))
    expect(error).toMatchObject({
      status: 0,
      message: expect.stringMatching(/could not be reached: connect ECONNREFUSED/),
    })
    expect(error.cause).toBeInstanceOf(Error)
    expect((await failureOf(createClient({ url }).listEvents(['a']).next())).status).toBe(0)
  })

  it('a connection that is hung up on is the same', async () => {
    const { client } = await clientOf(hangsUp)
    expect((await failureOf(client.version())).message).toMatch(/could not be reached: other side closed/)
  })
})

describe('an answer that breaks off', () => {
  it('says so', async () => {
    const { client } = await clientOf(begins('application/json', '{"code":0,', true))
    expect(await failureOf(client.search({ kw: 'a' }))).toMatchObject({
      status: 0,
      message: expect.stringMatching(/was interrupted/),
    })
  })

  const start = 'event: start\ndata: {"sources":[]}\n\n'
  const stream = (more: string, isCut = false) => begins('text/event-stream', start + more, isCut)
  const error = 'event: error\ndata: {"code":500,"message":"internal error"}\n\n'
  it.each([
    ['is cut', stream('', true), /was interrupted: (?:other side closed|terminated)/],
    ['ends without end', stream(''), /was interrupted: the stream ended before the search did/],
    ['cannot be read', stream('event: end\ndata: {"a\n\n'), /it contains invalid data/],
    ['tells an error', stream(error), /^internal error$/],
  ])('a search that %s tells what there was, and then that', async (_name, reply, message) => {
    const { client } = await clientOf(reply)
    const events = client.searchEvents({ kw: 'a' })
    expect((await events.next()).value).toEqual({ event: 'start', data: { sources: [] } })
    expect((await failureOf(events.next())).message).toMatch(message)
  })

  const lines = 'application/x-ndjson'
  const begun = '{"type":"start","sourceId":"a","data":[],"total":0}\n'
  const ended = '{"type":"end","sourceId":"a","data":[],"total":0}\n'
  const otherEnded = ended.replace('"a"', '"b"')
  const bug = '{"type":"error","sourceId":"*","data":[],"total":0,"error":{"kind":"internal","message":"oh"}}\n'
  it.each([
    ['before all is told', {}, begun, /before these lists were complete: a, b/],
    ['before one is begun', {}, begun + ended, /before these lists were complete: b/],
    ['midway in a line', {}, `${begun}{"type":"da`, /it contains invalid data/],
    ['by a bug', {}, begun + bug, /^oh$/],
    ['while it is followed', { follow: true }, begun + ended + otherEnded, /server stopped; reconnect/],
  ])('lists that end %s tell what there was, and then that', async (_name, query, text, message) => {
    const { client } = await clientOf(begins(lines, text, false))
    const received: unknown[] = []
    const reading = async () => {
      for await (const message of client.listEvents(['a', ' b'], query)) received.push(message)
    }
    expect((await failureOf(reading())).message).toMatch(message)
    expect(received.length).toBeGreaterThan(0)
  })

  it('lists that are named in one id are waited for one by one', async () => {
    const all = begun + ended + begun.replace('"a"', '"b"') + otherEnded
    const { client } = await clientOf(begins(lines, all, false), begins(lines, begun + ended, false))
    expect(await Array.fromAsync(client.listEvents(['a,b']))).toHaveLength(4)
    expect((await failureOf(Array.fromAsync(client.listEvents(['a，b'])))).message).toMatch(
      /before these lists were complete: b$/,
    )
  })

  it('following lists that can never change ends as it should', async () => {
    const unknown =
      '{"type":"error","sourceId":"a","data":[],"total":0,"error":{"kind":"unknown","message":"no such"}}\n\n'
    const { client } = await clientOf(begins(lines, unknown, false))
    expect(await Array.fromAsync(client.listEvents(['a'], { follow: true }))).toHaveLength(1)
  })
})

describe('a signal', () => {
  it('ends whatever is asked, with its reason', async () => {
    const { client, server } = await clientOf(hangs)
    const leaving = new AbortController()
    const asked = [
      client.search({ kw: 'a' }, leaving),
      client.searchEvents({ kw: 'a' }, leaving).next(),
      client.check([{ url: 'a' }], leaving),
    ]
    await server.until(3)
    leaving.abort(new Error('enough'))
    for (const one of asked) await expect(one).rejects.toThrow('enough')
    for (const { over } of server.heard) await over
  })
})

describe('createClient', () => {
  it.each([
    ['localhost:8888', /^url: must be the address of a Trawl server/],
    ['/trawl', /, not "\/trawl"/],
    ['http://a:b@host', /must not contain a user name or password/],
  ])('does not take %s for an address', (url, message) => {
    expect(() => createClient({ url })).toThrow(message)
  })

  it.each(['', '.', '..'])('does not ask for the list %j, which would be the address of something else', async (id) => {
    const { client, server } = await clientOf(answers('{}', json))
    await expect(client.list(id)).rejects.toThrow(TypeError)
    expect(server.heard).toEqual([])
  })

  it('does not take a key that cannot be sent', () => {
    expect(() => createClient({ url: 'http://a', key: '密' })).toThrow(/^key: /)
    expect(() => createClient({ url: 'http://a', key: 'a\nb' })).toThrow(TypeError)
  })

  it('asks under the path of its address, lists by commas, objects as JSON, and proves itself', async () => {
    const { server, url } = await clientOf(answers('{}', json))
    const client = createClient({ url, key: ' k ' })
    await client.search({
      kw: '纸 鹤&',
      cloud_types: ['quark', '115'],
      refresh: false,
      ext: { details: true },
      plugins: undefined,
    })
    await client.list('a/b', { limit: 3 })
    const [search, list] = server.heard
    expect(Object.fromEntries(new URL(search?.path ?? '', url).searchParams)).toEqual({
      ...{ kw: '纸 鹤&', cloud_types: 'quark,115', refresh: 'false', ext: '{"details":true}' },
    })
    expect(search?.headers.authorization).toBe('Bearer k')
    expect(list?.path).toBe('/trawl/api/v1/sources/a%2Fb?limit=3')
  })

  it('sends a search that would be a very long address as a body', async () => {
    const { client, server } = await clientOf(answers('{}', json))
    const request = { kw: 'a', filter: { exclude: Array.from({ length: 500 }, (_, at) => `预告片第${at}`) } }
    await client.search(request)
    expect(server.heard[0]).toMatchObject({ method: 'POST', path: '/trawl/api/search', body: JSON.stringify(request) })
  })
})
