// The command `trawl` as a process: with pipes, as scripts run it, or in a window of a terminal of so many columns.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { onTestFinished } from 'vitest'

const root = join(import.meta.dirname, '../..')
/** The Node that runs the tests, and what every system has. */
const path = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`
const node = [process.execPath, join(root, 'src/cli/trawl.ts')]

/** What a run came to. */
export interface TerminalRun {
  readonly status: number | null
  readonly out: string
  readonly err: string
}

/** How it is run. */
export interface RunOptions {
  /** All of its environment but the path. */
  readonly env?: Readonly<Record<string, string>>
  /** What stands in standard input. */
  readonly input?: string
  /** The words that start it, where that is not Node with the entry file. */
  readonly start?: readonly string[]
  readonly cwd?: string
}

/** A run that goes on. */
export interface Running {
  readonly ended: Promise<TerminalRun>
  /** Waits until it has written this, to either stream. @throws (rejects) when it ends before. */
  says(what: RegExp): Promise<void>
  signal(name: NodeJS.Signals): void
}

/** Starts it in an empty folder; it ends with the test. */
export function startTerminal(words: readonly string[], options: RunOptions = {}): Running {
  const { env = {}, input = '', start = node, cwd } = options
  const folder = mkdtempSync(join(tmpdir(), 'trawl-terminal-'))
  const [command = '', ...first] = start
  const own = { PATH: path, ...env }
  const child = spawn(command, [...first, ...words], { cwd: cwd ?? folder, env: own, stdio: 'pipe' })
  const said = { out: '', err: '' }
  const heard = new EventTarget()
  for (const [name, stream] of [['out', child.stdout] as const, ['err', child.stderr] as const])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said[name] += text
      heard.dispatchEvent(new Event('words'))
    })
  child.stdin.on('error', () => undefined).end(input)
  const ended = once(child, 'close').then(() => {
    heard.dispatchEvent(new Event('words'))
    return { status: child.exitCode, ...said }
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true })
  })
  const says = (what: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (what.test(said.out + said.err)) resolve()
        else if (child.exitCode !== null) reject(new Error(`ended without saying ${what}:\n${said.out}\n${said.err}`))
        else heard.addEventListener('words', look, { once: true })
      }
      look()
    })
  return { ended, says, signal: (name) => child.kill(name) }
}

/** Runs it to its end. */
export function runTerminal(words: readonly string[], options: RunOptions = {}): Promise<TerminalRun> {
  return startTerminal(words, options).ended
}

/** Runs it in a window of so many columns; what it writes to both streams comes as one text, as the terminal is sent it. */
export async function runInWindow(
  columns: number,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Omit<TerminalRun, 'err'>> {
  const quoted = [...node, ...words].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
  const start = ['script', '-qec', `stty cols ${columns} rows 40; ${quoted}`, '/dev/null']
  const { status, out } = await runTerminal([], { start, env: { TERM: 'xterm-256color', SHELL: '/bin/sh', ...env } })
  return { status, out: out.replaceAll('\r\n', '\n') }
}

const esc = '\x1b'
/** A bar that was taken away again, and words in whose place a line was wiped. */
const wiped = [
  new RegExp(`${esc}7[\\s\\S]*?${esc}8${esc}\\[1G${esc}\\[2K`, 'g'),
  new RegExp(`[^\\n]*\\r${esc}\\[K`, 'g'),
]

/** What a terminal shows in the end of what it was sent: without colours, and without what was wiped away. */
export function asShown(sent: string): string {
  return stripVTControlCharacters(wiped.reduce((text, gone) => text.replaceAll(gone, ''), sent))
}
