// Runs a program of this project as a process that ends with the test.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { compiled } from './compiled.ts'

const root = join(import.meta.dirname, '../..')

export interface Program {
  /** Waits until the output matches and returns the match. @throws when the program exits first. */
  says(what: RegExp): Promise<RegExpExecArray>
  signal(name: NodeJS.Signals): void
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>
  readonly pid: number
  /** Stops reading its output and closes the pipe. */
  deafen(): void
  /** Output of both streams so far. */
  output(): string
}

/**
 * Runs a file of this project with Node in exactly this environment, plus the compile cache. It starts in `cwd`, or in
 * an empty folder so that a developer's `.env` is not read.
 */
export function run(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd?: string,
): Program {
  return runCommand([...nodeWords(file), ...args], env, cwd)
}

/** Whether a process runs; a zombie does not count. Linux only: reads /proc. */
export function isRunning(pid: number): boolean {
  try {
    return /\) [^Z] \d+/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** The command words that run a file of this project with Node. */
export function nodeWords(file: string): readonly string[] {
  return [process.execPath, join(root, file)]
}

/** The same with any command: its name or path, and its arguments. */
export function runCommand(
  [command = '', ...words]: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd?: string,
): Program {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-data-'))
  const own = { DATA_DIR: folder, ...compiled, ...env }
  const child = spawn(command, words, { cwd: cwd ?? folder, env: own, stdio: 'pipe' })
  let output = ''
  const heard = new EventTarget()
  const hear = (chunk: Buffer) => {
    output += chunk
    heard.dispatchEvent(new Event('words'))
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const ended = once(child, 'close').then(() => {
    heard.dispatchEvent(new Event('words'))
    return child.exitCode
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true })
  })
  const says = (what: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const found = what.exec(output)
        if (found) resolve(found)
        else if (child.exitCode !== null) reject(new Error(`ended without saying ${what}:\n${output}`))
        else heard.addEventListener('words', look, { once: true })
      }
      look()
    })
  const deafen = () => void child.stdout.destroy()
  const pid = child.pid ?? 0
  return { pid, says, signal: (name) => child.kill(name), ended, deafen, output: () => output }
}
