// Prints the predicted stories of the lists in a folder: npm run --silent stories -- FOLDER

import { predictStories, readMoments } from './moments.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error(
    'usage: npm run --silent stories -- FOLDER, a folder with lists/MOMENT/PLATFORM.json such as fixtures/stories',
  )
  process.exit(2)
}
process.stdout.write(`${JSON.stringify(predictStories(readMoments(folder)))}\n`)
