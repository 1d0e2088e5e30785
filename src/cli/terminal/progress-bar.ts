// A progress bar on one line of a terminal, removed at the end; nothing where there is no terminal.
import { SingleBar } from 'cli-progress'
import type { Output } from './terminal.ts'

export type ProgressBar = ReturnType<typeof startBar>

const maxBarWidth = 30
const minBarWidth = 8

/** Starts the bar `title … 12/131 unit`. */
export function startBar(output: Output, title: string, total: number, unit: string) {
  const bar = new SingleBar({
    stream: output,
    format: `${title} {bar} {value}/{total} ${unit}{said}  {duration} s`,
    barsize: Math.max(minBarWidth, Math.min(maxBarWidth, (output.columns || 80) - 52)),
    barCompleteChar: '█',
    barIncompleteChar: '░',
    clearOnComplete: true,
    // The bar is truncated at the edge, and no terminal mode is changed, so a killed process leaves the terminal intact.
    linewrap: true,
    hideCursor: null,
    gracefulExit: false,
  })
  bar.start(total, 0, { said: '' })
  return {
    /** Sets the number of finished items; `said` is shown after the bar. */
    update: (settled: number, said: string): void => bar.update(settled, { said: said === '' ? '' : `  ${said}` }),
    stop: (): void => bar.stop(),
  }
}

/** Shows a message on a terminal; returns a function that removes it. */
export function showWaiting(output: Output, words: string): () => void {
  if (!output.isTTY) return () => undefined
  output.write(words)
  return () => void output.write('\r\x1b[K')
}
