// Tests crowds: five hundred clients get the same answers as alone without repeated upstream requests, and a thousand connections at once are not reset.
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { defaultChannels } from '../src/search/catalogue.ts'
import { loadPlugins } from '../src/search/load-plugins.ts'
import { worksOf } from '../standin/corpus/works.ts'
import { launchTrawl, run } from './kit/process.ts'
import { startOver } from './kit/trawl.ts'

const seed = 3
const clientsPerKeyword = 10
/** No search ends before all its sources have answered, however busy the machine is. */
const patientMs = 600_000
/** Sites that may be asked as often as one likes: the searches of one client alone would wait for the others. */
const unlimited = ['hunhepan', 'pansearch', 'sousou', 'yunsou', 'internetarchive', 'melost']
const quiet = { info: () => undefined, warn: () => undefined }

/** Fifty keywords: whole titles, and the first two letters of others. */
const titles = worksOf(seed).map(({ title }) => title)
const keywords = [...new Set([...titles.slice(0, 30), ...titles.slice(30).map((title) => title.slice(0, 2))])].slice(
  0,
  50,
)
const asked = z.array(z.object({ upstreamUrl: z.string() }))

it('500 clients with 50 keywords get the same answers as one who asks alone, each upstream being asked once', {
  timeout: 180_000,
}, async () => {
  const all = await loadPlugins({}, {}, quiet)
  const plugins = new Map([...all].filter(([name]) => unlimited.includes(name)))
  const request = (kw: string) => ({ kw, res: 'all', conc: 64 })
  const standin = run('standin/main.ts', ['--port', '0', '--seed', `${seed}`, '--weather', 'calm'], {})
  const [, url = ''] = await standin.says(/listens on (http:\/\/\S+?) /)
  const askedSoFar = async () => asked.parse(await (await fetch(`${url}/__standin/requests`)).json())

  const alone = startOver(url, defaultChannels.slice(0, 8), { plugins, deadlineMs: patientMs })
  const expected = new Map<string, string>()
  for (const kw of keywords) expected.set(kw, JSON.stringify(await alone.search(request(kw))))
  const askedAlone = await askedSoFar()

  const crowded = startOver(url, defaultChannels.slice(0, 8), { plugins, deadlineMs: patientMs })
  const clients = Array.from({ length: clientsPerKeyword }, () => keywords).flat()
  const answers = await Promise.all(
    clients.map(async (kw) => [kw, JSON.stringify(await crowded.search(request(kw)))] as const),
  )
  expect(clients.length).toBe(500)
  // `toBe(expected)` would print megabytes on a difference.
  for (const [kw, answer] of answers) expect(answer === expected.get(kw), kw).toBe(true)
  expect(new Set(expected.values()).size).toBe(keywords.length)

  expect(counts((await askedSoFar()).slice(askedAlone.length))).toEqual(counts(askedAlone))
  console.info(`crowd: ${clients.length} clients, ${keywords.length} keywords, ${askedAlone.length} requests upstream`)
  expect([...alone.errors, ...crowded.errors]).toEqual([])
})

it('a thousand connections that come while the event loop is busy wait for it, and are answered', {
  timeout: 120_000,
}, async () => {
  const { service, port } = await launchTrawl({ DATA_DIR: '' })
  service.signal('SIGSTOP')
  const connected = Array.from({ length: 1_000 }, async () => {
    const socket = connect({ host: '127.0.0.1', port: Number(port) })
    await once(socket, 'connect')
    return socket
  })
  const sockets = await Promise.all(connected)
  service.signal('SIGCONT')
  const answers = sockets.map(async (socket) => {
    socket.end('GET /livez HTTP/1.1\r\nhost: trawl\r\nconnection: close\r\n\r\n')
    return String(await once(socket, 'data'))
  })
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200 /)
})

/** Requests by address. */
function counts(all: z.output<typeof asked>): Record<string, number> {
  const byUrl = Map.groupBy(all, ({ upstreamUrl }) => upstreamUrl)
  return Object.fromEntries([...byUrl].map(([address, same]) => [address, same.length]))
}
