// Which notifiers are in force: those of the file, and those that an administrator stored.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { newFolder } from '../../test/kit/disk.ts'
import type { DeclaredNotifier } from './declared-notifier.ts'
import { parseStoredNotifiers } from './load-watch-file.ts'
import { openWatchFile } from './watch-file.ts'

it('a stored notifier is in force after a change, and one of the file overrules that of its name', async () => {
  const path = join(newFolder(), 'watches.yaml')
  writeFileSync(path, 'notifiers:\n  phone:\n    bark: https://api.day.app\n    key: of-the-file\n')
  let stored: readonly DeclaredNotifier[] = []
  const log = { info: () => undefined, warn: () => undefined }
  const outgoing = { proxyFor: () => undefined, allowance: { hosts: new Set<string>(), ranges: [] } }
  const options = { path, stored: () => stored, env: {}, outgoing, listIds: new Set<string>(), log, epochMs: () => 0 }
  const file = await openWatchFile(options)
  onTestFinished(file.close)
  const named = () => file.notifiers().map(({ name, isShared }) => [name, isShared])
  expect(named()).toEqual([['phone', false]])
  const keys = { bark: 'https://api.day.app', key: 'x', shared: true }
  stored = parseStoredNotifiers(JSON.stringify({ phone: keys, group: keys }))
  expect(named()).toEqual([
    ['phone', false],
    ['group', true],
  ])
  stored = []
  expect(named()).toEqual([['phone', false]])
})
