// Tests the MCP tools over standard streams: progress and cancellation of a search, keys, and the end of the process.
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createKeyVerifier, encodeKey, hashKey, parseKeys } from '../src/http/auth/api-keys.ts'
import { searched, startHotTrawl } from './kit/hot-trawl.ts'
import { agentOf, cancelledRequests, type Era, makeClient, testSearchProgress } from './kit/mcp.ts'
import { isRunning, nodeWords } from './kit/process.ts'

/** Starts `trawl mcp` with these arguments and connects over its standard streams until the end of the test. */
async function connectOverStdio(
  args: readonly string[],
  { era = 'modern', env = {} }: { readonly era?: Era; readonly env?: Readonly<Record<string, string>> } = {},
) {
  const [command = '', ...words] = nodeWords('bin/trawl.js')
  const client = makeClient(era)
  onTestFinished(() => client.close())
  const started = { command, args: [...words, 'mcp', ...args], env: { ...env }, stderr: 'pipe' as const }
  const transport = new StdioClientTransport(started)
  await client.connect(transport)
  return { ...(await agentOf(client)), pid: transport.pid }
}

describe.each(['modern', 'legacy'] satisfies Era[])('over standard streams (%s)', (era) => {
  testSearchProgress((url) => connectOverStdio(['--url', url], { era }))
})

describe('over standard streams', () => {
  it('all tools answer, and nothing but the protocol is written', async () => {
    const trawl = await startHotTrawl()
    const agent = await connectOverStdio(['--url', await trawl.listen()])
    const { tools } = await agent.client.listTools()
    expect(tools.length).toBe(7)
    const { text, isError } = await agent.call('get_hot_lists', { ids: ['zhihu'], limit: 2 })
    expect([isError, text]).toEqual([false, expect.stringMatching(/^## 知乎 \(zhihu\): 2 items/)])
    const words = await agent.call('find_in_hot_lists', { words: '的' })
    expect(words.structured).toMatchObject({ lists_searched: 1 })
  })

  it('a missing key is reported in a sentence, and with the key the service answers', async () => {
    const key = encodeKey(new Uint8Array(32).fill(7))
    const keys = createKeyVerifier(parseKeys(`bot:${hashKey(key)}`))
    const url = await (await startHotTrawl({ access: { keys } })).listen()
    const without = await connectOverStdio(['--url', url])
    const refused = await without.call('get_hot_lists', { ids: ['zhihu'] })
    expect(refused).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^This server requires an API key.*TRAWL_KEY/),
    })
    const agent = await connectOverStdio(['--url', url], { env: { TRAWL_KEY: key } })
    expect(await agent.call('get_hot_lists', { ids: ['zhihu'] })).toMatchObject({ isError: false })
  })

  it('an unreachable service is reported in a sentence', async () => {
    const { call } = await connectOverStdio(['--url', 'http://127.0.0.1:9'])
    expect(await call('search_links', { keyword: '灯塔' })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/could not be reached/),
    })
  })

  it('the process ends when its client leaves, in the middle of a search too', async () => {
    const trawl = await startHotTrawl()
    const { client, call, pid } = await connectOverStdio(['--url', await trawl.listen()])
    trawl.standin.setFaults({ kind: 'hang' })
    const search = call('search_links', { keyword: '灯塔' }).catch(() => 'gone')
    await vi.waitFor(() => expect(trawl.standin.asked().length).toBe(searched.length))
    await client.close()
    expect(await search).toBe('gone')
    await vi.waitFor(() => expect(isRunning(pid ?? 0)).toBe(false))
    await vi.waitFor(async () => expect(await cancelledRequests(trawl)).toBe(searched.length))
  })
})
