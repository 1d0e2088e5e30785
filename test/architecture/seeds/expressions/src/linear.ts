// Scenery: expressions that are linear, among them the same ones written as they may be.
export const number = /(?<!\d)(\d+)\.html$/
export const headline = /【([^【】]*)】/
export const script = /<script.*?(?:<\/script>|$)/gis
export const bounded = /^a{0,2000}b{1,2000}c{3}$/
const words = '名称|标题'
export const label = new RegExp([`^(?:${words})\\s*[：:]`, '^-+$'].join('|'), 'u')

function pathOf(pattern: string): RegExp {
  return new RegExp(`^${pattern}`)
}

export const paths = [pathOf('/s/([0-9a-f]{12})'), pathOf('/t/')]
