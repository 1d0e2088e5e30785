// How the tests run: without isolation, because tests here share no state to isolate.
import { configDefaults, defineConfig } from 'vitest/config'

/** `npm test` leaves out the long tests, `npm run test:all` runs everything. */
const isFull = process.env.TEST_ALL === '1'
const exclude = [...configDefaults.exclude, ...(isFull ? [] : ['**/*.long.test.ts'])]

/** Tests that use both cores alone: they run one group after the other. */
const fleet = 'test/fleet/**/*.test.ts'
const browser = 'test/web/**/*.test.ts'

export default defineConfig({
  test: {
    pool: 'forks',
    // Node strips the types of the store's thread in WebAssembly; V8 ends the process in
    // Runtime_TierUpWasmToJSWrapper when threads come and go (nodejs/node#64500), so that wrappers are not tiered up.
    execArgv: ['--wasm-wrapper-tiering-budget=1000000000'],
    isolate: false,
    setupFiles: ['test/kit/vitest-setup.ts'],
    // A limit for busy machines, not a statement about speed: most states are reached within milliseconds.
    expect: { poll: { interval: 20, timeout: 60_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'main',
          include: ['{src,standin,test,bench}/**/*.test.ts', 'web/src/**/*.test.ts'],
          exclude: [...exclude, fleet, browser],
          // On two cores it would take one: a quarter of the time of these tests is waiting.
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'fleet', include: [fleet], exclude, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: { name: 'browser', include: [browser], exclude, maxWorkers: 2, sequence: { groupOrder: 2 } },
      },
    ],
  },
})
