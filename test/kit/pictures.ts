// An app that fetches pictures from a stand-in, which plays hosts, their faults and files that are not pictures.
import { onTestFinished } from 'vitest'
import { parseImageHosts } from '../../src/image-proxy/allowed-hosts.ts'
import { createImageProxy, type ProxiedImage } from '../../src/image-proxy/image-proxy.ts'
import { createPictureScaler } from '../../src/image-proxy/scaling/scaler.ts'
import { createMemoryBudget } from '../../src/store/memory/memory-budget.ts'
import { startStandin } from '../../standin/server.ts'
import { testApp } from '../contract/app-parts.ts'
import { createTestBans } from './disk.ts'
import { gatewayTransport, makeUpstream } from './wire.ts'

/** The address of a picture that the stand-in has. */
export const address = 'https://cdn4.telesco.pe/file/crane.jpg'

/** An app that fetches pictures from a stand-in, with this `PICTURE_HOSTS`. */
export async function startPictures(setting = '', bans = createTestBans()) {
  const standin = await startStandin()
  const { upstream } = makeUpstream({ transport: gatewayTransport(standin.url) })
  onTestFinished(async () => {
    await upstream.close()
    await standin.close()
  })
  const hosts = parseImageHosts(setting)
  const cache = createMemoryBudget(10_000_000, Date.now).createCache<ProxiedImage>()
  const { download } = upstream
  // A busy machine must not make a picture late.
  const scaler = createPictureScaler({ limitMs: 60_000, waitMs: 60_000 })
  const { app, lines } = testApp({
    images: hosts && createImageProxy({ hosts, download, scaler, cache, bans, epochMs: Date.now }),
  })
  const get = (url: string, headers: Record<string, string> = {}, more = '') =>
    app.inject({ url: `/api/v1/picture?url=${encodeURIComponent(url)}${more}`, headers })
  return { standin, app, get, lines, asked: () => standin.asked().map(({ upstreamUrl }) => upstreamUrl) }
}
