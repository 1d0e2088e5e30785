// The service as a process with a folder of an operator's own sources, over a local server.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { run } from './process.ts'
import { answers, scriptedServer } from './scripted-server.ts'

const root = join(import.meta.dirname, '../..')

/** The code example of the documentation. */
export function documentedExample(): string {
  const page = readFileSync(join(root, 'docs/adding-a-source.md'), 'utf8')
  return /```ts\n(.*?)```/s.exec(page)?.[1] ?? ''
}

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-own-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const hits = [
  {
    id: 7,
    title: '<em>纸鹤</em>与灯塔',
    url: 'https://pan.quark.cn/s/0a1b2c3d4e5f',
    code: 'k3m9',
    time: '2026-05-02 17:15:30',
  },
  { id: 8, title: '纸鹤讲义', url: 'https://files.example.org/s/1', time: '' },
]

/** Starts the service with these files in SOURCES_DIR. */
export async function startWithSources(
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
) {
  const upstream = await scriptedServer([answers(JSON.stringify({ ok: true, hits }))])
  const settings = { HOST: '127.0.0.1', PORT: '0', UPSTREAM_GATEWAY: upstream.url('').replace(/\/$/, '') }
  const service = run('src/main.ts', [], { ...settings, SOURCES_DIR: folderOf(files), ...env })
  const [, url = ''] = await service.says(/listens on (http:\/\/127\.0\.0\.1:\d+)/)
  return { upstream, service, url }
}
