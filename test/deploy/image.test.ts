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
  const stages = readInstructions().filter(({ name }) => name === 'FROM')
  expect(stages.map(({ words }) => words)).toEqual([
    `\${NODE_IMAGE} AS packages`,
    `\${NODE_IMAGE} AS page`,
    `\${NODE_IMAGE}`,
  ])
})

it('installs what the lock file says, builds the page beside it, and copies only what runs', () => {
  const installs = readInstructions().filter(({ words }) => /\bnpm\b/.test(words) && !words.startsWith('npm_config'))
  expect(installs.map(({ name, words }) => `${name} ${words}`)).toEqual([
    expect.stringMatching(/^RUN npm ci --omit=dev --omit=optional --ignore-scripts /),
    expect.stringMatching(/^RUN npm ci --ignore-scripts /),
    'RUN npm run build',
  ])
  expect(wordsOf('COPY')).toEqual([
    '--from=packages /app/node_modules node_modules',
    'package.json LICENSE ./',
    'fixtures fixtures',
    'src src',
    'client client',
    'bin bin',
    '--from=page /app/web/dist web/dist',
  ])
})

it('runs as nobody special, with the options of npm start and no shell in between, and asks after itself', () => {
  expect(wordsOf('USER')).toEqual(['1000:1000'])
  expect([...execForm('ENTRYPOINT'), ...execForm('CMD')].join(' ')).toBe(manifest.scripts.start)
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
  const sent = [
    'package.json',
    'package-lock.json',
    'LICENSE',
    'src/main.ts',
    'fixtures/search/labi/fixture.json',
    'web/index.html',
  ]
  expect(sent.filter((file) => !isSent(file))).toEqual([])
  const kept = ['.env', 'src/.env', '.git/config', 'data/trawl.db', 'node_modules/zod/index.js', 'src/app.test.ts']
  expect(
    [...kept, 'web/dist/index.html', 'test/setup.ts', 'standin/main.ts', 'compose.yaml', 'README.md'].filter(isSent),
  ).toEqual([])
})
