// Tests the image's file without a container engine: lints it, and checks it against rules.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { execForm, isSent, lastStage, readInstructions, root } from './image-files.ts'

const packageFile = z.object({
  version: z.string(),
  license: z.string(),
  scripts: z.object({ start: z.string() }),
  optionalDependencies: z.record(z.string(), z.string()),
})
const manifest = packageFile.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))

function wordsOf(name: string): string[] {
  return lastStage()
    .filter((instruction) => instruction.name === name)
    .map(({ words }) => words)
}

it('has a Dockerfile in which the linter finds nothing', () => {
  expect(validate(readFileSync(join(root, 'Dockerfile'), 'utf8'))).toEqual([])
  expect(validate('FROM node\nMAINTAINER nobody')).not.toEqual([])
})

it('stands on one Node, pinned to the version that tests run with', () => {
  const [base = ''] = readInstructions().flatMap(({ name, words }) => (name === 'ARG' ? [words] : []))
  const [version, ...others] = new Set(Object.values(manifest.optionalDependencies))
  expect(others).toEqual([])
  expect(base).toMatch(new RegExp(`^NODE_IMAGE=node:${version}-[a-z]+-slim$`))
  expect(readInstructions().flatMap(({ name, words }) => (name === 'FROM' ? [words] : []))).toEqual([`\${NODE_IMAGE}`])
})

it('copies what the build made, and installs and builds nothing', () => {
  expect(readInstructions().filter(({ name, words }) => name === 'RUN' && /\bnpm\b/.test(words))).toEqual([])
  expect(wordsOf('COPY')).toEqual([
    'dist/package.json dist/LICENSE dist/licenses.md ./',
    'dist/fixtures fixtures',
    'dist/web web',
    'dist/bin bin',
    'dist/server server',
  ])
})

it('runs as nobody special, as npm start does and with no shell in between, and asks after itself', () => {
  expect(wordsOf('USER')).toEqual(['1000:1000'])
  const [node, program, ...words] = manifest.scripts.start.split(' ')
  expect([...execForm('ENTRYPOINT'), ...execForm('CMD')]).toEqual([node, `/app/${program}`, ...words])
  expect(execForm('HEALTHCHECK').slice(0, 1)).toEqual(['node'])
  expect(wordsOf('ENV').join(' ')).toContain('NODE_ENV=production DATA_DIR=/data')
  expect(wordsOf('VOLUME')).toEqual(['/data'])
})

it('says of itself what package.json says', () => {
  const [labels = ''] = wordsOf('LABEL')
  expect(labels).toContain(`image.version="${manifest.version}"`)
  expect(labels).toContain(`image.licenses="${manifest.license}"`)
})

it('lets no test, no setting, no data and no history into the image', () => {
  const sent = ['package.json', 'LICENSE', 'server/main.js', 'fixtures/search/labi/fixture.json', 'web/dist/index.html']
  expect(sent.filter((file) => !isSent(`dist/${file}`))).toEqual([])
  const kept = [
    '.env',
    'src/main.ts',
    '.git/config',
    'data/trawl.db',
    'node_modules/zod/index.js',
    'dist/server/.cache/a',
  ]
  expect([...kept, 'dist/release/trawl.tgz', 'test/setup.ts', 'compose.yaml', 'README.md'].filter(isSent)).toEqual([])
})
