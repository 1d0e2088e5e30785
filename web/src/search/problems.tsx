// List of failed sources and warnings, grouped, with what to do about them.

import { CircleAlert, CircleCheck, Info } from 'lucide-preact'
import { Dialog } from '../components/dialog.tsx'
import { useReasonText } from '../components/use-reason-text.ts'
import { createMessages } from '../use-messages.ts'
import { searchMessages } from './messages.ts'
import {
  groupProblems,
  isTelegramSilent,
  type Problem,
  type ProblemKind,
  type SearchProblems,
} from './problem-groups.ts'

/** Up to this many sources are listed without expanding. */
const maxUnfolded = 3

const harmless: ReadonlySet<ProblemKind> = new Set<ProblemKind>([
  'source_partial',
  'archive_failed',
  'deadline_reached',
  'kept_answers',
  'answer_too_large',
])

export function ProblemsDialog({ of, onClose }: { readonly of: SearchProblems; readonly onClose: () => void }) {
  const messages = searchMessages.use()
  return (
    <Dialog title={messages.problems} onClose={onClose}>
      <Problems of={of} />
    </Dialog>
  )
}

export function Problems({ of }: { readonly of: SearchProblems }) {
  const messages = problemMessages.use()
  const problems = groupProblems(of)
  if (problems.length === 0) {
    return (
      <p class="flex items-center gap-2 text-sm text-soft">
        <CircleCheck size={18} aria-hidden="true" class="text-good" />
        {messages.none}
      </p>
    )
  }
  return (
    <div class="flex flex-col gap-5">
      {problems.map((problem) => (
        <Group key={problem.kind} problem={problem} />
      ))}
      <a href="/status" class="self-start py-1 text-sm font-medium text-accent hover:underline">
        {messages.status}
      </a>
    </div>
  )
}

/** Shown above the results if no channel could be reached; empty otherwise. */
export function TelegramNotice({ of }: { readonly of: SearchProblems }) {
  const { title, next } = problemMessages.use().kinds.telegram
  if (!isTelegramSilent(of)) return null
  return (
    <div role="status" class="my-2 flex gap-3 rounded-lg border border-line bg-card p-3">
      <CircleAlert size={18} aria-hidden="true" class="mt-0.5 shrink-0 text-warn" />
      <div class="min-w-0 max-w-prose">
        <h2 class="text-sm font-semibold">{title}</h2>
        <p class="text-sm text-soft">{next}</p>
      </div>
    </div>
  )
}

function Group({ problem: { kind, sources, reasons } }: { readonly problem: Problem }) {
  const messages = problemMessages.use()
  const textOf = useReasonText()
  const { title, next } = messages.kinds[kind]
  const Icon = harmless.has(kind) ? Info : CircleAlert
  return (
    <section class="flex gap-3">
      <Icon size={18} aria-hidden="true" class={`mt-0.5 shrink-0 ${harmless.has(kind) ? 'text-soft' : 'text-warn'}`} />
      <div class="flex min-w-0 flex-1 flex-col gap-1">
        <h3 class="text-sm font-semibold">
          {title}
          {sources.length > 0 && (
            <span class="font-normal text-soft figures"> · {messages.sources(sources.length)}</span>
          )}
        </h3>
        <p class="text-sm text-soft">{next}</p>
        {reasons.map((reason) => (
          <p key={reason.name} class="text-xs text-soft">
            {textOf(reason)}
          </p>
        ))}
        <Sources sources={sources} />
      </div>
    </section>
  )
}

function Sources({ sources }: Pick<Problem, 'sources'>) {
  const { which } = problemMessages.use()
  const textOf = useReasonText()
  if (sources.length === 0) return null
  const list = (
    <ul class="mt-1 flex flex-col gap-1.5 border-s-2 border-line ps-3">
      {sources.map(({ source, reason }) => (
        <li key={source} class="text-sm">
          <SourceName source={source} /> {reason && <span class="text-xs text-soft">{textOf(reason)}</span>}
        </li>
      ))}
    </ul>
  )
  if (sources.length <= maxUnfolded) return list
  return (
    <details>
      <summary class="min-h-6 py-1 text-sm text-accent">{which}</summary>
      {list}
    </details>
  )
}

function SourceName({ source }: { readonly source: string }) {
  const messages = problemMessages.use()
  const at = source.indexOf(':')
  const name = source.slice(at + 1)
  if (source.startsWith('tg:')) return <span>{`${messages.channel} @${name}`}</span>
  return <span>{source.startsWith('plugin:') ? `${messages.plugin} ${name}` : source}</span>
}

