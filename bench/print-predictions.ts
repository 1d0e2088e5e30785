// Prints the predictions for a folder of marked data: npm run --silent works -- FOLDER, npm run --silent stories -- FOLDER
import { predictStories, readMoments } from './stories/moments.ts'
import { predictWorks, readMarkedTitles } from './works/predictions.ts'

const [kind, folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error(`usage: npm run --silent ${kind} -- FOLDER, a folder such as fixtures/${kind}`)
  process.exit(2)
}
const predictions = kind === 'works' ? predictWorks(readMarkedTitles(folder)) : predictStories(readMoments(folder))
process.stdout.write(`${JSON.stringify(predictions)}\n`)
