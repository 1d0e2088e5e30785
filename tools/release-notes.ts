// Prepares a release: checks its tag, writes the notes from CHANGELOG.md, and prints `name=value` lines for the workflow.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { findReleaseNotes } from './changelog.ts'

const { version } = manifest
const [tag, file] = process.argv.slice(2)
if (tag === undefined || file === undefined) throw new Error('usage: node tools/release-notes.ts TAG FILE')
if (tag !== `v${version}`) throw new Error(`the tag is ${tag}, but package.json has version ${version}`)
writeFileSync(file, findReleaseNotes(readFileSync(join(import.meta.dirname, '../CHANGELOG.md'), 'utf8'), version))
const isPrerelease = version.includes('-')
/** `channel` is the tag of the npm package and of the image. */
process.stdout.write(`version=${version}\nprerelease=${isPrerelease}\nchannel=${isPrerelease ? 'next' : 'latest'}\n`)
