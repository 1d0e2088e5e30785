// Tests .npmrc: npm warns of a Node that Trawl does not run on, since it brings its own, for each of some eighty packages and with each command.
import { spawnSync } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { newFolder } from './kit/disk.ts'

const root = join(import.meta.dirname, '..')

/** What `npm install` prints as warnings in a project that wants a later Node than any. */
function installWarnings(hasSettings: boolean): string {
  const folder = newFolder()
  writeFileSync(join(folder, 'package.json'), '{ "name": "later", "version": "1.0.0", "engines": { "node": ">=999" } }')
  if (hasSettings) copyFileSync(join(root, '.npmrc'), join(folder, '.npmrc'))
  const env = { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, HOME: folder }
  return spawnSync('npm', ['install', '--offline'], { cwd: folder, env, encoding: 'utf8' }).stderr
}

it('has npm say nothing of the Node it runs on', () => {
  expect(installWarnings(false)).toContain('EBADENGINE')
  expect(installWarnings(true)).toBe('')
})
