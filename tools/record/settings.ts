// The settings of a source without secrets, for its fixture and its replay.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isMap, isPair, isScalar, parseDocument, visit } from 'yaml'
import type { Settings } from '../../src/app/settings.ts'
import { silentLog } from '../../src/app/sources.ts'
import { loadTargets, type ProbeTarget } from '../../src/cli/doctor/sources.ts'
import { isNamedSecret } from './secret-names.ts'
import { type Secrets, withoutCookieValues, withoutNamed } from './secrets.ts'

/** The environment variables of a source in the form of its fixture. */
function safeSettings({ family }: ProbeTarget, env: Settings['env'], secrets: Secrets): Record<string, string> {
  const beginning = `${family.replaceAll('-', '_').toUpperCase()}_`
  const own = Object.entries(env).flatMap(([name, value = '']) =>
    name.startsWith(beginning) && value.trim() !== '' ? [[name, value.trim()] as const] : [],
  )
  return Object.fromEntries(
    own.map(([name, value]) => [name, isHarmless(name, value) ? value : safeValue(value, secrets)]),
  )
}

/** Small numbers and site addresses are not secret; the requests show them too. */
function isHarmless(name: string, value: string): boolean {
  if (isNamedSecret(name)) return false
  if (/^\d{1,6}$/.test(value) || /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:,[a-z0-9-]+(?:\.[a-z0-9-]+)+)*$/i.test(value))
    return true
  if (!URL.canParse(value)) return false
  const { protocol, username, password, search, hash } = new URL(value)
  return /^https?:$/.test(protocol) && username + password + search + hash === ''
}

/** Replaces only the values of cookies and the token after `Bearer`. */
function safeValue(value: string, secrets: Secrets): string {
  if (/^[^=\s;]+=/.test(value)) return withoutCookieValues(value, secrets)
  const [, scheme = '', rest = ''] = /^((?:bearer|basic|token)\s+)?(.*)$/is.exec(value) ?? []
  return scheme + secrets.standInFor(rest)
}

/** A subject with safe settings, and its declaration when an operator's file declares it. */
export interface SafeSubject {
  readonly subject: ProbeTarget
  readonly settings: Readonly<Record<string, string>>
  readonly declaration: string | undefined
}

/** Creates the subject again from safe settings. @throws Error when that fails. */
export async function safeSubject(
  subject: ProbeTarget,
  { config, env }: Settings,
  secrets: Secrets,
): Promise<SafeSubject> {
  const settings = safeSettings(subject, env, secrets)
  const others = Object.entries(env).filter(([name]) => !Object.hasOwn(settings, name))
  const safeEnv = { ...Object.fromEntries(others), ...settings }
  const file = config.SOURCES_FILE
  const declaration =
    file === undefined ? undefined : safeDeclaration(subject.id, await readFile(file, 'utf8'), secrets)
  const folder = await mkdtemp(join(tmpdir(), 'trawl-record-'))
  try {
    const written = join(folder, 'sources.yaml')
    await writeFile(written, declaration ?? '')
    const safeConfig = { ...config, SOURCES_FILE: declaration === undefined ? undefined : written }
    const all = await loadTargets(
      { config: { ...safeConfig, ENABLED_SOURCES: undefined, DISABLED_SOURCES: undefined }, env: safeEnv },
      silentLog,
    )
    const found = all.find(({ id }) => id === subject.id) ?? (subject.kind === 'channel' ? subject : undefined)
    if (!found) throw new Error(`${subject.id} cannot be made from its settings without what is secret in them`)
    return { subject: found, settings, declaration }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * The entry of a list in a file of declared lists, without secrets in its headers and addresses; undefined when the file has
 * no such list.
 */
function safeDeclaration(id: string, text: string, secrets: Secrets): string | undefined {
  const document = parseDocument(text, { merge: false })
  const { contents } = document
  if (!isMap(contents)) return undefined
  contents.items = contents.items.filter(({ key, value }) => {
    const lists = isMap(value) ? value.get('lists') : undefined
    return (isScalar(key) && String(key.value) === id) || (isMap(lists) && lists.has(id))
  })
  if (contents.items.length === 0) return undefined
  visit(document, {
    Scalar(_key, node, path) {
      const pair = path.at(-1)
      if (typeof node.value !== 'string') return
      const name = isPair(pair) && pair.value === node && isScalar(pair.key) ? String(pair.key.value) : ''
      node.value = isNamedSecret(name) ? safeValue(node.value, secrets) : withoutNamed(node.value, secrets)
    },
  })
  return document.toString()
}
