// Runs the command `trawl` as a process: with pipes, as in scripts, or in a terminal of a given width.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { onTestFinished } from 'vitest'

const root = join(import.meta.dirname, '../..')
/** The folder of this Node and the system's default path. */
const path = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`
const node = [process.execPath, join(root, 'src/cli/trawl.ts')]

/** Result of a run. */
export interface TerminalRun {
  readonly status: number | null
  readonly out: string
  readonly err: string
}

/** Options of a run. */
export interface RunOptions {
  /** The whole environment apart from the path. */
  readonly env?: Readonly<Record<string, string>>
  /** Standard input. */
  readonly input?: string
  /** The command words, if not Node with the entry file. */
  readonly start?: readonly string[]
  readonly cwd?: string
}

/** A command that is still running. */
export interface Running {
  readonly ended: Promise<TerminalRun>
  /** Waits until either stream contains a match. @throws (rejects) when it exits first. */
  says(what: RegExp): Promise<void>
  signal(name: NodeJS.Signals): void
}

/** Starts the command in an empty folder; it ends with the test. */
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

/** Runs the command until it exits. */
export function runTerminal(words: readonly string[], options: RunOptions = {}): Promise<TerminalRun> {
  return startTerminal(words, options).ended
}

/** Runs the command in a terminal of `columns`; returns both streams as one text with control sequences. */
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
/** A removed progress bar, and words before a cleared line. */
const wiped = [
  new RegExp(`${esc}7[\\s\\S]*?${esc}8${esc}\\[1G${esc}\\[2K`, 'g'),
  new RegExp(`[^\\n]*\\r${esc}\\[K`, 'g'),
]

/** The text that a terminal shows at the end: without colours and cleared text. */
export function asShown(sent: string): string {
  return stripVTControlCharacters(wiped.reduce((text, gone) => text.replaceAll(gone, ''), sent))
}
