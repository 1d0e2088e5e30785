// Shows the progress of a migration with speed and remaining time: a bar on a terminal, a line every few seconds elsewhere.
import { SingleBar } from 'cli-progress'

export type MigrationProgress = ReturnType<typeof createMigrationProgress>

const lineIntervalMs = 5_000
/** Window over which the speed is measured. */
const speedWindowMs = 10_000

export function createMigrationProgress(
  stream: NodeJS.WritableStream & { readonly isTTY?: boolean },
  epochMs: () => number,
) {
  const bar = stream.isTTY ? createBar(stream) : undefined
  let part = { what: '', of: 0, rows: 0, began: 0, said: 0 }
  let speed = createSpeed()
  const writeLine = (line: string) => void stream.write(`${line}\n`)

  function formatLine(): string {
    const { what, rows, of } = part
    const percent = of === 0 ? 100 : Math.floor((rows / of) * 100)
    return `${what}: ${formatNumber(rows)} of ${formatNumber(of)} rows (${percent} %), ${speed.words(of - rows)}`
  }

  return {
    /** Starts a phase with this number of rows. */
    begin(what: string, total: number): void {
      const at = epochMs()
      part = { what, of: total, rows: 0, began: at, said: at }
      speed = createSpeed()
      speed.note(at, 0)
      if (bar) bar.start(total, 0, { what, speed: '' })
      else writeLine(`${what}: ${formatNumber(total)} rows`)
    },
    advance(rows: number): void {
      const at = epochMs()
      part.rows += rows
      speed.note(at, part.rows)
      if (bar) bar.update(part.rows, { speed: speed.words(part.of - part.rows) })
      if (bar || at - part.said < lineIntervalMs) return
      part.said = at
      writeLine(formatLine())
    },
    /** The number of rows done in this phase. */
    done: () => ({ rows: part.rows, of: part.of }),
    end(): void {
      bar?.stop()
      const seconds = (epochMs() - part.began) / 1_000
      const perSecond = formatNumber(Math.round(part.rows / Math.max(seconds, 0.001)))
      writeLine(`${part.what}: ${formatNumber(part.rows)} rows in ${seconds.toFixed(1)} s, ${perSecond} rows/s`)
    },
  }
}

function createBar(stream: NodeJS.WritableStream): SingleBar {
  return new SingleBar({
    format: '{what} [{bar}] {percentage} % | {value} of {total} | {speed}',
    formatValue: (value, _options, type) =>
      type === 'value' || type === 'total' ? formatNumber(value) : String(value),
    barsize: 24,
    stream,
    hideCursor: true,
    // The caller handles Ctrl+C and stops between two batches.
    gracefulExit: false,
  })
}

function createSpeed() {
  const samples: { readonly at: number; readonly rows: number }[] = []
  return {
    note(at: number, rows: number): void {
      samples.push({ at, rows })
      while (samples.length > 2 && (samples[1]?.at ?? at) < at - speedWindowMs) samples.shift()
    },
    words(left: number): string {
      const [first, last] = [samples[0], samples.at(-1)]
      if (!first || !last || last.at === first.at) return '…'
      const perSecond = ((last.rows - first.rows) / (last.at - first.at)) * 1_000
      const seconds = perSecond > 0 ? `${formatRemaining(left / perSecond)} left` : '…'
      return `${formatNumber(Math.round(perSecond))} rows/s, ${seconds}`
    },
  }
}

function formatRemaining(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  return whole < 3_600
    ? `${Math.floor(whole / 60)} min ${whole % 60} s`
    : `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`
}

/** Formats a number with separators: 200,000. */
export function formatNumber(value: number): string {
  return value.toLocaleString('en')
}
