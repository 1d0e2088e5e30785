// Prepares a release: checks its tag, writes the notes from CHANGELOG.md, and prints `name=value` lines for the workflow.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }

/** The text below the heading of a version, `## [1.0.0] - 2026-11-23`. @throws Error if there is no such heading, or nothing below it. */
export function findReleaseNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^(?=## )/m)
  const section = sections.find((text) => text.startsWith(`## [${version}] - `))
  const notes = section?.slice(section.indexOf('\n')).trim() ?? ''
  if (notes === '') throw new Error(`CHANGELOG.md has no section "## [${version}] - DATE"`)
  return `${notes}\n`
}

function prepareRelease([tag, file]: readonly string[]): void {
  const { version } = manifest
  if (tag === undefined || file === undefined) throw new Error('usage: node tools/release-notes.ts TAG FILE')
  if (tag !== `v${version}`) throw new Error(`the tag is ${tag}, but package.json has version ${version}`)
  writeFileSync(file, findReleaseNotes(readFileSync(join(import.meta.dirname, '../CHANGELOG.md'), 'utf8'), version))
  const isPrerelease = version.includes('-')
  /** `channel` is the tag of the npm package and of the image. */
  process.stdout.write(`version=${version}\nprerelease=${isPrerelease}\nchannel=${isPrerelease ? 'next' : 'latest'}\n`)
}

if (import.meta.main) prepareRelease(process.argv.slice(2))
