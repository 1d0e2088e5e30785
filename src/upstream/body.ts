// Reads a reply's body: bounded in size after decompression, whatever the upstream sends.
import { promisify } from 'node:util'
import {
  brotliDecompress,
  brotliDecompressSync,
  gunzip,
  gunzipSync,
  inflate,
  inflateRaw,
  inflateRawSync,
  inflateSync,
  zstdDecompress,
  zstdDecompressSync,
} from 'node:zlib'
import { UpstreamError } from './errors.ts'

interface Bound {
  readonly maxOutputLength: number
}

interface Decompressor {
  sync(bytes: Uint8Array, bound: Bound): Uint8Array
  async(bytes: Uint8Array, bound: Bound): Promise<Uint8Array>
}

const wrapped: Decompressor = { sync: inflateSync, async: promisify(inflate) }
const raw: Decompressor = { sync: inflateRawSync, async: promisify(inflateRaw) }
const gzip: Decompressor = { sync: gunzipSync, async: promisify(gunzip) }

const decompressors: Readonly<Record<string, Decompressor>> = {
  gzip,
  'x-gzip': gzip,
  br: { sync: brotliDecompressSync, async: promisify(brotliDecompress) },
  zstd: { sync: zstdDecompressSync, async: promisify(zstdDecompress) },
}

/** What we can read, for the request's `accept-encoding`. */
export const acceptedEncodings = 'gzip, br, zstd, deflate'

/** Below this size decompressing at once costs less than handing the bytes to another thread and back. */
const smallBytes = 64 * 1024
/** Nobody compresses more often than this in earnest. */
const mostLayers = 2

/**
 * Reads a body to its end and decompresses it. Neither the bytes received nor those after decompression may exceed `limit`.
 * @throws UpstreamError `mismatch` when it is too large or compressed in a way that cannot be read; `network` when it was cut off.
 */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
  limit: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > limit) throw tooLarge(limit)
    chunks.push(chunk)
  }
  const [only] = chunks
  let bytes: Uint8Array = chunks.length === 1 && only ? only : Buffer.concat(chunks, length)
  for (const name of layers(encoding)) bytes = await decompress(name, bytes, limit)
  return bytes
}

function tooLarge(limit: number): UpstreamError {
  return new UpstreamError('mismatch', `the answer is larger than ${Math.round(limit / 1024)} KB`)
}

/** The encodings in the order in which they must be undone. */
function layers(encoding: string | undefined): string[] {
  const names = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  if (names.length > mostLayers) throw new UpstreamError('mismatch', 'the answer is compressed more than twice')
  return names.reverse()
}

async function decompress(name: string, bytes: Uint8Array, limit: number): Promise<Uint8Array> {
  // HEAD-like answers and some servers send the header with an empty body.
  if (bytes.length === 0) return bytes
  const decompressor = name === 'deflate' ? deflateOf(bytes) : decompressors[name]
  if (!decompressor)
    throw new UpstreamError('mismatch', `the answer is compressed as ${name.slice(0, 20)}, which was not offered`)
  try {
    const bound = { maxOutputLength: limit }
    return bytes.length <= smallBytes ? decompressor.sync(bytes, bound) : await decompressor.async(bytes, bound)
  } catch (error) {
    throw asFailure(error, limit)
  }
}

/** "deflate" should be wrapped as zlib, and by some servers is not (RFC 9110, 8.4.1.2): the first byte tells. */
function deflateOf(bytes: Uint8Array): Decompressor {
  const first = bytes[0] ?? 0
  return (first & 0x0f) === 8 ? wrapped : raw
}

function asFailure(error: unknown, limit: number): UpstreamError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ERR_BUFFER_TOO_LARGE') return tooLarge(limit)
  if (code === 'Z_BUF_ERROR') return new UpstreamError('network', 'the answer was cut off', { cause: error })
  return new UpstreamError('mismatch', 'the answer could not be decompressed', { cause: error })
}
