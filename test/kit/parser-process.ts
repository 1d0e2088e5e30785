// The parser process over the test sources.
import { exitWithParent, serveParser } from '../../src/upstream/parser-process/serve-parser.ts'
import { parserSources } from './parser-sources.ts'

exitWithParent()

serveParser(async (id) => {
  const source = parserSources.get(id)
  if (!source) throw new Error(`there is no source ${id}`)
  return source
})
