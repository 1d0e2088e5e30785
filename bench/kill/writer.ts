// A process that writes versions until it is killed, and prints those that it was told are stored: WRITER FOLDER DATABASE FIRST_VERSION.
import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { openings, type WriterName } from './stores.ts'

function isWriter(name: string): name is WriterName {
  return name in openings
}

const [name = '', folder = '', database = '', first = ''] = process.argv.slice(2)
if (!isWriter(name)) throw new Error(`no writer is called ${name}`)
const store = await openings[name]({ folder, database: database === '' ? undefined : new URL(database) })
const keys = Array.from({ length: 12 }, (_, at) => `key${at}x`)
const counter = { version: Number(first) }

// The process is always killed, so it saves the compile cache itself.
flushCompileCache()

async function keepWriting(key: string): Promise<never> {
  for (;;) {
    counter.version += 1
    const mine = counter.version
    if (await store.write(key, mine)) writeSync(1, `${key} ${mine}\n`)
    // Refused at once while a database is down; without a pause nothing else would get a turn.
    else await pause(20)
  }
}

await Promise.all(keys.map(keepWriting))
