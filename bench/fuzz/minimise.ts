// Makes a failing input shorter while it still fails.

/** Attempts per input: a parser that takes a second must not hold the run for ever. */
const maxAttempts = 400

/** Removes parts, halving their length, as long as the rest fails. */
export async function minimise(text: string, fails: (text: string) => Promise<boolean>): Promise<string> {
  let [shortest, attempts] = [text, 0]
  for (
    let length = Math.ceil(text.length / 2);
    length >= 1 && attempts < maxAttempts;
    length = Math.floor(length / 2)
  ) {
    for (let start = 0; start < shortest.length && attempts < maxAttempts; ) {
      attempts += 1
      const shorter = shortest.slice(0, start) + shortest.slice(start + length)
      if (await fails(shorter)) shortest = shorter
      else start += length
    }
  }
  return shortest
}
