// How many cases a property, fuzz or fault test tries, and which of the two circles of tests runs.

/** Whether all tests run (`npm run test:all`); otherwise those that judge each change (`npm test`). */
export const isFull = process.env.TEST_ALL === '1'

/** All `full` cases in `npm run test:all`, a tenth of them in `npm test`. */
export function caseCount(full: number): number {
  return isFull ? full : Math.ceil(full / 10)
}
