// The tests that judge mutated code: those beside it, without hostile texts, servers and databases.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/search/{links,clouds,posts,pipeline}/**/*.test.ts'],
    exclude: ['**/limits.test.ts', '**/hostile.test.ts', '**/*.long.test.ts'],
    pool: 'threads',
    isolate: false,
    setupFiles: ['test/kit/patience.ts'],
  },
})
