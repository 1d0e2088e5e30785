// What a source is given to ask with.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { answers, scriptedServer } from '../../test/kit/scripted-server.ts'
import { failureOf, makeAsk, makeClock, makeKeeping, makeWire } from '../../test/kit/wire.ts'
import { createIo } from './io.ts'

const shape = z.object({ n: z.number() })

async function ioAt(body: string | Uint8Array, headers: Record<string, string> = {}) {
  const server = await scriptedServer([answers(body, headers)])
  const clock = makeClock()
  const wire = makeWire(clock)
  const { io } = createIo(makeAsk(), wire, { source: 'test', ...makeKeeping(wire) })
  return { io, url: server.url('/'), clock }
}

describe('io', () => {
  it('gives text in its charset', async () => {
    const { io, url } = await ioAt(Buffer.from('b5e7d3b0', 'hex'), { 'content-type': 'text/html; charset=gbk' })
    expect(await io.text(url)).toBe('电影')
  })

  it('gives bytes as they came', async () => {
    const { io, url } = await ioAt(Buffer.from('b5e7d3b0', 'hex'))
    expect(Buffer.from(await io.bytes(url)).toString('hex')).toBe('b5e7d3b0')
  })

  it('gives JSON that has the shape wanted', async () => {
    const { io, url } = await ioAt('\ufeff{"n":1,"more":true}')
    expect(await io.json(url, shape)).toEqual({ n: 1 })
  })

  it.each([
    ['no JSON', '<html>login</html>'],
    ['JSON of another shape', '{"n":"one"}'],
    ['half of it', '{"n":'],
    ['nothing', ''],
  ])('takes %s for a mismatch', async (_what, body) => {
    const { io, url } = await ioAt(body)
    const error = await failureOf(io.json(url, shape))
    expect(error).toMatchObject({ name: 'UpstreamError', kind: 'mismatch' })
    expect(String(error)).toContain('not the JSON this source expects')
    expect(String(error).length).toBeLessThan(200)
  })

  it('names the field that is not as wanted', async () => {
    const { io, url } = await ioAt('{"n":"one"}')
    expect(String(await failureOf(io.json(url, shape)))).toMatch(/expects: n: /)
  })

  it.each(['file:///etc/passwd', 'ftp://a.site.test/', '/relative', 'javascript:1'])('asks for no %s', async (url) => {
    const { io } = await ioAt('never')
    expect(await failureOf(io.text(url))).toMatchObject({ kind: 'mismatch' })
  })

  it('knows the time by the clock that was handed in', async () => {
    const { io, clock } = await ioAt('')
    expect(io.now.getTime()).toBe(clock.now())
  })
})
