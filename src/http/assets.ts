// The built page, as bytes in memory: read once at the start, each file under its path.
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { type Encoding, encoded, worthwhile } from './encodings.ts'
import { readChunks } from './page-chunks.ts'
import type { Form } from './ready.ts'

/** A file of the page. */
export interface Asset {
  /** Where it is asked for, `/` first. */
  readonly path: string
  readonly type: string
  readonly etag: string
  /** Does its name change with what is in it? Then it may be kept for ever. */
  readonly isLasting: boolean
  /** Its bytes for who takes an encoding; compressed once. */
  in(encoding: Encoding): Promise<Form>
}

/** The page as it was built. */
export interface Page {
  readonly assets: readonly Asset[]
  /** The document that every view begins with. */
  readonly document: Asset
  /** The scripts that a module loaded later brings, by their paths. */
  scriptsOf(module: string): readonly string[]
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

/** Pictures are compressed already. */
const compressed = new Set(['.png'])

const documentPath = '/index.html'

/**
 * Reads the page from the folder it was built into; undefined when it was not built. Files of other kinds than those in `types` are not
 * for visitors. @throws when the list of chunks is missing or is none.
 */
export function readPage(folder: string): Page | undefined {
  const assets = filesOf(folder).flatMap((file) => assetOf(folder, file) ?? [])
  const document = assets.find(({ path }) => path === documentPath)
  if (!document) return undefined
  const chunksOf = readChunks(readFileSync(join(folder, 'chunks.json'), 'utf8'))
  return { assets, document, scriptsOf: (module) => chunksOf(module).map((file) => `/${file}`) }
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function assetOf(folder: string, file: string): Asset | undefined {
  const type = types[extname(file)]
  if (!type) return undefined
  const bytes = readFileSync(join(folder, file))
  const forms = new Map<Encoding, Promise<Form>>()
  const make = async (encoding: Encoding): Promise<Form> => ({ encoding, bytes: await encoded(bytes, encoding) })
  return {
    path: `/${file.split(sep).join('/')}`,
    type,
    etag: `W/"${hash('sha1', bytes, 'base64url')}"`,
    isLasting: file.startsWith(`assets${sep}`),
    in(wanted) {
      const encoding = compressed.has(extname(file)) ? 'identity' : worthwhile(bytes, wanted)
      const form = forms.get(encoding) ?? make(encoding)
      forms.set(encoding, form)
      return form
    },
  }
}
