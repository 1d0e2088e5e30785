// Reads a password that somebody types, without showing it; or that a program writes.
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/**
 * Asks on a terminal and shows nothing of what is typed.
 * @throws (rejects) Error when it is broken off.
 */
export function askHidden(input: NodeJS.ReadableStream, output: NodeJS.WritableStream, question: string) {
  // The terminal does not show what is typed while a line is edited; the editing itself would, so what it writes goes nowhere.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: nowhere, terminal: true, historySize: 0 })
  output.write(question)
  return new Promise<string>((resolve, reject) => {
    lines.once('line', (line) => {
      resolve(line)
      lines.close()
    })
    lines.once('close', () => {
      output.write('\n')
      reject(new Error('nothing was entered'))
    })
  })
}

/** All that a program writes; the end of a last line does not belong to it. */
export async function readWritten(input: NodeJS.ReadableStream): Promise<string> {
  return (await text(input)).replace(/\r?\n$/, '')
}
