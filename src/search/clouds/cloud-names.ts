// Maps the cloud names used by sites to cloud types.
import { type CloudType, cloudTypes } from '../../contract/search.ts'

/** Names other than those of the contract (upstreams/search: hunhepan, sousou, jikepan, wanou, pansearch, and web pages). */
const aliases: ReadonlyArray<readonly [CloudType, readonly string[]]> = [
  ['baidu', ['bdy', 'bd', 'baidupan', 'baidunetdisk', '百度', '百度云', '百度网盘']],
  ['aliyun', ['aly', 'ali', 'alipan', 'aliyundrive', '阿里', '阿里云盘', '阿里网盘']],
  ['quark', ['kg', 'kk', '夸克', '夸克网盘', '夸克云盘']],
  ['guangya', ['gy', '光鸭', '光鸭云盘', '光鸭网盘']],
  ['tianyi', ['ty', '189', '189cloud', '天翼', '天翼云盘', '天翼网盘']],
  ['uc', ['ucpan', 'uc网盘', 'uc云盘']],
  ['mobile', ['mb', '139', 'caiyun', 'yidong', '移动', '移动云盘', '和彩云', '中国移动云盘']],
  ['115', ['115pan', '115网盘']],
  ['pikpak', ['pk']],
  ['xunlei', ['xl', '迅雷', '迅雷云盘', '迅雷网盘']],
  ['123', ['123pan', '123盘', '123云盘', '123网盘']],
  ['magnet', ['磁力', '磁力链接', 'bt']],
  ['ed2k', ['电驴']],
]

const typeOfName: ReadonlyMap<string, CloudType> = new Map([
  ...cloudTypes.map((type): [string, CloudType] => [type, type]),
  ...aliases.flatMap(([type, names]) => names.map((name): [string, CloudType] => [name, type])),
])

/** The cloud type of a site's name, in any letter case; `aliases` if unknown. */
export function cloudNamed(name: string): CloudType {
  return typeOfName.get(name.trim().toLowerCase()) ?? 'others'
}
