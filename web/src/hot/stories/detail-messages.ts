// Messages of an opened story.
import { createMessages } from '../../use-messages.ts'

export const storyDetailMessages = createMessages({
  spread: [
    (before: number, after: number) =>
      before === 0 ? `过去一小时里出现在 ${after} 个平台` : `过去一小时：从 ${before} 个平台到 ${after} 个`,
    (before: number, after: number) =>
      before === 0 ? `on ${after} sites within the last hour` : `last hour: from ${before} sites to ${after}`,
  ],
  sites: ['也在说这件事的平台', 'Sites that tell the same story'],
})
