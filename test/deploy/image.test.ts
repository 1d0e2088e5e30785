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
  const bases = readInstructions().flatMap(({ name, words }) => (name === 'FROM' ? [words] : []))
  expect(bases).toEqual([`\${NODE_IMAGE} AS build`, `\${NODE_IMAGE}`])
})

it('installs from the registry of a build argument and builds in a first stage, and takes only what the build made', () => {
  const build = readInstructions().slice(0, -lastStage().length)
  expect(build.flatMap(({ name, words }) => (name === 'RUN' ? [words] : []))).toEqual([
    `npm ci --registry="\${NPM_REGISTRY}" --no-audit --no-fund --ignore-scripts`,
    'npm run build',
  ])
  expect(build).toContainEqual({ name: 'ARG', words: 'NPM_REGISTRY=https://registry.npmjs.org/' })
  expect(wordsOf('RUN').filter((words) => /\bnpm\b/.test(words))).toEqual([])
  expect(wordsOf('COPY')).toEqual(
    [
      ...['package.json /build/dist/LICENSE /build/dist/licenses.md ./', 'web web'],
      ...['bin bin', 'server server'],
    ].map((words) => `--from=build /build/dist/${words}`),
  )
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

it('lets no test, no setting, no data, no history and nothing that was built before into the build', () => {
  const sent = ['package.json', 'package-lock.json', 'src/main.ts', 'web/vite.config.ts']
  expect(sent.filter((file) => !isSent(file))).toEqual([])
  const stored = [
    '.env',
    '.git/config',
    'data/trawl.db',
    'node_modules/zod/index.js',
    'dist/server/main.js',
    'web/dist/index.html',
  ]
  expect(
    [...stored, 'test/setup.ts', 'src/app/settings.test.ts', 'compose.yaml', 'docs/api.md'].filter(isSent),
  ).toEqual([])
})
