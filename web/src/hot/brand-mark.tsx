// The mark of a list's site, or the first letter of its name. A chunk of its own: the marks are large.
import {
  siBaidu,
  siBilibili,
  siCsdn,
  siGithub,
  siJuejin,
  siKuaishou,
  siLeagueoflegends,
  siMihoyo,
  siNewyorktimes,
  siProducthunt,
  siQq,
  siSinaweibo,
  siSteam,
  siTiktok,
  siV2ex,
  siWechat,
  siYcombinator,
  siZhihu,
} from 'simple-icons'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'

/** Paths of a 24 × 24 drawing by family. */
const marks: ReadonlyMap<string, string> = new Map([
  ['baidu', siBaidu.path],
  ['tieba', siBaidu.path],
  ['bilibili', siBilibili.path],
  ['csdn', siCsdn.path],
  ['douyin', siTiktok.path],
  ['github', siGithub.path],
  ['hackernews', siYcombinator.path],
  ['juejin', siJuejin.path],
  ['kuaishou', siKuaishou.path],
  ['lol', siLeagueoflegends.path],
  ['miyoushe', siMihoyo.path],
  ['nytimes', siNewyorktimes.path],
  ['producthunt', siProducthunt.path],
  ['qq-news', siQq.path],
  ['steam', siSteam.path],
  ['tencent', siQq.path],
  ['v2ex', siV2ex.path],
  ['weibo', siSinaweibo.path],
  ['weread', siWechat.path],
  ['zhihu', siZhihu.path],
])

export function BrandMark({ record: { family, name } }: { readonly record: SourceRecord }) {
  const path = marks.get(family)
  if (path === undefined) return <>{[...name][0]}</>
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" class="size-5" fill="#ffffff">
      <path d={path} />
    </svg>
  )
}
