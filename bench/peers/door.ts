// A proxy that peers are pointed at: it ends TLS for every host and passes the request to the stand-in, which plays that host.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext, type SecureContext } from 'node:tls'

export interface Door {
  /** The value for `HTTPS_PROXY` and `HTTP_PROXY` of the peer. */
  readonly url: string
  /** The file of the authority that the peer has to trust: `SSL_CERT_FILE` for Go, `NODE_EXTRA_CA_CERTS` for Node. */
  readonly authority: string
  close(): void
}

const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']

/** Issues certificates by an authority that is made here, one for each host. */
function createAuthority(folder: string) {
  const [key, cert] = [join(folder, 'authority.key'), join(folder, 'authority.pem')]
  const openssl = (words: readonly string[]) =>
    execFileSync('openssl', ['req', '-x509', ...ec, ...words], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  openssl(['-subj', '/CN=Trawl stand-in', '-addext', 'basicConstraints=critical,CA:TRUE', '-keyout', key, '-out', cert])
  const contexts = new Map<string, SecureContext>()
  return {
    cert,
    contextOf(host: string): SecureContext {
      const known = contexts.get(host)
      if (known) return known
      const own = join(folder, 'host.key')
      const signed = ['-CA', cert, '-CAkey', key, '-subj', '/CN=host', '-addext', `subjectAltName=DNS:${host}`]
      const pem = openssl([...signed, '-addext', 'basicConstraints=critical,CA:FALSE', '-keyout', own, '-out', '-'])
      const made = createSecureContext({ key: readFileSync(own), cert: pem })
      contexts.set(host, made)
      return made
    },
  }
}

/** Opens the door on a free port of this machine. */
export async function openDoor(standin: string): Promise<Door> {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-door-'))
  const authority = createAuthority(folder)
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse, url: URL) => {
    const headers = { ...incoming.headers, 'x-upstream-url': url.href }
    const asked = request(standin + url.pathname + url.search, { method: incoming.method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(outgoing)
      reply.on('error', () => outgoing.destroy())
    })
    asked.on('error', () => outgoing.destroy())
    outgoing.on('close', () => asked.destroy())
    incoming.pipe(asked)
  }
  const inner = createTlsServer(
    { SNICallback: (host, done) => done(null, authority.contextOf(host)) },
    (incoming, outgoing) => pass(incoming, outgoing, new URL(`https://${incoming.headers.host}${incoming.url}`)),
  )
  const outer = createServer((incoming, outgoing) => pass(incoming, outgoing, new URL(incoming.url ?? '')))
  outer.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => undefined)
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    inner.emit('connection', socket)
  })
  inner.on('tlsClientError', (_error, socket) => socket.destroy())
  await new Promise<void>((resolve) => outer.listen(0, '127.0.0.1', resolve))
  const { port }: Pick<AddressInfo, 'port'> = Object(outer.address())
  return {
    url: `http://127.0.0.1:${port}`,
    authority: authority.cert,
    close() {
      outer.close()
      outer.closeAllConnections()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
