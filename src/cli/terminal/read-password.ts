// Reads a password typed without echo, or piped in by a program.
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** Asks a question on a terminal and does not echo the input. @throws (rejects) Error when the user cancels. */
export function promptHidden(input: NodeJS.ReadableStream, output: NodeJS.WritableStream, question: string) {
  // Raw mode turns off the terminal's echo; readline would echo instead, so its output is discarded.
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

/** Reads the piped input without its final line break. */
export async function readPiped(input: NodeJS.ReadableStream): Promise<string> {
  return (await text(input)).replace(/\r?\n$/, '')
}
