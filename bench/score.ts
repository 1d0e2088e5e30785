// Runs the score.mjs of a set of marked data.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What the program prints over a folder with these marks, by `file`, for these predictions, or with an option in place of them. */
export function scoreOf(program: string, file: string, marks: object, predictions: object | string): string {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-score-'))
  try {
    const predicted = typeof predictions === 'string' ? predictions : join(folder, 'predictions.json')
    writeFileSync(join(folder, file), JSON.stringify(marks))
    if (typeof predictions !== 'string') writeFileSync(predicted, JSON.stringify(predictions))
    return execFileSync(process.execPath, [program, folder, predicted], { encoding: 'utf8' }).trimEnd()
  } finally {
    rmSync(folder, { recursive: true })
  }
}
