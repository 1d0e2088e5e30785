// Tests pictures over HTTP: the real parts over the stand-in, which plays hosts, their faults and files that are not pictures.
import { describe, expect, it } from 'vitest'
import { drawPicture } from '../standin/picture-hosts.ts'
import { ban, createTestBans } from './kit/disk.ts'
import { address, startPictures } from './kit/pictures.ts'

describe('a picture', () => {
  it('is sent with its type and headers for our page only, and is cached', async () => {
    const { get, asked } = await startPictures()
    const response = await get(`${address}#here`)
    expect(response.statusCode).toBe(200)
    expect(response.rawPayload).toEqual(drawPicture(address))
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': `${response.rawPayload.length}`,
      'cache-control': 'private, max-age=86400, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    expect((await get(address)).rawPayload).toEqual(response.rawPayload)
    expect(asked()).toEqual([address])
  })

  it('is answered with 304 for a matching ETag', async () => {
    const { get } = await startPictures()
    const { etag = '' } = (await get(address)).headers
    const again = await get(address, { 'if-none-match': `${etag}` })
    expect([again.statusCode, again.rawPayload.length, again.headers.etag]).toEqual([304, 0, etag])
    expect((await get(address, { 'if-none-match': '"another"' })).statusCode).toBe(200)
  })

  it('is scaled to each allowed width, and never gets larger', async () => {
    const { get } = await startPictures()
    const { rawPayload } = await get(address)
    for (const width of [56, 112, 168]) {
      const scaled = await get(address, {}, `&w=${width}`)
      expect([scaled.statusCode, scaled.rawPayload.length <= rawPayload.length]).toEqual([200, true])
    }
  })

  it('with an http address is fetched by https from hosts that support it', async () => {
    const { get, asked } = await startPictures('+img.example.org')
    expect((await get('http://i0.hdslb.com/bfs/a.png')).statusCode).toBe(200)
    expect(asked()).toEqual(['https://i0.hdslb.com/bfs/a.png'])
    const refused = await get('http://img.example.org/a.png')
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      expect.stringMatching(/^url: must begin with https/),
    ])
  })

  it('is fetched after a redirect to an allowed host, and not from another', async () => {
    const { get, asked } = await startPictures()
    const moved = (to: string) => get(`https://cdn1.telesco.pe/moved?to=${encodeURIComponent(to)}`)
    expect((await moved(address)).statusCode).toBe(200)
    for (const to of ['https://elsewhere.test/a.png', 'http://cdn1.telesco.pe/a.png', 'https://127.0.0.1/a.png']) {
      const refused = await moved(to)
      expect(refused.statusCode, to).toBe(502)
      expect(refused.json().error.details).toMatchObject({ kind: 'mismatch' })
    }
    expect(asked().filter((url) => !url.includes('/moved'))).toEqual([address])
  })
})

describe('a request for a picture', () => {
  it.each([
    [''],
    ['   '],
    ['picture'],
    ['/relative.png'],
    ['//cdn4.telesco.pe/a.png'],
    ['ftp://cdn4.telesco.pe/a.png'],
    ['file:///etc/passwd'],
    ['data:image/png;base64,AAAA'],
    ['javascript:alert(1)'],
    ['https://'],
    ['https://me@cdn4.telesco.pe/a.png'],
    ['https://me:secret@cdn4.telesco.pe/a.png'],
    ['https://cdn4.telesco.pe:8443/a.png'],
    ['https://cdn4.telesco.pe/a\0.png'],
    [`https://cdn4.telesco.pe/${'a'.repeat(2_000)}`],
  ])('is refused by name for %j', async (url) => {
    const { get, asked } = await startPictures()
    const response = await get(url)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({
      error: { code: 'VALIDATION_ERROR', details: { parameter: 'url' } },
      message: expect.stringMatching(/^url: /),
    })
    expect(asked()).toEqual([])
  })

  it('of a width that is not offered is refused by name', async () => {
    const { get } = await startPictures()
    const response = await get(address, {}, '&w=57')
    expect([response.statusCode, response.json().message]).toEqual([400, 'w: must be one of 56, 112, 168'])
  })

  it('is refused without an address, and with two', async () => {
    const { app } = await startPictures()
    for (const query of ['', '?url=https://a.test/&url=https://b.test/'])
      expect((await app.inject(`/api/v1/picture${query}`)).statusCode).toBe(400)
  })

  it.each([
    ['https://elsewhere.test/a.png'],
    ['http://elsewhere.test/a.png'],
    ['https://wsrv.nl/?url=https://elsewhere.test/a.png'],
    ['https:\\\\elsewhere.test\\@cdn4.telesco.pe/a.png'],
  ])('is refused for %s, whose pictures are not fetched, with what to do', async (url) => {
    const { get, asked } = await startPictures()
    const response = await get(url)
    expect(response.statusCode).toBe(403)
    expect(response.json().message).toContain('PICTURE_HOSTS=+')
    expect(asked()).toEqual([])
  })

  it('is refused for a banned host, also when the picture is cached', async () => {
    const bans = createTestBans()
    const { get } = await startPictures('', bans)
    expect((await get(address)).statusCode).toBe(200)
    await ban(bans, 'host', 'telesco.pe')
    const response = await get(address)
    expect([response.statusCode, response.json().message]).toEqual([403, expect.stringContaining('blocked')])
  })

  it('is answered 404 where pictures are turned off, with a sentence', async () => {
    const { get } = await startPictures('none')
    const response = await get(address)
    expect(response.statusCode).toBe(404)
    expect(response.json().message).toContain('PICTURE_HOSTS')
  })
})

describe('what is no picture', () => {
  it.each([
    ['a page that calls itself one', 'https://cdn1.telesco.pe/file/a.html', 'not an image'],
    ['a drawing with a script in it', 'https://cdn1.telesco.pe/file/a.svg', 'not an image'],
    ['a page that says it is not there', 'https://cdn1.telesco.pe/gone/a.jpg', 'answered 404'],
  ])('is not handed on: %s', async (_what, url, sentence) => {
    const { get } = await startPictures()
    const response = await get(url)
    expect([response.statusCode, response.headers['content-type']]).toEqual([502, 'application/json; charset=utf-8'])
    expect(response.json()).toMatchObject({
      error: { code: 'UPSTREAM_FAILED', details: { kind: 'mismatch', message: expect.stringContaining(sentence) } },
    })
  })
})
