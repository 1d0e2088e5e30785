// What the operator is told when the service cannot listen.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { listenErrorMessage } from './listen-error.ts'
import { findPortOwner } from './port-owner.ts'

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
])('says of %s at port %d what to do', (code, port, said) => {
  expect(listenErrorMessage(listenError(code, port), () => 'nginx')).toBe(said)
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
  expect(findPortOwner(port)).toBe(owner)
  await new Promise((closed) => server.close(closed))
  expect(findPortOwner(port)).toBeUndefined()
})
