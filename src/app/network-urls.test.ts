// The addresses for other devices, and their QR code.
import { describe, expect, it } from 'vitest'
import { networkUrls, renderQrCode } from './network-urls.ts'

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
