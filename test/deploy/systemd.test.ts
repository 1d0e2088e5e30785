// Tests the systemd unit: systemd verifies it, and it starts the service as npm start does.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newFolder } from '../kit/disk.ts'
import { root } from './image-files.ts'
import { systemPath } from './system-path.ts'

const unit = readFileSync(join(root, 'docs/deploy/trawl.service'), 'utf8')
const analyze = { env: { PATH: systemPath }, encoding: 'utf8' } as const

function setting(name: string): string[] {
  return Array.from(unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm')), ([, value = '']) => value)
}

/** A copy of the unit with the program path of this project. */
function unitHere(): string {
  const folder = newFolder()
  const file = join(folder, 'trawl.service')
  writeFileSync(file, unit.replace('/opt/trawl/trawl', process.execPath))
  return file
}

it('starts the portable folder', () => {
  expect(setting('ExecStart')).toEqual(['/opt/trawl/trawl start'])
  expect(setting('WorkingDirectory')).toEqual(['/opt/trawl'])
})

it('gives it time to finish, and the one folder it writes to', () => {
  expect(Number.parseInt(setting('TimeoutStopSec').join(), 10)).toBeGreaterThan(64)
  expect(setting('Environment')).toContain('DATA_DIR=/var/lib/trawl')
  expect(setting('StateDirectory')).toEqual(['trawl'])
})

// systemd exists on Linux only; test/setup.ts checks that it is installed.
it.runIf(process.platform === 'linux')('is a unit that systemd understands and finds little to attack in', () => {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', unitHere()], analyze)
  expect([status, stdout, stderr]).toEqual([0, '', ''])
  const judged = execFileSync(
    'systemd-analyze',
    ['security', '--offline=true', '--no-pager', '--threshold=15', unitHere()],
    analyze,
  )
  expect(judged).toMatch(/exposure level for trawl\.service: (?:0|1)\.\d /)
})
