// The entry of the parser process: parses replies that would block the main process or exhaust its memory.
import { writeFileSync } from 'node:fs'
import { exitWithParent, serveParser } from '../upstream/parser-process/serve-parser.ts'
import { createSourceLoader, type SourceLocations } from './load-source.ts'

exitWithParent()

process.once('message', (locations: SourceLocations) => serveParser(createSourceLoader(locations)))

try {
  // When memory runs out, the kernel ends this process first.
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Only on Linux, and not writable everywhere; otherwise the system chooses.
}
