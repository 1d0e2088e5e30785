// URLs of IT之家, which split the article number into parts (upstreams/hot/b-ithome.md, b-ithome-xijiayi.md).
/** The article number in a desktop or mobile URL; undefined for any other URL. */
export function articleNumber(url: string | undefined): string | undefined {
  const desktop = /^https?:\/\/www\.ithome\.com\/(\d+)\/(\d{3})\/(\d{3})\.htm(?:[?#]|$)/.exec(url ?? '')
  const phone = /^https?:\/\/m\.ithome\.com\/(?:html|live)\/(\d+)\.htm(?:[?#]|$)/.exec(url ?? '')
  const number = (desktop ?? phone)?.slice(1).join('').replace(/^0+/, '')
  return number === '' ? undefined : number
}

/** The desktop URL: the last six digits in groups of three after the leading part, which is 0 in older articles. */
export function desktopPage(number: string): string {
  const [, first, middle, last] = /^(\d+)(\d{3})(\d{3})$/.exec(number.padStart(7, '0')) ?? []
  return `https://www.ithome.com/${first}/${middle}/${last}.htm`
}

/** The mobile URL. */
export function phonePage(number: string): string {
  return `https://m.ithome.com/html/${number}.htm`
}
