// Tests the peer's faults at the start: unwanted requests, passwords in the log.
import { describe, expect, it } from 'vitest'
import { launchTrawl } from '../kit/process.ts'
import { answers, scriptedServer } from '../kit/scripted-server.ts'

describe('a service that was started and is not used', () => {
  it('has asked for one page of Telegram, and says no password of a proxy', async () => {
    const upstream = await scriptedServer([answers('<html></html>')])
    const gateway = { UPSTREAM_GATEWAY: upstream.url('').replace(/\/$/, '') }
    const { service, url } = await launchTrawl({ ...gateway, HTTPS_PROXY: 'http://someone:s3cret@127.0.0.1:1' })
    await upstream.until(1)
    expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({ status: 'ok' })
    service.signal('SIGTERM')
    expect(await service.ended).toBe(0)
    expect(upstream.heard.map(({ headers }) => headers['x-upstream-url'])).toEqual(['https://t.me/s/telegram'])
    expect(service.output()).not.toContain('s3cret')
  })
})
