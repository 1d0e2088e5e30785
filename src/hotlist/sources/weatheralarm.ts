// 中央气象台: current weather warnings for all of China or one province (upstreams/hot/b-weatheralarm.md).
import { z } from 'zod'
import { maybeText } from '../../parsing/lenient-schemas.ts'
import { titleText } from '../../parsing/text.ts'
import { chinaTime } from '../../parsing/times.ts'
import { defineFamily, type List } from '../list-definition.ts'
import { jsonList } from '../sites/json-list.ts'
import { encodeForQuery, resolveLink } from '../sites/links.ts'

/** Only http is known to work. */
const site = 'http://www.nmc.cn'
const title = '气象预警'
const provinces = `
  beijing 北京市, tianjin 天津市, hebei 河北省, shanxi 山西省, neimenggu 内蒙古自治区, liaoning 辽宁省, jilin 吉林省,
  heilongjiang 黑龙江省, shanghai 上海市, jiangsu 江苏省, zhejiang 浙江省, anhui 安徽省, fujian 福建省, jiangxi 江西省,
  shandong 山东省, henan 河南省, hubei 湖北省, hunan 湖南省, guangdong 广东省, guangxi 广西壮族自治区, hainan 海南省,
  chongqing 重庆市, sichuan 四川省, guizhou 贵州省, yunnan 云南省, xizang 西藏自治区, shaanxi 陕西省, gansu 甘肃省,
  qinghai 青海省, ningxia 宁夏回族自治区, xinjiang 新疆维吾尔自治区, hongkong 香港特别行政区, macau 澳门特别行政区, taiwan 台湾省`

export default defineFamily({
  name: '中央气象台',
  home: `${site}/publish/alarm.html`,
  column: 'life',
  color: '#0b6cb8',
  lists: {
    weatheralarm: { title, type: 'realtime', interval: 300, ask: alarms('') },
    ...Object.fromEntries(
      [...provinces.matchAll(/\b(\w+) ([^,\s]+)/g)].map(([, id = '', full = '']) => ofProvince(id, full)),
    ),
  },
})

/** Disabled by default. A province may have no warnings. */
function ofProvince(id: string, full: string): [string, List] {
  const shown = { title: `${title} ${full}`, type: 'realtime', interval: 300 } as const
  return [`weatheralarm-${id}`, { ...shown, isOff: true, mayBeEmpty: true, ask: alarms(full) }]
}

function alarms(province: string) {
  const query = `pageNo=1&pageSize=20&signaltype=&signallevel=&province=${encodeForQuery(province)}`
  const texts = { title: z.string(), issuetime: z.string(), url: z.string(), pic: maybeText }
  return jsonList({
    address: `${site}/rest/findAlarm?${query}`,
    ok: ['code', 0, 'msg'],
    rows: 'data.page.list',
    row: z.object({ alertid: z.string(), ...texts }),
    item: ({ alertid: id, issuetime, pic: icon, ...row }) => {
      const url = resolveLink(site, row.url)
      const [title, hover] = [titleText(row.title), titleText(`${issuetime} ${row.title}`)]
      return { id, title, url, mobileUrl: url, pubDate: chinaTime(issuetime), hover, icon }
    },
  })
}
