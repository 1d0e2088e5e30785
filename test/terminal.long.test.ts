// `trawl` as a process, against a service over the stand-in: signals, pipes, and services that fail or go away.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Standin } from '../standin/server.ts'
import { runTerminal, startServedTrawl, startTerminal } from './kit/terminal.ts'

/** Whether a channel is being searched for this keyword. */
function isAsked(standin: Standin, kw: string): boolean {
  return standin.asked().some(({ upstreamUrl }) => {
    const { host, searchParams } = new URL(upstreamUrl)
    return host === 't.me' && searchParams.get('q') === kw
  })
}

describe('trawl search', () => {
  it('ends with 3 when nothing is found and that may be because sources failed', async () => {
    const { env, standin } = await startServedTrawl()
    standin.setFaults({ kind: '503', host: 't.me' })
    const words = ['search', 'zzqqyy', '--channels', 'demo_two', '--src', 'tg']
    const unsure = await runTerminal([...words, '--details'], { env })
    expect(unsure.status).toBe(3)
    expect(unsure.err).toMatch(
      /^no links; 0 of 1 source answered.*\n1 source failed\ntg:demo_two failed: unavailable: /,
    )
    expect((await runTerminal([...words, '--json'], { env })).status).toBe(3)
    const unknown = await runTerminal(['search', '纸鹤', '--plugins', 'labi,nosuch', '--src', 'plugin'], { env })
    expect(unknown).toMatchObject({ status: 0, err: expect.stringContaining('nosuch') })
  })

  it('ends quietly when nobody reads on', async () => {
    const { env } = await startServedTrawl()
    const command = join(import.meta.dirname, '../src/cli/trawl.ts')
    const start = ['bash', '-c', 'set -o pipefail; "$0" "$@" | head -1', process.execPath, command]
    const { status, out, err } = await runTerminal(['search', '纸鹤', '--by', 'cloud', '--limit', '0'], { env, start })
    expect({ status, out }).toEqual({ status: 0, out: expect.stringMatching(/^\w+ {2}\d+\n$/) })
    expect(err).not.toContain('EPIPE')
  })

  it('shows after Ctrl+C what has come by then, and of JSON nothing', async () => {
    const { env, standin } = await startServedTrawl()
    standin.setFaults({ kind: 'hang', host: 't.me' })
    const going = startTerminal(['search', '纸鹤', '--limit', '1'], { env })
    const json = startTerminal(['search', '灯塔', '--json'], { env })
    // Both must be running to receive the signal.
    for (const kw of ['纸鹤', '灯塔']) await expect.poll(() => isAsked(standin, kw)).toBe(true)
    going.signal('SIGINT')
    json.signal('SIGINT')
    const stopped = await going.ended
    expect(stopped.status).toBe(130)
    expect(stopped.err).toMatch(/(?:works? with \d+ links?.*|no links) so far: \d of \d sources finished/)
    expect(await json.ended).toEqual({ status: 130, out: '', err: '' })
  })

  it('shows what had come when the service goes, and says so', async () => {
    const { env, standin, kill } = await startServedTrawl()
    standin.setFaults({ kind: 'hang', host: 't.me' })
    const going = startTerminal(['search', '纸鹤', '--limit', '1'], { env })
    await expect.poll(() => isAsked(standin, '纸鹤')).toBe(true)
    kill()
    const { status, err } = await going.ended
    expect(status).toBe(2)
    expect(err).toMatch(/http:\/\/127\.0\.0\.1:\d+ could not be reached|the answer from http:\S+ was interrupted/)
    expect(err).not.toMatch(/^ +at /m)
  })
})

describe('trawl hot --follow', () => {
  it('goes on after the Trawl was away, says so, and shows again only what is new', async () => {
    const { env, standin, kill, startAgain } = await startServedTrawl({}, { lists: 'growing' })
    const following = startTerminal(['hot', 'weibo', '--follow', '--limit', '1'], { env })
    const messages = startTerminal(['hot', 'weibo', '--follow', '--json'], { env })
    await Promise.all([following.says(/^ 1 /m), messages.says(/"type":"end"/)])
    kill()
    await Promise.all(
      [following, messages].map(({ says }) => says(/was interrupted: .*\nReconnecting until the server is back\.$/m)),
    )
    standin.setStep(1)
    await startAgain()
    await Promise.all([following.says(/^ 1 [\s\S]*^ 1 /m), messages.says(/"type":"end"[\s\S]*"type":"end"/)])
    for (const one of [following, messages]) one.signal('SIGINT')
    for (const { status, err } of await Promise.all([following.ended, messages.ended]))
      expect([status, err.match(/Reconnecting/g)?.length]).toEqual([130, 1])
  })

  it('ends when it cannot be followed in the first place', async () => {
    const { env, kill } = await startServedTrawl()
    kill()
    const { status, err } = await runTerminal(['hot', 'weibo', '--follow'], { env })
    expect([status, err]).toEqual([2, expect.stringContaining('could not be reached')])
  })
})
