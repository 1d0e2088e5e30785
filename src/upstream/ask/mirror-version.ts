// One version of a mirrored file: downloaded with a conditional request, stored, loaded after a restart.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { UpstreamError } from '../errors.ts'
import { createCallers } from '../host/queue.ts'
import { createAskBudget } from '../net/ask-budget.ts'
import { type AskContext, type ExchangeDependencies, exchange, type ReceivedReply } from '../net/exchange.ts'
import type { Init, Limits, MirroredFile } from '../source.ts'

/** Persistent file storage; `store/` implements it. No call rejects: a failed read is logged and returns undefined. */
export interface MirrorStorage {
  read(name: string): Promise<Uint8Array | undefined>
  write(name: string, bytes: Uint8Array): Promise<unknown>
}

/** Receives warnings; in the parser process it sends them to the main process. */
export interface WarningLog {
  warn(fields: object, words: string): void
}

/** The ask that reads a mirrored file. */
export type ReadingAsk = Pick<AskContext, 'limits' | 'signal'>

export interface DownloadedFile {
  /** Name of the file in the storage. */
  readonly name: string
  readonly url: string
  readonly init: Init
  readonly limits: Limits
}

/** Dependencies of file mirrors, apart from the storage. */
export interface FileMirrorDeps {
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  /** @throws UpstreamError of any kind. */
  readonly download: (file: DownloadedFile, signal: AbortSignal) => Promise<ReceivedReply>
}

/** A mirrored file: parsed value, time of its last check (epoch milliseconds), headers for a conditional request. */
export interface MirrorVersion {
  readonly value: unknown
  readonly checkedAt: number
  readonly conditions: Conditions
}

type Conditions = Readonly<Record<string, string>>

/** Maximum duration of a download. */
const downloadMs = 2 * 60_000

/** The ask that downloads, and the previous version. */
interface RefreshOptions {
  readonly ask: ReadingAsk
  readonly old: MirrorVersion | undefined
  readonly signal: AbortSignal
}

/** Downloads the file and stores it; an unchanged one only gets a new time. @throws UpstreamError of any kind. */
export async function refresh<T>(
  { name, storage }: { readonly name: string; readonly storage: MirrorStorage },
  file: MirroredFile<T>,
  { ask, old, signal }: RefreshOptions,
  { download, epochMs }: FileMirrorDeps,
): Promise<MirrorVersion> {
  const init = { ...file.init, headers: { ...file.init?.headers, ...old?.conditions } }
  const reply = await download({ name, url: file.url, init, limits: ask.limits }, signal)
  const checkedAt = epochMs()
  if (reply.isUnchanged && old) {
    const bytes = await storage.read(name)
    if (bytes)
      await storage.write(name, encodeMirror({ checkedAt, conditions: old.conditions }, decodeMirror(bytes).body))
    return { ...old, checkedAt }
  }
  const copy = { value: parseFile(file, reply.bytes), checkedAt, conditions: conditionsOf(reply.headers) }
  await storage.write(name, encodeMirror(copy, reply.bytes))
  return copy
}

/** The name of the stored file. */
export function storageName(source: string, url: string): string {
  const id = createHash('sha256').update(`${source} ${url}`).digest('hex').slice(0, 16)
  return `copy-${source.replaceAll(/[^\w-]/g, '-')}-${id}`
}

/** Creates the function that downloads files, with time and slot of their own, within the limits of the source. */
export function createFileDownload(wire: ExchangeDependencies): FileMirrorDeps['download'] {
  return ({ url, init, limits: own }, signal) => {
    const limits = { ...own, attemptMs: downloadMs, askMs: downloadMs }
    const budget = createAskBudget(downloadMs, wire.monotonicMs)
    return exchange(url, init, { limits, signal, callers: createCallers(), budget }, wire)
  }
}

function conditionsOf(headers: ReceivedReply['headers']): Conditions {
  const { etag, 'last-modified': modified } = headers
  return {
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
    ...(modified === undefined ? {} : { 'if-modified-since': modified }),
  }
}

/** Loads the stored version; undefined if there is none or it cannot be read. */
export async function loadStored(
  storage: MirrorStorage,
  name: string,
  file: MirroredFile<unknown>,
): Promise<MirrorVersion | undefined> {
  const bytes = await storage.read(name)
  if (!bytes) return undefined
  try {
    const { head, body } = decodeMirror(bytes)
    return { ...head, value: file.read(body) }
  } catch {
    // Truncated, or written by an older version of the source: it is downloaded again.
    return undefined
  }
}

function parseFile<T>(file: MirroredFile<T>, bytes: Uint8Array): T {
  try {
    return file.read(bytes)
  } catch (error) {
    if (error instanceof UpstreamError) throw error
    throw new UpstreamError('mismatch', 'the file is not what this source expects', { cause: error })
  }
}

const head = z.object({ checkedAt: z.number(), conditions: z.record(z.string(), z.string()) })
type StoredHead = z.infer<typeof head>

const lineEnd = 10

/** Encodes a file: one line of JSON, then the content. */
function encodeMirror({ checkedAt, conditions }: StoredHead, body: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ checkedAt, conditions })}\n`), body])
}

function decodeMirror(bytes: Uint8Array): { head: StoredHead; body: Uint8Array } {
  const end = bytes.indexOf(lineEnd)
  return { head: head.parse(JSON.parse(Buffer.from(bytes.subarray(0, end)).toString())), body: bytes.subarray(end + 1) }
}
