// Tests start and stop as a user sees them: the service as a process.
import { describe, expect, it } from 'vitest'
import { searchResponse } from '../src/contract/search.ts'
import { launchTrawl, run } from './kit/process.ts'

/** Refuses every connection, so that no upstream is reachable. */
const nowhere = { UPSTREAM_GATEWAY: 'http://127.0.0.1:1' }

describe('npm start', () => {
  it('says where it listens and what is on, says that no upstream answers, goes on, and ends on SIGTERM', async () => {
    const { service, url } = await launchTrawl(nowhere)
    expect(service.output()).toContain(`"addresses":["${url}"]`)
    await service.says(/126 Telegram channels and 45 plugins and has \d+ hot lists on, all through the gateway/)
    await service.says(/t\.me cannot be reached \(network: .*\)\. The service keeps running/)

    const health = await (await fetch(`${url}/api/health`)).json()
    expect(health).toMatchObject({ channels_count: 126, plugin_count: 68, plugins_enabled: true })
    expect(health).toMatchObject({ status: 'down', status_basis: 'check', telegram: { state: 'unreachable' } })
    const answer = searchResponse.parse(await (await fetch(`${url}/api/search?kw=x&channels=demo_share&src=tg`)).json())
    expect(answer.meta.sources).toMatchObject({ asked: 1, failed: 1 })
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('trawl_upstream_attempt_seconds_count{host="t.me"')

    service.signal('SIGTERM')
    expect(await service.ended).toBe(0)
  })

  it('prints the code of the owner also where only warnings are logged', async () => {
    const service = run('src/main.ts', [], { ...nowhere, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn' })
    await service.says(/become the owner of this service, .* enter the code \S+;/)
    service.signal('SIGTERM')
    expect(await service.ended).toBe(0)
  })

  // Windows cannot replace a process.
  it.runIf(process.platform !== 'win32')(
    'starts Node again in the same process with the memory options that were not given, in a command that asks a service not',
    async () => {
      const code = 'console.error("node", process.pid, process.execArgv.join(), process.env.MALLOC_ARENA_MAX)'
      const reported = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` }
      const service = run('bin/trawl.js', ['start'], { ...nowhere, ...reported, HOST: '127.0.0.1', PORT: '0' })
      await service.says(/listens on/)
      const options = '--max-semi-space-size=\\d+'
      expect(service.output()).toMatch(
        new RegExp(`^node ${service.pid} {2}undefined\nnode ${service.pid} ${options} 1\n`),
      )
      const own = {
        ...reported,
        NODE_OPTIONS: `--max-semi-space-size=16 ${reported.NODE_OPTIONS}`,
        MALLOC_ARENA_MAX: '3',
      }
      const other = run('bin/trawl.js', ['start'], { ...own, PORT: 'http' })
      await other.ended
      expect(other.output()).toMatch(/^(?:node \d+ {2}3\n){2}PORT/)
      const command = run('bin/trawl.js', ['--version'], { ...reported, PORT: 'http' })
      await command.ended
      expect(command.output()).toMatch(/^node \d+ {2}undefined\n\d/)
    },
  )

  it('stops at a wrong setting with a sentence that names it and repeats no secret', async () => {
    const service = run('src/main.ts', [], { PORT: 'http', LOG_LEVEL: 'loud' })
    expect(await service.ended).toBe(1)
    expect(service.output()).toBe(
      'PORT: must be a whole number from 0 to 65535\nLOG_LEVEL: must be one of debug, info, warn, error, silent\n',
    )
    const proxied = run('src/main.ts', [], { UPSTREAM_PROXY: 't.me=ftp://user:secret@proxy:21' })
    expect(await proxied.ended).toBe(1)
    expect(proxied.output()).toMatch(/^UPSTREAM_PROXY: a proxy must look like/)
    expect(proxied.output()).not.toContain('secret')
  })
})
