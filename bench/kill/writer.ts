// A process that writes versions until it is killed, and prints those that were acknowledged: WRITER FOLDER DATABASE MAX_BYTES FIRST_VERSION.
import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { isWriterName, writerOf } from './stores.ts'

const [name = '', folder = '', database = '', maxBytes = '', first = ''] = process.argv.slice(2)
if (!isWriterName(name)) throw new Error(`no writer is called ${name}`)
const { keys, open } = writerOf(name)
const store = await open({
  folder,
  database: database === '' ? undefined : new URL(database),
  ...(maxBytes === '' ? {} : { maxBytes: Number(maxBytes) }),
})
const counter = { version: Number(first) }

// The process is always killed, so it saves the compile cache itself.
flushCompileCache()

async function keepWriting(key: string): Promise<never> {
  for (;;) {
    counter.version += 1
    const version = counter.version
    if (await store.write(key, version)) writeSync(1, `${key} ${version}\n`)
    // Refused at once while a database is down; without a pause nothing else would get a turn.
    else await pause(20)
  }
}

await Promise.all(keys.map(keepWriting))
