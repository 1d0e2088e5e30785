// Decodes a picture, scales it and encodes it as WebP, with codecs in WebAssembly.
import { readFileSync } from 'node:fs'
import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js'
import decodePng, { init as initPng } from '@jsquash/png/decode.js'
import initResize, { resize } from '@jsquash/resize/lib/resize/pkg/squoosh_resize.js'
import decodeWebp, { init as initWebpDecoder } from '@jsquash/webp/decode.js'
import encodeWebp, { init as initWebpEncoder } from '@jsquash/webp/encode.js'
import { imageSize } from 'image-size'

/** Four bytes each when decoded. The largest pictures of Telegram have 1.6 million. */
const maxPixels = 3_000_000

/**
 * Real pictures have at most some 20. Each is decoded over all pixels even if it has none of its own, so the work of a progressive JPEG is
 * pixels times scans.
 */
const maxScans = 40

/** Height of a poster per width, as on the page. */
const boxRatio = 76 / 56

const quality = 75

/** The marker before each scan of a JPEG. */
const startOfScan = Buffer.from([0xff, 0xda])

/** The index of a filter in the resize module: sharper than a triangle, cheaper than Lanczos. */
const mitchell = 2

function compile(url: string): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(new URL(url)))
}

/** Whether a JPEG has more scans than real ones. */
function hasManyScans(bytes: Uint8Array<ArrayBuffer>): boolean {
  const all = Buffer.from(bytes.buffer)
  let count = 0
  for (let at = all.indexOf(startOfScan); at >= 0 && count <= maxScans; at = all.indexOf(startOfScan, at + 2))
    count += 1
  return count > maxScans
}

function once<Result>(create: () => Promise<Result>): () => Promise<Result> {
  let created: Promise<Result> | undefined
  return () => {
    created ??= create()
    return created
  }
}

/** Creates a scaler that compiles each codec when it is first used. */
export function createScale() {
  const readyJpeg = once(() => initJpeg(compile(import.meta.resolve('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'))))
  const readyPng = once(() => initPng(compile(import.meta.resolve('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'))))
  const readyWebp = once(() => initWebpDecoder(compile(import.meta.resolve('@jsquash/webp/codec/dec/webp_dec.wasm'))))
  const readyOutput = once(() =>
    Promise.all([
      initResize(compile(import.meta.resolve('@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm'))),
      initWebpEncoder(compile(import.meta.resolve('@jsquash/webp/codec/enc/webp_enc_simd.wasm'))),
    ]),
  )

  async function decode(type: string | undefined, { buffer }: Uint8Array<ArrayBuffer>) {
    if (type === 'jpg') return readyJpeg().then(() => decodeJpeg(buffer, { preserveOrientation: true }))
    return type === 'png' ? readyPng().then(() => decodePng(buffer)) : readyWebp().then(() => decodeWebp(buffer))
  }

  /** The picture as WebP, just large enough to cover a poster of this width; undefined where it is not larger, or has too many pixels. */
  return async (bytes: Uint8Array<ArrayBuffer>, boxWidth: number): Promise<Uint8Array | undefined> => {
    const header = imageSize(bytes)
    // An animated PNG would lose its other frames. Animated WebP is not decoded at all.
    const isAnimated = header.type === 'png' && Buffer.from(bytes.buffer).includes('acTL')
    const isTooLarge = header.width * header.height > maxPixels
    if (isAnimated || isTooLarge || (header.type === 'jpg' && hasManyScans(bytes))) return undefined
    const { data, width, height } = await decode(header.type, bytes)
    const scale = Math.max(boxWidth / width, (boxWidth * boxRatio) / height)
    if (scale >= 1) return undefined
    const [toWidth, toHeight] = [Math.round(width * scale), Math.round(height * scale)]
    await readyOutput()
    const scaled = resize(new Uint8Array(data.buffer), width, height, toWidth, toHeight, mitchell, true, false)
    const pixels = {
      data: new Uint8ClampedArray(scaled),
      width: toWidth,
      height: toHeight,
      colorSpace: 'srgb',
    } as const
    return new Uint8Array(await encodeWebp(pixels, { quality }))
  }
}
