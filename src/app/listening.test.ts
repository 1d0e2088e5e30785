// Where the service listens: who may use it, addresses for other devices, and errors of listening.

import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../config/schema.ts'
import { listenErrorMessage, networkUrls, openAccessNotice, renderQrCode } from './listening.ts'

it.each([
  ['nothing is set', {}, false, true],
  ['it listens on an address of its network', { HOST: '192.168.1.5' }, false, true],
  ['it listens on this machine only', { HOST: '127.0.0.1' }, false, false],
  ['it listens on this machine only, by name', { HOST: 'localhost' }, false, false],
  ['it listens on this machine only, by IPv6', { HOST: '::1' }, false, false],
  ['it is private', {}, true, false],
])('where %s, that everybody may search is said with how to restrict it: %#', (_what, env, isPrivate, isOpen) => {
  const said = openAccessNotice(readConfig(env, []).HOST, isPrivate)
  if (isOpen)
    expect(said).toMatch(/^anyone who can reach it over the network may search; .*API_KEYS .*HOST=127\.0\.0\.1/)
  else expect(said).toBeUndefined()
})

const rest = { netmask: '255.255.255.0', mac: '00:00:00:00:00:00', cidr: null }

function ip4(address: string, internal = false) {
  return { ...rest, family: 'IPv4' as const, address, internal }
}

describe('the addresses for other devices', () => {
  const interfaces = {
    lo: [ip4('127.0.0.1', true)],
    docker0: [ip4('172.17.0.1')],
    wlan0: [
      { ...rest, family: 'IPv6' as const, address: '2001:db8::5', internal: false, scopeid: 0 },
      ip4('192.168.1.5'),
    ],
    eth0: [ip4('169.254.7.7')],
  }

  it.each(['0.0.0.0', '::'])('are those of the network where it listens on %s, that of a phone first', (host) => {
    expect(networkUrls(host, 8888, interfaces)).toEqual(['http://192.168.1.5:8888', 'http://172.17.0.1:8888'])
  })

  it.each(['127.0.0.1', '192.168.1.5', 'localhost'])('are none where it listens on %s only', (host) => {
    expect(networkUrls(host, 8888, interfaces)).toEqual([])
  })
})

describe('the QR code', () => {
  const terminal = (columns: number) => Object.assign(Object.create(process.stdout), { columns })

  it('is shown where the terminal is wide enough', async () => {
    const code = await renderQrCode('http://192.168.100.100:8888', terminal(80))
    expect(code?.split('\n')).toHaveLength(16)
    expect(code).toMatch(/█/)
  })

  it('is left out where it would be broken into lines', async () => {
    expect(await renderQrCode('http://192.168.1.5:8888', terminal(20))).toBeUndefined()
  })
})

function listenError(code: string, port: number): Error {
  return Object.assign(new Error(`listen ${code}: 0.0.0.0:${port}`), { code, port, syscall: 'listen' })
}

it.each([
  ['EADDRINUSE', 8888, 'Port 8888 is taken by nginx. Stop it, or set PORT to a free port, for example PORT=8889'],
  ['EADDRINUSE', 65_535, 'Port 65535 is taken by nginx. Stop it, or set PORT to a free port, for example PORT=8888'],
  [
    'EACCES',
    80,
    'This user may not listen on port 80. Set PORT to a port above 1023, for example PORT=8888; for ports 80 and 443 use a reverse proxy (docs/deploying.md)',
  ],
  [
    'EADDRNOTAVAIL',
    80,
    'listen EADDRNOTAVAIL: 0.0.0.0:80: HOST must be an address of this machine, or 0.0.0.0 or :: for all of them',
  ],
  ['ENOTFOUND', 80, expect.stringContaining('HOST does not resolve to an address; it must be one of this machine')],
])('says of %s at port %d what to do', (code, port, said) => {
  expect(listenErrorMessage(listenError(code, port), () => 'nginx')).toEqual(said)
})

it('says of a port whose owner is unknown that another program has it', () => {
  expect(listenErrorMessage(listenError('EADDRINUSE', 80), () => undefined)).toMatch(
    /^Port 80 is taken by another program\./,
  )
})

it('does not take an unreadable file for a port', () => {
  const error = Object.assign(new Error('open'), { code: 'EACCES', syscall: 'open' })
  expect(listenErrorMessage(error, () => undefined)).toBeUndefined()
})

it('finds the process that has a port, and none for a free one', async () => {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const owner = process.platform === 'linux' ? `node (process ${process.pid} in ${process.cwd()})` : undefined
  const taken = () => listenErrorMessage(listenError('EADDRINUSE', port))
  expect(taken()).toContain(`is taken by ${owner ?? 'another program'}.`)
  await new Promise((closed) => server.close(closed))
  expect(taken()).toContain('is taken by another program.')
})
