// The words of the watch of a story.
import { expect, it } from 'vitest'
import { sharedWords } from './shared-words.ts'

it.each([
  [['白鹭湾山火扑救进入第三天', '直击白鹭湾山火', '白鹭湾山火已致两人受伤'], '白鹭湾山火'],
  [['台风登陆 学校停课', '停课通知：台风将至', '台风来了，多地停课'], '台风 停课'],
  [['OpenAI 发布 GPT-7', 'GPT-7 来了', '如何看待 gpt-7 发布'], 'gpt 发布'],
  [['Trump visits Oslo', 'Oslo welcomes Trump', 'Trumpets in Oslo'], 'trump oslo'],
  [['一件事', '另一桩'], ''],
])('of %j are %s', (titles, words) => {
  expect(sharedWords(titles)).toBe(words)
})
