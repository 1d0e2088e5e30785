// Above the front page: what was pasted, if it is a channel or a page, and one button for what can be made of it.

import { X } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type {
  ChannelLookResponse,
  FeedLookResponse,
  SettingName,
  SettingsResponse,
} from '../../../../src/contract/settings.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { withChannel } from '../../components/channel-setting.ts'
import { freeId, readEntries, withEntry } from '../../components/declared-entries.ts'
import { LoginButton } from '../../components/login-button.tsx'
import { ChannelLook, FeedLook, settingsPath, useLook } from '../../components/look.tsx'
import { sharedWords } from '../../components/shared-words.ts'
import { useFailure } from '../../components/use-failure.ts'
import { usePage } from '../../page-context.ts'
import { feedId } from '../../settings/server/feed-id.ts'
import { useAnswer } from '../../use-answer.ts'
import { createMessages } from '../../use-messages.ts'
import { useCustomChannels } from '../custom-channels.tsx'
import { recognisePasted } from './recognise-pasted.ts'
import { type Stories, storyOf } from './story-of.ts'

interface PastedProps {
  readonly text: string
  /** Called when it was added or closed. */
  readonly onDone: () => void
}

/** Renders nothing for another text, which an address may have. */
export function PastedBanner({ text, onDone }: PastedProps) {
  const messages = pastedMessages.use()
  const pasted = recognisePasted(text)
  if (!pasted) return null
  return (
    <div class="flex min-w-0 items-start gap-2 rounded-xl bg-wash py-2 ps-4 pe-1 text-sm">
      <div role="status" class="flex min-w-0 flex-1 flex-col gap-2 py-1.5">
        {pasted.kind === 'channel' ? (
          <ChannelBanner name={pasted.name} onDone={onDone} />
        ) : (
          <PageBanner url={pasted.url} onDone={onDone} />
        )}
      </div>
      <IconButton icon={X} label={messages.close} class="size-11!" onClick={onDone} />
    </div>
  )
}

interface ChannelProps {
  readonly name: string
  readonly onDone: () => void
}

function ChannelBanner({ name, onDone }: ChannelProps) {
  const messages = pastedMessages.use()
  const look = useLook<ChannelLookResponse>('channel', name)
  const { answer: found, isRefused } = look
  return (
    <>
      <p>
        <span class="text-soft">{messages.channel}</span> <bdi class="font-medium">@{name}</bdi>
      </p>
      {!isRefused && <ChannelLook look={look} />}
      {found && !found.listed && !found.failure && <AddForAll name={found.channel} onDone={onDone} />}
      {isRefused && <AddHere name={name} hint={messages.forAll} hasLogin onDone={onDone} />}
    </>
  )
}

function AddForAll({ name, onDone }: ChannelProps) {
  const messages = pastedMessages.use()
  const { toast } = usePage()
  const change = useChangeSetting()
  const [state, setState] = useState<'busy' | 'fixed' | 'changed' | 'failed'>()
  const add = async () => {
    setState('busy')
    const outcome = await change('CHANNELS', (text) => withChannel(text, name))
    setState(outcome)
    if (outcome !== 'changed') return
    toast.value = { text: messages.addedForAll(name) }
    onDone()
  }
  if (state === 'fixed') return <AddHere name={name} hint={messages.environment} onDone={onDone} />
  return (
    <Actions>
      <Button look="main" disabled={state === 'busy'} onClick={() => void add()}>
        {messages.addForAll}
      </Button>
    </Actions>
  )
}

interface HereProps extends ChannelProps {
  /** Why not for everybody. */
  readonly hint: string
  readonly hasLogin?: boolean
}

function AddHere({ name, hint, hasLogin = false, onDone }: HereProps) {
  const messages = pastedMessages.use()
  const { toast } = usePage()
  const custom = useCustomChannels()
  const add = () => {
    custom.add([name])
    toast.value = { text: messages.addedHere(name) }
    onDone()
  }
  return (
    <>
      <p class="text-soft">{hint}</p>
      <Actions>
        <Button look="main" onClick={add}>
          {messages.addHere}
        </Button>
        {hasLogin && <LoginButton />}
      </Actions>
    </>
  )
}

interface PageProps {
  readonly url: string
  readonly onDone: () => void
}

const trends = '/api/v1/trends?limit=100'

function PageBanner({ url, onDone }: PageProps) {
  const messages = pastedMessages.use()
  const stories = useAnswer<Stories>(trends, { isBackground: true })
  const story = storyOf(url, stories.answer)
  if (stories.isLoading) return <p class="text-soft">{messages.looking}</p>
  if (!story) return <FeedBanner url={url} onDone={onDone} />
  const words = sharedWords(story.items.map(({ title }) => title)) || story.title
  return (
    <>
      <p>{messages.story(story.title, story.platforms)}</p>
      <Actions>
        <a
          href={`/hot?find=${encodeURIComponent(words)}`}
          class="inline-flex items-center rounded-lg bg-accent px-3 font-medium text-on-accent hover:brightness-110"
        >
          {messages.showStory}
        </a>
      </Actions>
    </>
  )
}

