// The parser process: reads what would hold up the main one, or could end it, with the sources that the settings name.
import { writeFileSync } from 'node:fs'
import { endWithParent, serveParser } from '../upstream/parser-work.ts'
import { createSourceLoader, type SourceLocations } from './load-source.ts'

endWithParent()

process.once('message', (places: SourceLocations) => serveParser(createSourceLoader(places)))

try {
  // Where a machine or a container runs out of memory, this process is the one to end.
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Only Linux has it, and not everywhere may it be written; then the system chooses.
}
