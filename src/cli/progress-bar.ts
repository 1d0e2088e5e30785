// How far a command is, on one line of a terminal that is gone when it is done; where there is no terminal, nothing.
import { SingleBar } from 'cli-progress'
import type { Output } from './terminal.ts'

/** A bar on standard error. */
export interface ProgressBar {
  /** So much of all there is has settled; `said` stands behind the bar. */
  update(settled: number, said: string): void
  /** Takes it away. It may be called more than once. */
  stop(): void
}

/** What is counted: `asking … 12/131 sources`. */
interface Counting {
  readonly title: string
  readonly unit: string
  readonly total: number
}

const mostBar = 30
const fewestBar = 8

/** Begins one. */
export function startBar(output: Output, { title, unit, total }: Counting): ProgressBar {
  const bar = new SingleBar({
    stream: output,
    format: `${title} {bar} {value}/{total} ${unit}{said}  {duration} s`,
    barsize: Math.max(fewestBar, Math.min(mostBar, (output.columns || 80) - 52)),
    barCompleteChar: '█',
    barIncompleteChar: '░',
    clearOnComplete: true,
    // Cut at the edge, and no mode of the terminal is changed: whoever kills us leaves it as it was.
    linewrap: true,
    hideCursor: null,
    gracefulExit: false,
  })
  bar.start(total, 0, { said: '' })
  return {
    update: (settled, said) => bar.update(settled, { said: said === '' ? '' : `  ${said}` }),
    stop: () => bar.stop(),
  }
}

/** Says on a terminal what is being waited for; gives what takes the words away. */
export function sayWaiting(output: Output, words: string): () => void {
  if (!output.isTTY) return () => undefined
  output.write(words)
  return () => void output.write('\r\x1b[K')
}
