// The addresses of IT之家, which cut the number of an article in pieces (upstreams/hot/b-ithome.md, b-ithome-xijiayi.md).

/** The number of an article, from the address of its page for desktops or for phones; undefined for any other address. */
export function articleNumber(url: string | undefined): string | undefined {
  const desktop = /^https?:\/\/www\.ithome\.com\/(\d+)\/(\d{3})\/(\d{3})\.htm(?:[?#]|$)/.exec(url ?? '')
  const phone = /^https?:\/\/m\.ithome\.com\/(?:html|live)\/(\d+)\.htm(?:[?#]|$)/.exec(url ?? '')
  const number = (desktop ?? phone)?.slice(1).join('').replace(/^0+/, '')
  return number === '' ? undefined : number
}

/** The page of an article for desktops: the last six digits stand in threes, what is before them is 0 in older numbers. */
export function desktopPage(number: string): string {
  const [, first, middle, last] = /^(\d+)(\d{3})(\d{3})$/.exec(number.padStart(7, '0')) ?? []
  return `https://www.ithome.com/${first}/${middle}/${last}.htm`
}

/** The page of an article for phones. */
export function phonePage(number: string): string {
  return `https://m.ithome.com/html/${number}.htm`
}
