// Downloads from local servers: accepted statuses, and what a failure means for the host.
import { describe, expect, it } from 'vitest'
import { answers, scriptedServer } from '../../../test/kit/scripted-server.ts'
import { failureOf, makeWire } from '../../../test/kit/wire.ts'
import { defaultLimits } from '../source.ts'
import { createDownload } from './download.ts'

function makeDownload() {
  const download = createDownload(makeWire())
  const signal = new AbortController().signal
  const want = {
    limits: defaultLimits,
    init: { answers: [401, 403] },
    signal,
    mayFollow: () => true,
    caller: { limits: [] },
  }
  return (url: string) => download(new URL(url), want)
}

describe('a download', () => {
  it.each([401, 403])(
    'is none under a status %i that its host is not to suffer for, whatever comes with it',
    async (code) => {
      const server = await scriptedServer([answers('a picture of a lock', {}, code), answers('what was wanted')])
      const download = makeDownload()
      const refused = await failureOf(download(server.url('/one')))
      expect(refused).toMatchObject({ kind: 'blocked', message: `answered ${code}`, status: code })
      expect(Buffer.from(await download(server.url('/other'))).toString()).toBe('what was wanted')
    },
  )

  it('is what comes under any status from 200 to 299', async () => {
    const server = await scriptedServer([answers('whole', {}, 200), answers('as a proxy has it', {}, 203)])
    const download = makeDownload()
    const bodies = [await download(server.url('/')), await download(server.url('/'))]
    expect(bodies.map((bytes) => Buffer.from(bytes).toString())).toEqual(['whole', 'as a proxy has it'])
  })
})
