// Tests that a Chinese page and its English one have the same headings, code and settings: a change of one has to be made in both.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

const fence = /^(?:> )?```.*\n[\s\S]*?^(?:> )?```$/gm
/** A heading of a Chinese page ends with the anchor of the English one, so that links and messages need one anchor for both. */
const heading = /^(#+) (.+?)(?: <a id="([^"]*)"><\/a>)?$/gm

/** The anchor that GitHub gives a heading. */
function anchorOf(title: string): string {
  return title
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .toLowerCase()
    .replaceAll(' ', '-')
}

interface Section {
  readonly level: number
  readonly anchor: string
  /** Settings and keys: words in capitals in code, and the code in the first cells of tables. */
  readonly names: readonly string[]
}

/** Names in prose and tables; code that is written out in blocks is compared as a whole. */
function namesIn(text: string): string[] {
  const code = [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')
  const settings = code.flatMap((words) => words.match(/\b[A-Z][A-Z\d]+(?:_[A-Z\d]+)*\b/g) ?? [])
  const firstCells = [...text.matchAll(/^\| (`.*?) \|/gm)].map((match) => match[1] ?? '')
  const keys = firstCells.flatMap((cell) => [...cell.matchAll(/`([\w.-]+)/g)].map((match) => match[1] ?? ''))
  return [...new Set([...settings, ...keys])].sort()
}

function sectionsOf(page: string): Section[] {
  const prose = page.replaceAll(fence, '')
  const heads = [...prose.matchAll(heading)]
  return heads.map((head, index) => ({
    level: head[1]?.length ?? 0,
    anchor: head[3] ?? anchorOf(head[2] ?? ''),
    names: namesIn(prose.slice(head.index + head[0].length, heads[index + 1]?.index)),
  }))
}

/** Blocks of code without comments, which are in the language of the page; what is printed (`text`) is in that of the terminal. */
function blocksOf(page: string): string[] {
  const blocks = (page.match(fence) ?? []).filter((block) => !block.startsWith('```text'))
  return blocks.map((block) => block.replaceAll(/ *(?:^|(?<=\s))# .*$/gm, ''))
}

const chinesePages = globSync(['README.zh-CN.md', 'docs/**/*.zh-CN.md'], { cwd: root }).sort()

describe('a page in two languages', () => {
  it.each(chinesePages)('%s has the headings, anchors and settings of the English page, section by section', (path) => {
    expect(sectionsOf(read(path))).toEqual(sectionsOf(read(path.replace('.zh-CN', ''))))
  })

  it.each(chinesePages)('%s has the code of the English page', (path) => {
    expect(blocksOf(read(path))).toEqual(blocksOf(read(path.replace('.zh-CN', ''))))
  })

  it.each(chinesePages)('%s and the English page lead to each other', (path) => {
    const [name = '', english = ''] = [path, path.replace('.zh-CN', '')].map((page) => page.replace(/^.*\//, ''))
    expect(read(path)).toContain(`中文 | [English](${english})`)
    expect(read(path.replace('.zh-CN', ''))).toContain(`[中文](${name}) | English`)
  })

  it.each([...chinesePages, ...chinesePages.map((path) => path.replace('.zh-CN', ''))])(
    '%s links to headings that exist',
    (path) => {
      const links = [...read(path).matchAll(/\]\(([^)#\s:]*)#([^)\s]+)\)/g)]
      const broken = links.filter(([, target = '', anchor]) => {
        const file = target === '' ? path : join(dirname(path), target)
        return !existsSync(join(root, file)) || sectionsOf(read(file)).every((section) => section.anchor !== anchor)
      })
      expect(broken.map(([link]) => link)).toEqual([])
    },
  )
})

describe('a Chinese page about the web page or messages', () => {
  const shown = globSync(['web/src/**/*.{ts,tsx}', 'src/contract/*.ts', 'src/config/*.ts', 'bin/*.js'], {
    cwd: root,
    exclude: ['**/*.test.*'],
  })
    .map(read)
    .join('\n')

  it.each(['web-page', 'troubleshooting'])('%s quotes only words that the program has', (name) => {
    const quoted = [...read(`docs/${name}.zh-CN.md`).matchAll(/“([^”\d]+)”/g)].map((match) => match[1] ?? '')
    expect(quoted.length).toBeGreaterThan(3)
    expect(quoted.filter((words) => !shown.includes(words))).toEqual([])
  })
})

describe('the comparison of two pages', () => {
  it('sees a setting that one section lacks, and takes the anchor of the English heading', () => {
    expect(sectionsOf('## The port\n\n`PORT=1`\n\n| `HOST` | x |\n')).toEqual(
      sectionsOf('## 端口 <a id="the-port"></a>\n\n`PORT=2`\n\n| `HOST` | 甲 |\n'),
    )
    expect(sectionsOf('## a\n`PORT`')).not.toEqual(sectionsOf('## a\n`HOST`'))
  })

  it('takes no heading from a block of code, and leaves comments out of it', () => {
    const page = '# a\n\n```sh\n# comment\nrun --port=1  # why\n```\n'
    expect([sectionsOf(page).length, blocksOf(page)]).toEqual([1, ['```sh\n\nrun --port=1\n```']])
  })
})
