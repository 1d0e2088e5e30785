// Prints the predicted works and attributes of the titles in a folder: npm run --silent works -- FOLDER

import { predictWorks, readMarkedTitles } from './predictions.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('usage: npm run --silent works -- FOLDER, a folder with a titles.json such as fixtures/works')
  process.exit(2)
}
process.stdout.write(`${JSON.stringify(predictWorks(readMarkedTitles(folder)))}\n`)
