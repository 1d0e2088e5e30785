// Parses the Dockerfile and .dockerignore: instructions with their arguments, and the project files that reach the image.
import { readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { z } from 'zod'

export const root = join(import.meta.dirname, '../..')

/** One instruction: `COPY`, and its arguments, continuation lines included. */
export interface Instruction {
  readonly name: string
  readonly words: string
}

/** The Dockerfile's instructions in order, without comments, with joined lines. */
export function readInstructions(): Instruction[] {
  const lines = readFileSync(join(root, 'Dockerfile'), 'utf8').replace(/^\s*#.*\n/gm, '')
  return lines
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ name: line.split(' ', 1).join(), words: line.slice(line.indexOf(' ') + 1).trim() }))
}

/** The instructions of the last stage. */
export function lastStage(): Instruction[] {
  const all = readInstructions()
  return all.slice(all.findLastIndex(({ name }) => name === 'FROM'))
}

const words = z.array(z.string())

/** The arguments of an instruction of the last stage in exec form. @throws when it has the shell form. */
export function execForm(name: string): string[] {
  const found = lastStage().findLast((instruction) => instruction.name === name)
  return words.parse(JSON.parse((found?.words ?? 'null').replace(/^.*? CMD (?=\[)|^--.* (?=\[)/, '')))
}

/**
 * Whether .dockerignore lets a file through. The last pattern that matches the file or its folder decides, as in
 * Docker.
 */
export function isSent(file: string): boolean {
  const patterns = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const paths = file.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))
  const last = patterns.findLast((pattern) => paths.some((path) => matchesGlob(path, pattern.replace(/^!/, ''))))
  return last === undefined || last.startsWith('!')
}
