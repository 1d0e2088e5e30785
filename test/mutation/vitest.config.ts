// The tests that judge mutated code: those beside it, without hostile texts, servers and databases.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'src/search/{links,clouds,posts,pipeline}/**/*.test.ts',
      'src/upstream/{ask,host,cache}/**/*.test.ts',
      'src/http/access/**/*.test.ts',
      'src/hotlist/refresh/**/*.test.ts',
      'test/access.test.ts',
    ],
    exclude: ['**/limits.test.ts', '**/*.long.test.ts'],
    pool: 'threads',
    isolate: false,
    setupFiles: ['test/kit/vitest-setup.ts'],
    testTimeout: 60_000,
  },
})
