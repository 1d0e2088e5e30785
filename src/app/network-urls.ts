// The addresses at which other devices reach the service, and a QR code of one for a terminal.
import type { networkInterfaces } from 'node:os'
import { styleText } from 'node:util'

/** Interfaces of containers, virtual machines and VPNs; a phone in the same network rarely reaches them. */
const virtualInterface = /^(?:docker|br-|veth|virbr|vmnet|vEthernet|utun|tun|tap|wg|zt|tailscale)/i

/** URLs for other devices, if the service listens on all addresses; those of virtual interfaces come last. */
export function networkUrls(host: string, port: number, interfaces: ReturnType<typeof networkInterfaces>): string[] {
  if (host !== '0.0.0.0' && host !== '::') return []
  return Object.entries(interfaces)
    .toSorted(([one], [other]) => Number(virtualInterface.test(one)) - Number(virtualInterface.test(other)))
    .flatMap(([, addresses = []]) => addresses)
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'))
    .map(({ address }) => `http://${address}:${port}`)
}

/** A QR code of `url`, black on white in any colour scheme; undefined if it is wider than the terminal. */
export async function renderQrCode(url: string, stdout: NodeJS.WriteStream): Promise<string | undefined> {
  // Loaded here because most starts have no terminal.
  const { renderUnicodeCompact } = await import('uqr')
  const lines = renderUnicodeCompact(url, { ecc: 'L', border: 2 }).split('\n')
  if (lines.some((line) => line.length > stdout.columns)) return undefined
  return lines.map((line) => `${styleText(['whiteBright', 'bgBlack'], line, { stream: stdout })}\n`).join('')
}
