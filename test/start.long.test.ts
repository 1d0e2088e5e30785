// Tests start and stop in rarer situations: the service and the demo as processes.
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { networkUrls } from '../src/app/listening.ts'
import { searchResponse } from '../src/contract/search.ts'
import { newFolder } from './kit/disk.ts'
import { launchTrawl, nodeWords, run, runCommand } from './kit/process.ts'
import { started } from './kit/scripted-server.ts'
import { freePort } from './kit/servers.ts'

/** Refuses every connection, so that no upstream is reachable. */
const nowhere = { UPSTREAM_GATEWAY: 'http://127.0.0.1:1' }

describe('npm start', () => {
  it('ends on SIGTERM although somebody holds a connection open and says nothing, or half of something', async () => {
    const { service, port } = await launchTrawl(nowhere)
    const [silent, halfway] = [connect(Number(port), '127.0.0.1'), connect(Number(port), '127.0.0.1')]
    await Promise.all([once(silent, 'connect'), once(halfway, 'connect')])
    halfway.write('GET / HTTP/1.1\r\nHo')
    await (await fetch(`http://127.0.0.1:${port}/api/health`)).text()
    service.signal('SIGTERM')
    expect(await service.ended).toBe(0)
  })

  it('ends on SIGTERM although nobody reads its log any more', async () => {
    const { service } = await launchTrawl(nowhere)
    service.deafen()
    service.signal('SIGTERM')
    expect(await service.ended).toBe(0)
  })

  it.each([
    ['opens its page in the browser if asked to', 'echo "$1" > "$OPENED"', /^http:\/\/127\.0\.0\.1:\d+\n$/],
    [
      'goes on where no browser can be opened',
      'exit 3',
      /the browser was not opened \(xdg-open ended with status 3\); open http/,
    ],
  ])('%s', async (_what, script, expected) => {
    const folder = newFolder()
    const opened = join(folder, 'opened')
    writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    const env = { ...nowhere, HOST: '127.0.0.1', PORT: '0', PATH: folder, OPENED: opened }
    const service = run('src/main.ts', ['--open'], env)
    const reported = () => (existsSync(opened) ? readFileSync(opened, 'utf8') : service.output())
    await vi.waitFor(() => expect(reported()).toMatch(expected))
    service.signal('SIGTERM')
    expect(await service.ended).toBe(0)
  })
})

describe.skipIf(networkUrls('::', 1, networkInterfaces()).length === 0)('npm start in a terminal', () => {
  it.each([
    ['shows the address for other devices, and its QR code below', 100, /[▀▄█]{3}[^\n]*\s+http:\/\/[\d.]+:\d+\r?\n/],
    ['leaves the QR code out where the terminal is too narrow for it', 24, /^[^▀▄█]*$/],
  ])('%s', async (_what, columns, expected) => {
    const env = {
      ...nowhere,
      HOST: '0.0.0.0',
      PORT: '0',
      PATH: '/usr/bin:/bin',
      SHELL: '/bin/sh',
      TERM: 'xterm-256color',
    }
    const command = `stty cols ${columns} rows 40; exec ${nodeWords('src/main.ts').join(' ')}`
    const service = runCommand(['script', '-qec', command, '/dev/null'], env)
    await service.says(/and for other devices on http:/)
    await service.says(/t\.me cannot be reached/)
    expect(service.output()).toMatch(expected)
  })
})

describe('npm run demo', () => {
  it('names the process that uses its port and what to do, prints no address, and ends as a failure', async () => {
    const { port } = await started(createServer())
    const demo = run('standin/demo.ts', [], { PORT: `${port}` })
    expect(await demo.ended).toBe(1)
    expect(demo.output()).toMatch(new RegExp(`Port ${port} is taken by node .*, for example PORT=${port + 1}`))
    expect(demo.output()).not.toContain('Trawl runs')
  })

  it('greets in Chinese in a Chinese terminal, with the address for a phone where there is a network', async () => {
    const port = await freePort()
    const demo = run('standin/demo.ts', ['--weather', 'calm'], { PORT: `${port}`, LC_ALL: 'zh_CN.UTF-8' })
    await demo.says(/停止 +Ctrl\+C/)
    const [phone] = networkUrls('0.0.0.0', port, networkInterfaces())
    for (const line of [`打开  http://127.0.0.1:${port}`, ...(phone === undefined ? [] : [`手机  ${phone}`])])
      expect(demo.output()).toContain(line)
    demo.signal('SIGTERM')
    expect(await demo.ended).toBe(0)
  })

  it('shows an address whose search finds something, serves the pictures of invented hosts, and ends with all it started', async () => {
    const port = await freePort()
    const demo = run('standin/demo.ts', ['--weather', 'calm'], { PORT: `${port}`, LC_ALL: 'en_GB.UTF-8' })
    const [, url = ''] = await demo.says(/open +(http:\S+)/)
    const answer = searchResponse.parse(await (await fetch(`${url}/api/search?kw=纸鹤`)).json())
    expect(answer.data.total).toBeGreaterThan(0)
    const [picture = ''] = /https?:\/\/img\.example\.org\/[^"]+/.exec(JSON.stringify(answer)) ?? []
    const shown = await fetch(`${url}/api/v1/picture?url=${encodeURIComponent(picture)}`)
    expect([picture, shown.status]).toEqual([expect.stringMatching('.'), 200])
    demo.signal('SIGTERM')
    expect(await demo.ended).toBe(0)
    await expect(fetch(`http://127.0.0.1:${port}/api/health`)).rejects.toThrow()
  })
})
