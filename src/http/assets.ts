// The built web page: its files are read into memory once at startup.
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { type Encoding, encoded, worthwhile } from './encodings.ts'
import { readChunks } from './page-chunks.ts'
import type { Form } from './ready.ts'

/** A file of the page. */
export interface Asset {
  /** Request path, with a leading `/`. */
  readonly path: string
  readonly type: string
  readonly etag: string
  /** Does the file name contain a content hash? Then clients may cache the file forever. */
  readonly isLasting: boolean
  /** The body in the given encoding; compressed once. */
  in(encoding: Encoding): Promise<Form>
}

/** The built page. */
export interface Page {
  readonly assets: readonly Asset[]
  /** The HTML document of every view. */
  readonly document: Asset
  /** Folder of the API documentation page; it may not have been built. */
  readonly docsFolder: string
  /** Paths of the scripts needed by a lazily loaded module. */
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

/** File types that are compressed already. */
const compressed = new Set(['.png'])

const documentPath = '/index.html'

/**
 * Reads the built page from `folder`; undefined if it was not built. Files of types that are not in `types` are not served, and the API
 * documentation page has routes of its own. @throws if the list of chunks is missing or malformed.
 */
export function readPage(folder: string): Page | undefined {
  const own = filesOf(folder).filter((file) => !file.startsWith(`docs${sep}`))
  const assets = own.flatMap((file) => assetOf(folder, file) ?? [])
  const document = assets.find(({ path }) => path === documentPath)
  if (!document) return undefined
  const chunksOf = readChunks(readFileSync(join(folder, 'chunks.json'), 'utf8'))
  return {
    assets,
    document,
    docsFolder: join(folder, 'docs'),
    scriptsOf: (module) => chunksOf(module).map((file) => `/${file}`),
  }
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
  const path = `/${file.split(sep).join('/')}`
  return { ...createAsset(path, type, bytes), isLasting: file.startsWith(`assets${sep}`) }
}

/** Reads one file of a folder, to be served at `path`; undefined if it does not exist or its type is not served. */
export async function readAsset(path: string, folder: string, file: string): Promise<Asset | undefined> {
  const type = types[extname(file)]
  const bytes = await readFile(join(folder, file)).catch(() => undefined)
  return type && bytes ? createAsset(path, type, bytes) : undefined
}

/** Creates an asset of bytes in memory; its name does not depend on them. */
export function createAsset(path: string, type: string, bytes: Buffer): Asset {
  const forms = new Map<Encoding, Promise<Form>>()
  const make = async (encoding: Encoding): Promise<Form> => ({ encoding, bytes: await encoded(bytes, encoding) })
  return {
    path,
    type,
    etag: `W/"${hash('sha1', bytes, 'base64url')}"`,
    isLasting: false,
    in(wanted) {
      const encoding = compressed.has(extname(path)) ? 'identity' : worthwhile(bytes, wanted)
      const form = forms.get(encoding) ?? make(encoding)
      forms.set(encoding, form)
      return form
    },
  }
}
