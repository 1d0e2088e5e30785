// A process that writes to a disk in a loop and prints acknowledged writes until it is killed: FOLDER MAX_BYTES FIRST_VERSION SEED.
import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { openTrawlDb } from '../../src/store/trawl-db/client.ts'
import { seeded } from './clocks.ts'

const [folder = '', maxBytes = '', firstVersion = '', seed = ''] = process.argv.slice(2)
const random = seeded(Number(seed))
const answerKeys = 150
const recordNames = 5
const writers = 24

function logged(_said: unknown): void {
  // Only acknowledged writes count.
}

/** A text that begins with its version and hardly compresses. */
function bodyOf(version: number): Uint8Array<ArrayBuffer> {
  const length = random() < 0.9 ? random() * 3_000 : random() * 60_000
  let text = `{"version":${version},"rest":"`
  while (text.length < length) text += random().toString(36).slice(2)
  return new TextEncoder().encode(`${text}"}`)
}

const log = { warn: logged, info: logged, error: logged }
const disk = await openTrawlDb({ folder, maxBytes: Number(maxBytes), log, epochMs: Date.now }, { gatherMs: 0 })

async function writeOne(version: number): Promise<void> {
  const isRecord = random() < 0.05
  const key = isRecord ? `record:${Math.floor(random() * recordNames)}` : `answer:${Math.floor(random() * answerKeys)}`
  const until = Date.now() + 3_600_000
  const json = bodyOf(version)
  const isWritten = isRecord
    ? (await disk.writeRecord(key, json)) === 'written'
    : await disk.writeAnswer(key, { at: version, until, json })
  if (isWritten) writeSync(1, `${key} ${version}\n`)
}

async function keepWriting(versions: Iterator<number, never>): Promise<never> {
  for (;;) await writeOne(versions.next().value)
}

function* countFrom(first: number): Generator<number, never> {
  for (let version = first; ; version += 1) yield version
}

// The process is always killed, so it saves the compile cache itself.
flushCompileCache()

// Reads the records of an earlier process before overwriting them.
for (let at = 0; at < recordNames; at += 1) await disk.readRecord(`record:${at}`)
const versions = countFrom(Number(firstVersion))
await Promise.all(Array.from({ length: writers }, () => keepWriting(versions)))
