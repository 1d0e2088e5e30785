// Reads and decompresses the body of a reply; its size is bounded before and after decompression.
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
import type { NextSlice } from '../../async/time-slices.ts'
import { UpstreamError } from '../errors.ts'

interface Decompressor {
  sync(bytes: Uint8Array, bound: { maxOutputLength: number; chunkSize?: number }): Uint8Array
  async(bytes: Uint8Array, bound: { maxOutputLength: number }): Promise<Uint8Array>
}

const wrapped: Decompressor = { sync: inflateSync, async: promisify(inflate) }
const raw: Decompressor = { sync: inflateRawSync, async: promisify(inflateRaw) }
const gzip: Decompressor = {
  sync: (bytes, bound) => gunzipSync(bytes, { ...bound, chunkSize: gzipOutputSize(bytes, bound.maxOutputLength) }),
  async: promisify(gunzip),
}

const decompressors: Readonly<Record<string, Decompressor>> = {
  gzip,
  'x-gzip': gzip,
  br: { sync: brotliDecompressSync, async: promisify(brotliDecompress) },
  zstd: { sync: zstdDecompressSync, async: promisify(zstdDecompress) },
}

/** The supported encodings, for the `accept-encoding` header. */
export const acceptedEncodings = 'gzip, br, zstd, deflate'

/** Smaller bodies are decompressed synchronously: passing them to the thread pool and back costs more. */
const smallBytes = 64 * 1024
/** More layers of compression than this do not occur in practice. */
const maxLayers = 2

/**
 * Reads a body to its end, waits for the time slice in which the caller parses it, and decompresses it; after the thread pool did that it
 * waits again, because several may have become ready at once. Neither the received nor the decompressed bytes may exceed `limit`.
 * @throws UpstreamError `mismatch` if it is too large or in an unsupported encoding; `network` if it was truncated.
 */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
  limit: number,
  nextSlice?: NextSlice,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > limit) throw tooLarge(limit)
    chunks.push(chunk)
  }
  await nextSlice?.()
  const [only] = chunks
  let bytes: Uint8Array = chunks.length === 1 && only ? only : Buffer.concat(chunks, length)
  for (const name of layers(encoding)) {
    const isLarge = bytes.length > smallBytes
    bytes = await decompress(name, bytes, limit)
    if (isLarge) await nextSlice?.()
  }
  return bytes
}

function tooLarge(limit: number): UpstreamError {
  return new UpstreamError('mismatch', `the answer is larger than ${Math.round(limit / 1024)} KB`, {
    reason: { code: 'too_large' },
  })
}

/** The encodings in the order in which to undo them. */
function layers(encoding: string | undefined): string[] {
  const names = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  if (names.length > maxLayers) throw new UpstreamError('mismatch', 'the answer is compressed more than twice')
  return names.reverse()
}

async function decompress(name: string, bytes: Uint8Array, limit: number): Promise<Uint8Array> {
  // Some servers send the header with an empty body, as in replies to HEAD.
  if (bytes.length === 0) return bytes
  const decompressor = name === 'deflate' ? deflateOf(bytes) : decompressors[name]
  if (!decompressor)
    throw new UpstreamError('mismatch', `the answer is compressed as ${name.slice(0, 20)}, which was not offered`)
  try {
    const bound = { maxOutputLength: limit }
    return bytes.length <= smallBytes ? decompressor.sync(bytes, bound) : await decompressor.async(bytes, bound)
  } catch (error) {
    throw toUpstreamError(error, limit)
  }
}

/** "deflate" means zlib, but some servers send raw deflate (RFC 9110, 8.4.1.2): the first byte tells them apart. */
function deflateOf(bytes: Uint8Array): Decompressor {
  const first = bytes[0] ?? 0
  return (first & 0x0f) === 8 ? wrapped : raw
}

/** Bytes of an output buffer beyond the stated size. */
const spareBytes = 64

/**
 * Frees a body that is not read again. The garbage collector would do so late, which takes tens of megabytes in a search of a hundred pages.
 * A body that shares its buffer is left alone.
 */
export function freeBody({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength - byteLength <= spareBytes) buffer.transfer(0)
}

/** More than this compression factor does not occur in practice. */
const maxGzipFactor = 32
const minChunkSize = 1024

/** Size of an output buffer that holds all of the output, by the last four bytes (RFC 1952, 2.3.1), if they are plausible. */
function gzipOutputSize(bytes: Uint8Array, limit: number): number {
  const stated =
    bytes.length < 4 ? 0 : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).readUInt32LE(bytes.length - 4)
  // With room to spare zlib sees the end of the stream in the first pass.
  return Math.max(minChunkSize, Math.min(stated + spareBytes, bytes.length * maxGzipFactor, limit))
}

function toUpstreamError(error: unknown, limit: number): UpstreamError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ERR_BUFFER_TOO_LARGE') return tooLarge(limit)
  if (code === 'Z_BUF_ERROR')
    return new UpstreamError('network', 'the answer was cut off', { reason: { code: 'truncated' }, cause: error })
  return new UpstreamError('mismatch', 'the answer could not be decompressed', { cause: error })
}
