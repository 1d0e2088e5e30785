// How the tests run: threads without isolation, because tests here share no state to isolate.
import { configDefaults, defineConfig } from 'vitest/config'

/** `npm test` leaves out the long tests, `npm run test:all` runs everything. */
const isFull = process.env.TEST_ALL === '1'

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'web/src/**/*.test.ts',
      'standin/**/*.test.ts',
      'test/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    exclude: isFull ? configDefaults.exclude : [...configDefaults.exclude, '**/*.long.test.ts'],
    pool: 'threads',
    isolate: false,
    // On two cores it would take one: a quarter of the time of these tests is waiting. Those in a browser run after all others.
    maxWorkers: 3,
    setupFiles: ['test/kit/patience.ts'],
    // What is waited for comes in milliseconds here, and in seconds on a slow machine.
    expect: { poll: { interval: 20, timeout: 5_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