const problemMessages = createMessages({
  none: ['一切正常，没有来源失败。', 'No source failed.'],
  sources: ['{0} 个来源', '1 source|{0} sources'],
  which: ['查看是哪些', 'Show which'],
  channel: ['频道', 'channel'],
  plugin: ['插件', 'plugin'],
  status: ['查看来源状态', 'Source status'],
  kinds: {
    timeout: {
      title: ['响应超时', 'Timed out'],
      next: ['可能只是慢。稍后再搜一次，通常就有了。', 'They may just be slow. Search again in a moment.'],
    },
    network: {
      title: ['连不上', 'Unreachable'],
      next: [
        '网站可能关了，也可能是服务器的网络不通。如果总是这样，管理员可以在“设置”里给服务器设一个代理。',
        'The site may be down, or the server cannot reach it. If this persists, the owner can set a proxy in the settings.',
      ],
    },
    unavailable: {
      title: ['网站暂停服务', 'Site unavailable'],
      next: ['网站自己出错或正在维护，只能等它恢复。', 'The site has an outage or maintenance. Try again later.'],
    },
    blocked: {
      title: ['拒绝访问', 'Access blocked'],
      next: [
        '网站限制了访问或要求验证。Trawl 会暂停访问一段时间；如果总是这样，可以换一个代理。',
        'The site limits access or shows a captcha. Trawl pauses requests to it; if this persists, try another proxy.',
      ],
    },
    mismatch: {
      title: ['内容无法解析', 'Unexpected response'],
      next: [
        '网站改版了，或者频道关闭了网页预览。升级 Trawl，或者不再选这个来源。',
        'The site changed, or the channel has no public preview. Update Trawl or deselect this source.',
      ],
    },
    open: {
      title: ['暂停访问', 'Paused'],
      next: [
        '连续失败，已暂停访问，稍后会自动重试。',
        'These failed several times in a row. Trawl retries them later.',
      ],
    },
    telegram: {
      title: ['服务器连不上 Telegram', 'The server cannot reach Telegram'],
      next: [
        '服务器所在的网络可能访问不了 t.me，所以频道都没有结果。管理员可以在“设置”里给服务器设一个代理（或用环境变量 HTTPS_PROXY、UPSTREAM_GATEWAY）；已经设了的，请在那里测试。',
        'The server’s network may block t.me, so no channel brings anything. The owner can set a proxy in the settings (or in the environment, by HTTPS_PROXY or UPSTREAM_GATEWAY); one that is set is tested there.',
      ],
    },
    source_partial: {
      title: ['结果不完整', 'Incomplete results'],
      next: ['再搜一次可能会补齐。', 'Searching again may bring the rest.'],
    },
    archive_failed: {
      title: ['没能读取存档', 'The archive could not be read'],
      next: [
        '只在存档里的链接可能没有显示。稍后再搜一次。',
        'Links found earlier may be missing. Search again in a moment.',
      ],
    },
    deadline_reached: {
      title: ['有些来源还没返回结果', 'Some sources are still loading'],
      next: ['后台仍在获取，几秒后会自动补上。', 'They continue in the background and are added in a few seconds.'],
    },
    kept_answers: {
      title: ['部分结果来自缓存', 'Some results are cached'],
      next: [
        '服务刚启动，正在更新。过几秒再搜一次就是最新的。',
        'Trawl just started and is updating them. Search again in a few seconds.',
      ],
    },
    answer_too_large: {
      title: ['结果太多，没有全部显示', 'Too many results to show all'],
      next: [
        '最不相关的结果没有显示。请少选一些来源或网盘类型，再搜一次。',
        'The least relevant are omitted. Select fewer sources or clouds and search again.',
      ],
    },
    unknown_plugin: {
      title: ['没有这个插件', 'No such plugin'],
      next: [
        '它可能没有启用，或者名字写错了。请重新选择来源。',
        'It may be disabled or misspelled. Select the sources again.',
      ],
    },
    unknown_cloud_type: {
      title: ['没有这种网盘', 'No such cloud'],
      next: ['请重新选择网盘类型。', 'Select the clouds again.'],
    },
    blocked_channel: {
      title: ['部分频道不能搜索', 'Some channels are blocked'],
      next: ['管理员屏蔽了所选的部分频道，其余照常搜索。', 'The administrator blocked them. All others were searched.'],
    },
    source_off: {
      title: ['部分来源已关闭', 'Some sources are switched off'],
      next: [
        '管理员暂时关闭了所选的部分来源，其余照常搜索。',
        'The administrator switched them off for now. All others were searched.',
      ],
    },
    no_sources: {
      title: ['没有可搜的来源', 'No sources to search'],
      next: ['所选的来源都没有启用，请重新选择。', 'None of the selected sources is enabled. Select others.'],
    },
  },
})
