// The Dockerfile and .dockerignore, read: instructions with their words, and which files of this project reach the image.
import { readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { z } from 'zod'

export const root = join(import.meta.dirname, '../..')

/** One instruction: `COPY`, and what follows it on its line or lines. */
export interface Instruction {
  readonly name: string
  readonly words: string
}

/** The Dockerfile's instructions in order, without comments, continued lines joined. */
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

/** What follows an instruction of the last stage, as the list of words that it must be. @throws when it is there in the form of a shell. */
export function execForm(name: string): string[] {
  const found = lastStage().findLast((instruction) => instruction.name === name)
  return words.parse(JSON.parse((found?.words ?? 'null').replace(/^.*? CMD (?=\[)|^--.* (?=\[)/, '')))
}

/** Does .dockerignore let a file of this project through? The last pattern that fits it or a folder of it decides, as Docker has it. */
export function isSent(file: string): boolean {
  const patterns = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const paths = file.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))
  const last = patterns.findLast((pattern) => paths.some((path) => matchesGlob(path, pattern.replace(/^!/, ''))))
  return last === undefined || last.startsWith('!')
}
