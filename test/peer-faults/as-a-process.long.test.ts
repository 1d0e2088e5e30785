// Tests the peer's faults on the wire: broken compression, unbounded bodies, unwanted requests, files lost in a crash.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { searchResponse } from '../../src/contract/search.ts'
import { startStandin } from '../../standin/server.ts'
import { exchange } from '../contract/app-parts.ts'
import { run } from '../kit/process.ts'
import { answers, scriptedServer } from '../kit/scripted-server.ts'
import { fewChannels, seed, still } from './parts.ts'

const local = { HOST: '127.0.0.1', PORT: '0' }

async function start(env: Readonly<Record<string, string>> = {}) {
  const standin = await startStandin({ seed, weather: still })
  onTestFinished(() => standin.close())
  const all = { ...local, UPSTREAM_GATEWAY: standin.url, CHANNELS: fewChannels.join(), ...env }
  const service = run('src/main.ts', [], all)
  const [, url = '', port = ''] = await service.says(/listens on (http:\/\/127\.0\.0\.1:(\d+))/)
  return { standin, service, url, port: Number(port) }
}

/** The raw bytes of an answer, not decompressed. */
async function rawGet(url: string, headers: Readonly<Record<string, string>>) {
  const [response]: http.IncomingMessage[] = await once(http.get(url, { headers }), 'response')
  const parts: Buffer[] = []
  for await (const part of response ?? []) parts.push(part)
  return { encoding: response?.headers['content-encoding'], bytes: Buffer.concat(parts) }
}

const unpacked: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  gzip: promisify(zlib.gunzip),
  deflate: promisify(zlib.inflate),
  br: promisify(zlib.brotliDecompress),
  zstd: promisify(zlib.zstdDecompress),
}

describe('an answer', () => {
  it('is one JSON text, the same to the byte, whatever compression its client offers', async () => {
    const { url } = await start()
    const search = `${url}/api/search?kw=${encodeURIComponent('纸鹤')}&res=all&conc=256`
    const plain = await rawGet(search, {})
    expect(plain.encoding).toBeUndefined()
    expect(searchResponse.parse(JSON.parse(plain.bytes.toString())).data.total).toBeGreaterThan(0)
    for (const offered of ['gzip', 'deflate', 'br', 'zstd', 'gzip, deflate, br, zstd', '*', 'identity', 'nonsense']) {
      const { encoding = 'identity', bytes } = await rawGet(search, { 'accept-encoding': offered })
      const text = await (unpacked[encoding]?.(bytes) ?? bytes)
      expect(text.equals(plain.bytes), offered).toBe(true)
    }
  })
})

describe('a body', () => {
  it('of 50 MB is refused by its length, before it is sent', async () => {
    const { port } = await start()
    const head = 'POST /api/search HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 52428800\r\n\r\n{'
    const received = await exchange(port, head)
    expect(received).toMatch(/^HTTP\/1\.1 413 /)
    expect(received).toContain('body: must be at most 65536 bytes')
  })
})

describe('a service that was started and is not used', () => {
  it('has asked for one page of Telegram, and says no password of a proxy', async () => {
    const upstream = await scriptedServer([answers('<html></html>')])
    const gateway = { UPSTREAM_GATEWAY: upstream.url('').replace(/\/$/, '') }
    const service = run('src/main.ts', [], { ...local, ...gateway, HTTPS_PROXY: 'http://someone:s3cret@127.0.0.1:1' })
    const [, url = ''] = await service.says(/listens on (http:\/\/127\.0\.0\.1:\d+)/)
    await upstream.until(1)
    expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({ status: 'ok' })
    service.signal('SIGTERM')
    expect(await service.ended).toBe(0)
    expect(upstream.heard.map(({ headers }) => headers['x-upstream-url'])).toEqual(['https://t.me/s/telegram'])
    expect(service.output()).not.toContain('s3cret')
  })
})

describe('a service that was killed', () => {
  it('starts again over what it left on disk, and finds the same', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trawl-killed-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const finds = async (url: string) => {
      const asked = `${url}/api/search?kw=${encodeURIComponent('纸鹤')}&conc=256`
      return searchResponse.parse(await (await fetch(asked)).json())
    }
    const first = await start({ DATA_DIR: folder })
    const before = await finds(first.url)
    first.service.signal('SIGKILL')
    await first.service.ended
    const second = await start({ DATA_DIR: folder })
    expect(await finds(second.url)).toEqual(before)
    expect(before.warnings).toBeUndefined()
    expect(before.meta).toMatchObject({ complete: true, sources: { failed: 0 } })
  })
})
