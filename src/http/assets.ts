// The built page, as bytes in memory: read once at the start, each file under its path.
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
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
  /** Where the page of the API is, if that was built. */
  readonly docsFolder: string
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
 * for visitors, and the page of the API has routes of its own. @throws when the list of chunks is missing or is none.
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

/** Reads one file of a folder, to be asked for at `path`; undefined when there is none, or it is of a kind that is not for visitors. */
export async function readAsset(path: string, folder: string, file: string): Promise<Asset | undefined> {
  const type = types[extname(file)]
  const bytes = await readFile(join(folder, file)).catch(() => undefined)
  return type && bytes ? createAsset(path, type, bytes) : undefined
}

/** Makes a file of bytes at hand; its name does not change with them. */
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
