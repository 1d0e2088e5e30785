// A process that records refreshes of a list and compresses days until it is killed: FOLDER FIRST. Prints the number of each refresh that was stored.
import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { openHistoryDatabase } from '../../src/store/history/sqlite-database.ts'
import { type RefreshToWrite, refreshOf } from './killed-history-refreshes.ts'

const [folder = '', first = ''] = process.argv.slice(2)
const limits = { maxDays: 365, maxBytes: 1_000_000_000 }
const database = openHistoryDatabase(`${folder}/history.db`, limits, false)

// The process is always killed, so it saves the compile cache itself.
flushCompileCache()

for (let number = Number(first); ; number += 1) {
  const refresh: RefreshToWrite = refreshOf(number)
  await database.write([refresh])
  writeSync(1, `${number}\n`)
  if (number % 40 === 0) await database.tidy(refresh.at)
}
