// Compiles src/hotlist/catalogue.json, which the service reads at start instead of the files of the hot lists, unless it is newer than they are.
// `npm ci`, `npm start`, the tests and the build run it.
import { globSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { familyRecord } from '../src/hotlist/build-lists.ts'
import { discoverFamilies, listsFolder } from '../src/hotlist/family-files.ts'
import { pinyinOf } from '../src/parsing/pinyin.ts'

const root = join(import.meta.dirname, '..')
const file = join(root, 'src/hotlist/catalogue.json')

/** The inputs of the records; the folder is newer than a file that was removed from it. */
const inputs = ['src/hotlist/sources', 'src/hotlist/**/*.{ts,yaml}', 'tools/list-catalogue.ts']

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

const newest = Math.max(...globSync(inputs, { cwd: root }).map((path) => changedAt(join(root, path))))
if (changedAt(file) <= newest) {
  const families = await discoverFamilies(listsFolder)
  writeFileSync(file, JSON.stringify([...families].map(([name, family]) => familyRecord(name, family, pinyinOf))))
}