function FeedBanner({ url, onDone }: PageProps) {
  const messages = pastedMessages.use()
  const look = useLook<FeedLookResponse>('feed', url)
  const { answer: found, isRefused } = look
  const isFeed = found !== undefined && !found.failure
  const isNoFeed = found?.failure?.kind === 'mismatch'
  return (
    <>
      <p>
        <span class="text-soft">{isFeed ? messages.feed : messages.page}</span>{' '}
        <bdi class="font-medium break-all">{url}</bdi>
      </p>
      {isNoFeed && <p>{messages.noFeed}</p>}
      {!isRefused && !isNoFeed && <FeedLook look={look} />}
      {isFeed && <AddList url={found.feed ?? url} title={found.title} onDone={onDone} />}
      {isRefused && (
        <>
          <p class="text-soft">{messages.needsAdmin}</p>
          <Actions>
            <LoginButton look="main" />
          </Actions>
        </>
      )}
    </>
  )
}

function AddList({ url, title, onDone }: PageProps & Pick<FeedLookResponse, 'title'>) {
  const messages = pastedMessages.use()
  const { toast } = usePage()
  const { route } = useLocation()
  const change = useChangeSetting()
  const [isBusy, setBusy] = useState(false)
  const add = async () => {
    setBusy(true)
    const name = title ?? new URL(url).hostname
    let id = ''
    const outcome = await change('LISTS', (text) => {
      id = freeId(feedId(url), readEntries(text))
      return withEntry(text, { id, fields: { name, feed: url } })
    })
    setBusy(false)
    if (outcome !== 'changed') return
    const show = () => route(`/hot?list=${encodeURIComponent(id)}`)
    toast.value = { text: messages.addedList(name), action: { label: messages.open, run: show } }
    onDone()
  }
  return (
    <Actions>
      <Button look="main" disabled={isBusy} onClick={() => void add()}>
        {messages.addList}
      </Button>
    </Actions>
  )
}

function Actions({ children }: { readonly children: ComponentChildren }) {
  return <div class="flex flex-wrap items-center gap-2 [&>a]:min-h-11 [&>button]:min-h-11">{children}</div>
}

/** Returns a function that changes a setting. It resolves to how that ended: `fixed` if the environment sets it; of a failure the reason is shown. */
function useChangeSetting() {
  const { api, toast } = usePage()
  const failureOf = useFailure()
  return async (name: SettingName, next: (text: string | null) => string | null) => {
    try {
      const { settings } = await api.json<SettingsResponse>(settingsPath)
      const { from, value = null } = settings.find((one) => one.name === name) ?? {}
      if (from === 'environment') return 'fixed'
      await api.post<SettingsResponse>(settingsPath, { name, value: next(value), was: value })
      return 'changed'
    } catch (error) {
      toast.value = { text: failureOf(error) }
      return 'failed'
    }
  }
}

const pastedMessages = createMessages({
  channel: ['Telegram 频道', 'Telegram channel'],
  looking: ['正在读取…', 'Reading it…'],
  addForAll: ['为所有人添加', 'Add for everybody'],
  addHere: ['在这个浏览器里添加', 'Add in this browser'],
  addedForAll: ['已添加 @{0}，所有人的搜索都会问它', '@{0} was added; the searches of everybody ask it'],
  addedHere: ['已添加 @{0}，从这个浏览器搜索时都会问它', '@{0} was added; searches of this browser ask it'],
  environment: [
    '频道由环境变量 CHANNELS 决定，不能在这里为所有人添加。',
    'CHANNELS in the environment sets the channels, so it cannot be added here for everybody.',
  ],
  forAll: ['管理员可以为所有人添加。', 'An administrator can add it for everybody.'],
  page: ['网页', 'Page'],
  feed: ['订阅源', 'Feed'],
  addList: ['添加为榜单', 'Add as a list'],
  addedList: ['已添加榜单：{0}', 'The list {0} was added'],
  open: ['打开', 'Open'],
  noFeed: ['在这个网页上没有找到订阅源。', 'No feed was found on this page.'],
  needsAdmin: [
    '不是网盘分享。如果是订阅源或有订阅源的网页，管理员可以把它添加为榜单。',
    'This is not a share link. If it is a feed, or a page that has one, an administrator can add it as a list.',
  ],
  story: ['热榜上 {1} 个平台在讲：{0}', 'On hot lists, {1} sites report: {0}'],
  showStory: ['看这件事', 'Show the story'],
  close: ['关闭', 'Close'],
})
